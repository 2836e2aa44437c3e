"""What bytes are, piece by piece, for people: `kafkawire decode`, `kafkawire capture`, `kafkawire log` and the console.

`sections` follows messages and frames field by field, `batches` record batches, `batch_json` has batches and their
records as JSON.
"""
