"""One module per library, each with `load() -> Library`; it raises `ImportError` where the library is absent."""

NAMES = ("kafkawire", "kio", "kafka_python", "aiokafka")
OURS = "kafkawire"
