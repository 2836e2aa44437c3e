"""Every size limit in one place, each with the default that a decoder falls back on."""

from __future__ import annotations

from kafkawire.slotted import frozen

MIB = 1024 * 1024


@frozen
class Limits:
    """What hostile bytes may cost at most. Pass one down to `decode`, `read_batches` or a connection.

    Sizes are in bytes. Whatever would go past a limit raises `LimitExceeded` before the memory is taken.
    """

    max_frame_size: int = 100 * MIB
    """A frame without its size field (Kafka: `socket.request.max.bytes`)."""
    max_objects: int = 1_000_000
    """Array elements of one message that become objects of their own, over all arrays together."""
    max_tagged_fields: int = 10_000
    """Tagged fields of one struct (Kafka 4.4 has the same bound)."""
    max_decompressed_size: int = 128 * MIB
    """What one compressed record batch may expand to."""
    max_records_per_batch: int = 2_000_000
    """Records of one batch."""
    max_headers_per_record: int = 1_000_000
    """Headers of one record."""
    max_in_flight: int = 1_000
    """Requests of one connection that wait for their response."""
    max_sasl_message_size: int = 512 * 1024
    """One SASL token (Kafka: `sasl.server.max.receive.size`)."""


DEFAULT_LIMITS = Limits()
