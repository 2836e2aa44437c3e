"""The demo: real data through all of it, each step checked against the source.

The flights that left New York City in 2013 go through a broker of our own, come back by our consumer and by Spark, and
have to be what they were. See `kafkawire demo --help`, and `docs/howto/spark.md` for the Spark half on its own.
"""
