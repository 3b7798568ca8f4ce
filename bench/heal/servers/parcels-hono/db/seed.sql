DROP TABLE IF EXISTS events;
DROP TABLE IF EXISTS parcels;
CREATE TABLE parcels (code text PRIMARY KEY, grams integer NOT NULL, zone text NOT NULL, sent_on date);
CREATE TABLE events (code text NOT NULL REFERENCES parcels, at timestamptz NOT NULL, place text, what text NOT NULL);
INSERT INTO parcels VALUES ('KX1', 800, 'home', '2026-01-03'), ('KX2', 4200, 'eu', NULL);
INSERT INTO events VALUES
  ('KX1', '2026-01-03T08:00Z', 'Gent', 'accepted'),
  ('KX1', '2026-01-04T07:30Z', 'Lille', 'out for delivery');
