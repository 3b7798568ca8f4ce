CREATE TABLE IF NOT EXISTS books (
  id integer PRIMARY KEY,
  isbn text NOT NULL UNIQUE,
  title text NOT NULL,
  author text NOT NULL,
  year integer NOT NULL,
  copies integer NOT NULL,
  value_cents bigint NOT NULL,
  subjects jsonb NOT NULL DEFAULT '[]'
);

CREATE TABLE IF NOT EXISTS members (
  id integer PRIMARY KEY,
  name text NOT NULL,
  email text NOT NULL,
  tier text NOT NULL,
  joined_on date NOT NULL,
  address jsonb,
  sponsor_id integer REFERENCES members (id)
);

CREATE TABLE IF NOT EXISTS loans (
  id serial PRIMARY KEY,
  book_id integer NOT NULL REFERENCES books (id),
  member_id integer NOT NULL REFERENCES members (id),
  lent_on date NOT NULL,
  due_on date NOT NULL,
  returned_on date,
  deposit_cents bigint NOT NULL
);
