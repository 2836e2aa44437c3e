"""The recipes that need jars of Delta and Iceberg: `make spark-recipes`."""
