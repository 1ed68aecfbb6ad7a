"""What is kept: games, players and days in the database."""
