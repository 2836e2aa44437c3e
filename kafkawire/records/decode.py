"""Records of format 2, from the (decompressed) bytes of a batch to objects.

Reading records field by field costs CPython over a microsecond each. So `runs.read_run` takes runs of records that are
alike in everything but their contents, and the loop in `decode_records` guesses that the next record has the varint
*widths* of the last, and reads its head with one `Struct.unpack_from`. Neither raises: at anything unexpected they hand
over to `careful.read_record`, which alone decides what is valid. Who falls back to whom, here and elsewhere, is on one
page, `docs/design/records.md`.
"""

from __future__ import annotations

from itertools import repeat
from typing import Any

from kafkawire.errors import CorruptBatch, InvalidLength, Truncated
from kafkawire.limits import Limits
from kafkawire.records.careful import NAMES, check_count, header_name, read_record
from kafkawire.records.guess import MISSED, Widths, widths_at
from kafkawire.records.header import wrap64
from kafkawire.records.record import Record
from kafkawire.records.runs import WORTH_A_RUN, read_run
from kafkawire.records.tables import SIGNED_1, SIGNED_2
from kafkawire.varint import read_varint

_SAFE = 1 << 62  # positions and times nearer to zero than this cannot overflow 64 bits by a delta


def decode_records(  # noqa: C901 - the hot loop: calls and fewer branches would cost more than they explain
    buf: bytes,
    pos: int,
    end: int,
    count: int,
    base_offset: int,
    base_timestamp: int,
    append_time: int | None,
    limits: Limits,
) -> list[Record]:
    """Decode `count` records that fill `buf[pos:end]` exactly.

    With `append_time` every record gets that timestamp (KIP-32). Raises as `read_record` does, and `CorruptBatch` for
    bytes after the last record.
    """
    check_count(count, end - pos, limits)
    out: list[Record] = []
    append = out.append
    new = Record.__new__
    names = NAMES
    widths: Widths | None = None
    last_size = -1  # the raw size of the record before, and how often in a row it was that
    alike = 0
    patience = 2 if count >= WORTH_A_RUN else count  # how often before a run is tried; grows with every try in vain
    most_headers = min(limits.max_headers_per_record, 63)
    while len(out) < count:
        missed = True
        if widths is not None:
            unpack, sizes, times, offsets, keys, size_width, head_width = widths
            try:
                for _ in repeat(None, count - len(out)):
                    raw_size, raw_time, raw_offset, raw_key = unpack(buf, pos)
                    stop = pos + size_width + sizes[raw_size]
                    timestamp = base_timestamp + times[raw_time]
                    offset = base_offset + offsets[raw_offset]
                    length = keys[raw_key]
                    here = pos + head_width
                    if length >= 0:
                        there = here + length
                        key = buf[here:there]
                    elif length == -1:
                        key, there = None, here
                    else:
                        break
                    length = buf[there]
                    if length < 0x80:
                        length = SIGNED_1[length]
                        here = there + 1
                    elif buf[there + 1] < 0x80:
                        length = SIGNED_2[length << 8 | buf[there + 1]]
                        here = there + 2
                    else:
                        length, here = read_varint(buf, there)
                    if length >= 0:
                        there = here + length
                        value = buf[here:there]
                    elif length == -1:
                        value, there = None, here
                    else:
                        break
                    length = buf[there]
                    there += 1
                    headers: Any = ()
                    if length:
                        if length & 1 or length >> 1 > most_headers:
                            break
                        headers = []
                        for _ in repeat(None, length >> 1):
                            length = SIGNED_1[buf[there]]
                            here = there + 1
                            if length < 0:
                                there = -1  # never where a record stops
                                break
                            there = here + length
                            raw_name = buf[here:there]
                            name = names.get(raw_name)
                            if name is None:
                                name = header_name(raw_name)
                            length = buf[there]
                            if length < 0x80:
                                length = SIGNED_1[length]
                                here = there + 1
                            else:
                                length = SIGNED_2[length << 8 | buf[there + 1]]
                                here = there + 2
                            if length >= 0:
                                there = here + length
                                headers.append((name, buf[here:there]))
                            elif length == -1:
                                there = here
                                headers.append((name, None))
                            else:
                                there = -1
                                break
                    if there != stop or stop > end:
                        break
                    record = new(Record)
                    record.offset = offset
                    record.timestamp = timestamp
                    record.key = key
                    record.value = value
                    record.headers = headers
                    append(record)
                    previous, pos = pos, stop
                    if raw_size != last_size:
                        last_size = raw_size
                        alike = 0
                    else:
                        alike += 1
                        if alike >= patience:
                            got, pos = read_run(buf, previous, pos, end, count - len(out), base_offset, base_timestamp)
                            out += got
                            alike = 0
                            patience = 2 if len(got) > 16 else min(2 * patience, 256)
                            if got:
                                missed = False
                                break
            except MISSED:
                pass
            if not missed or len(out) == count:
                continue
        found = widths_at(buf, pos)
        if found is not widths and found is not None:
            widths = found
            continue
        try:
            pos, time_delta, offset_delta, key, value, headers = read_record(buf, pos, end, limits)
        except (Truncated, InvalidLength) as exc:
            raise type(exc)(f"record {len(out)} of {count}: {exc}") from None
        append(Record(base_offset + offset_delta, wrap64(base_timestamp + time_delta), key, value, headers))
    if pos != end:
        raise CorruptBatch(f"{end - pos} bytes after the last of {count} records")
    if append_time is not None:
        for record in out:
            record.timestamp = append_time
    if not (-_SAFE < base_offset < _SAFE and -_SAFE < base_timestamp < _SAFE):
        for record in out:
            record.offset = wrap64(record.offset)
            record.timestamp = wrap64(record.timestamp)
    return out
