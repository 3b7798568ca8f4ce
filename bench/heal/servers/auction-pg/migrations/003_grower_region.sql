ALTER TABLE growers RENAME COLUMN region TO province;
