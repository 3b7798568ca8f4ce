CREATE TABLE growers (id serial PRIMARY KEY, name text NOT NULL UNIQUE, province text NOT NULL);
CREATE TABLE buyers (id serial PRIMARY KEY, company text NOT NULL, api_key text NOT NULL UNIQUE, credit_limit integer NOT NULL DEFAULT 0, is_auctioneer boolean NOT NULL DEFAULT false);
CREATE TABLE lots (
  id serial PRIMARY KEY, grower_id integer NOT NULL REFERENCES growers (id), flower text NOT NULL, stems integer NOT NULL CHECK (stems > 0),
  reserve_price integer NOT NULL, status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'sold', 'withdrawn')), auction_day date NOT NULL, grade text
);
CREATE TABLE bids (id serial PRIMARY KEY, lot_id integer NOT NULL REFERENCES lots (id), buyer_id integer NOT NULL REFERENCES buyers (id), amount integer NOT NULL, placed_at timestamptz NOT NULL DEFAULT now());
CREATE TABLE sales (lot_id integer PRIMARY KEY REFERENCES lots (id), bid_id integer NOT NULL REFERENCES bids (id), hammer_price integer NOT NULL, invoice_no text NOT NULL UNIQUE);
CREATE TABLE migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now());
INSERT INTO migrations (name) VALUES ('001_init.sql'), ('002_sales.sql'), ('003_grower_region.sql');

INSERT INTO growers (name, province) VALUES ('Kwekerij Smit', 'Westland'), ('Rosa Alba', 'Liguria');
INSERT INTO buyers (company, api_key, credit_limit, is_auctioneer) VALUES
  ('Bloom & Sons', 'key-bloom', 50000, false), ('Petal Pushers', 'key-petal', 9000, false), ('The House', 'key-house', 0, true);
INSERT INTO lots (grower_id, flower, stems, reserve_price, status, auction_day, grade) VALUES
  (1, 'Tulip', 400, 6000, 'sold', '2026-04-01', 'A1'), (1, 'Peony', 120, 9600, 'open', '2026-04-08', 'A1'),
  (2, 'Ranunculus', 300, 4500, 'open', '2026-04-08', NULL), (2, 'Anemone', 90, 1800, 'withdrawn', '2026-04-01', 'B');
INSERT INTO bids (lot_id, buyer_id, amount, placed_at) VALUES
  (1, 1, 6100, '2026-04-01T06:00:00Z'), (1, 2, 6400, '2026-04-01T06:01:00Z'), (2, 1, 9700, '2026-04-07T12:00:00Z');
INSERT INTO sales (lot_id, bid_id, hammer_price, invoice_no) VALUES (1, 2, 6400, '2026-0001');
