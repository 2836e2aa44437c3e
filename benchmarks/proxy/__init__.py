"""Our proxy beside a bare byte pump and Kroxylicious: `python -m benchmarks.proxy`."""
