"""What pack authors use: lint, test."""
