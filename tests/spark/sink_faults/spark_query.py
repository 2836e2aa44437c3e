"""`python -m tests.spark.sink_faults.spark_query BROKER TOPIC INPUT CHECKPOINT`: files into a topic, exactly once.

One batch for each file, two executors in processes of their own. Ends when all files are written.
"""

from __future__ import annotations

import os
import sys

MASTER = "local-cluster[2,1,1024]"


def main() -> None:
    broker, topic, directory, checkpoint = sys.argv[1:]
    os.environ["PYSPARK_PYTHON"] = os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable
    from pyspark.sql import SparkSession

    from kafkawire.spark import KafkaWireDataSource

    settings = {"spark.ui.enabled": "false", "spark.sql.shuffle.partitions": "3", "spark.task.maxFailures": "8"}
    settings |= {"spark.python.worker.reuse": "false", "spark.sql.execution.arrow.maxRecordsPerBatch": "50"}
    builder = SparkSession.builder.master(MASTER).appName("faults")
    for name, value in settings.items():
        builder = builder.config(name, value)
    spark = builder.getOrCreate()
    spark.dataSource.register(KafkaWireDataSource)
    rows = spark.readStream.format("text").option("maxFilesPerTrigger", 1).load(directory).repartition(4)
    query = (
        rows.selectExpr("value")
        .writeStream.format("kafkawire")
        .option("kafka.bootstrap.servers", broker)
        .option("topic", topic)
        .option("delivery", "exactly-once")
        .option("kafka.batch.size", "200")  # several requests for each task
        .option("kafka.max.request.size", "700")
        .option("checkpointLocation", checkpoint)
        .trigger(availableNow=True)
        .start()
    )
    query.awaitTermination()
    spark.stop()


if __name__ == "__main__":
    main()
