"""Connections as state machines: frames, headers, versions. No I/O."""
