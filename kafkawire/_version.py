"""The version, as a plain string."""

__version__ = "0.1.0"
