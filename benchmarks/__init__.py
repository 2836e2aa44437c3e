"""Measures kafkawire beside the other Python libraries: `python -m benchmarks`, `python -m benchmarks.start_up`."""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
