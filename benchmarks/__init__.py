"""Measures kafkawire beside the other Python libraries: `python -m benchmarks`, `python -m benchmarks.start_up`."""
