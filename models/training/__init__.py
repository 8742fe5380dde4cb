"""Makes the networks: rendered pictures, training, export and evaluation. Only this package needs torch."""
