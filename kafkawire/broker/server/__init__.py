"""The broker as a whole: its listeners, its timers, its metrics."""
