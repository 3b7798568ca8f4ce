CREATE TABLE sales (
  lot_id integer PRIMARY KEY REFERENCES lots (id),
  bid_id integer NOT NULL REFERENCES bids (id),
  hammer_price integer NOT NULL,
  invoice_no text NOT NULL UNIQUE
);

ALTER TABLE lots ADD COLUMN grade text;
