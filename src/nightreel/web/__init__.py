"""The table in the browser: a server that keeps games in a database and shows them as pages."""
