"""Offline source: log segment directories read without a broker (`format("kafkawire.log")`)."""
