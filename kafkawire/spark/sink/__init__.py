"""Writing DataFrames to topics. `docs/design/spark-sink.md` says how the modules fit together."""
