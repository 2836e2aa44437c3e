"""Keys and values by the schemas of a registry, in the wire format of Confluent's serializers.

`kafkawire.serde.avro`, `.protobuf` and `.json_schema` each have a `serializer` and a `deserializer`, which make
functions that clients take. Schemas come through `kafkawire.serde.registry.Registry`, which needs
`pip install 'kafkawire[registry]'`.
"""
