CREATE TABLE members (
  id integer PRIMARY KEY,
  full_name text NOT NULL,
  email text,
  role text NOT NULL DEFAULT 'member',
  joined_on date NOT NULL
);
CREATE TABLE courses (
  id serial PRIMARY KEY,
  slug text NOT NULL UNIQUE,
  title text NOT NULL,
  seats integer NOT NULL,
  fee_cents integer NOT NULL DEFAULT 0,
  trainer_id integer NOT NULL REFERENCES members(id),
  weekday text NOT NULL
);
CREATE TABLE enrolments (
  member_id integer NOT NULL REFERENCES members(id),
  course_id integer NOT NULL REFERENCES courses(id),
  enrolled_on date NOT NULL,
  note text,
  PRIMARY KEY (member_id, course_id)
);
INSERT INTO members VALUES
  (1, 'Ilse Maas', 'ilse@example.org', 'trainer', '2021-02-03'),
  (2, 'Tom Oduya', 'tom@example.org', 'member', '2024-09-30'),
  (3, 'Ana Reyes', NULL, 'member', '2025-01-15'),
  (4, 'Per Lund', 'per@example.org', 'admin', '2020-05-01');
INSERT INTO courses (slug, title, seats, fee_cents, trainer_id, weekday) VALUES
  ('judo-kids', 'Judo for kids', 2, 4500, 1, 'tue'),
  ('rowing', 'Rowing', 4, 9000, 1, 'sat'),
  ('yoga', 'Morning yoga', 10, 0, 4, 'mon');
INSERT INTO enrolments VALUES
  (2, 1, '2026-01-05', NULL),
  (3, 1, '2026-01-06', 'brings a belt'),
  (2, 2, '2026-01-07', NULL);
