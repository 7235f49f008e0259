"""The engine that asks a language model: endpoints, clients, forms, failures."""
