"""YAML to marked nodes to linked packs; finds packs."""
