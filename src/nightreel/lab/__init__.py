"""The lab: many games at once, and figures."""
