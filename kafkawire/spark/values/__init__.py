"""`valueFormat`, `keyFormat`: values and keys decoded by the source, into columns of their own types."""
