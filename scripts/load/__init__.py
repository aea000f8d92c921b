"""`make load`: a house of 1,000 tables under load, on one machine with those who call."""
