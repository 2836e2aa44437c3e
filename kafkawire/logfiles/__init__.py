"""The files of a log directory: their formats, and what can be said about them without a broker.

The broker writes these files and the Spark source reads them; both have the formats from here. What looks at a
directory as a whole (`verify`, `dump`, `stats`, `extract`, `repair`) is behind `kafkawire log`.
"""
