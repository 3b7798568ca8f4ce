CREATE TABLE growers (
  id serial PRIMARY KEY,
  name text NOT NULL UNIQUE,
  region text NOT NULL
);

CREATE TABLE buyers (
  id serial PRIMARY KEY,
  company text NOT NULL,
  api_key text NOT NULL UNIQUE,
  credit_limit integer NOT NULL DEFAULT 0,
  is_auctioneer boolean NOT NULL DEFAULT false
);

CREATE TABLE lots (
  id serial PRIMARY KEY,
  grower_id integer NOT NULL REFERENCES growers (id),
  flower text NOT NULL,
  stems integer NOT NULL CHECK (stems > 0),
  reserve_price integer NOT NULL,
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'sold', 'withdrawn')),
  auction_day date NOT NULL
);

CREATE TABLE bids (
  id serial PRIMARY KEY,
  lot_id integer NOT NULL REFERENCES lots (id),
  buyer_id integer NOT NULL REFERENCES buyers (id),
  amount integer NOT NULL,
  placed_at timestamptz NOT NULL DEFAULT now()
);
