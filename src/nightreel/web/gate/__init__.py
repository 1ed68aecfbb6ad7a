"""What stands before all pages: who may ask for what, and how a refusal is told."""
