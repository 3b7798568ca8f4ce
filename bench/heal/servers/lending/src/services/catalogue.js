'use strict';

const { query } = require('../db/pool');
const { HttpError } = require('../middleware/errors');

const summary = ({ id, title, author, year }) => ({ id, title, author, year });

async function listBooks({ author }, { page, size, offset }) {
  const where = author === undefined ? '' : 'WHERE author ILIKE $3';
  const values = author === undefined ? [size, offset] : [size, offset, `%${author}%`];
  const { rows } = await query(`SELECT * FROM books ${where} ORDER BY title LIMIT $1 OFFSET $2`, values);
  const total = await countBooks(author);
  return { page, pages: Math.ceil(total / size), total, books: rows.map(summary) };
}

async function countBooks(author) {
  const { rows } = await query('SELECT count(*) AS total FROM books WHERE $1::text IS NULL OR author ILIKE $1', [
    author === undefined ? null : `%${author}%`,
  ]);
  return Number(rows[0].total);
}

async function findBook(id) {
  const { rows } = await query('SELECT * FROM books WHERE id = $1', [id]);
  if (rows.length === 0) throw new HttpError(404, `no book ${id}`);
  return rows[0];
}

async function bookDetail(id) {
  const book = await findBook(id);
  const { rows } = await query('SELECT id FROM loans WHERE book_id = $1 AND returned_on IS NULL', [id]);
  return {
    ...summary(book),
    isbn: book.isbn,
    subjects: book.subjects.map((subject) => subject.toUpperCase()),
    onShelf: book.copies - rows.length,
  };
}

async function addBook({ isbn, title, author, year }) {
  const { rows } = await query(
    `INSERT INTO books (id, isbn, title, author, year, copies, value_cents)
     VALUES ((SELECT max(id) + 1 FROM books), $1, $2, $3, $4, 1, 0)
     ON CONFLICT (isbn) DO UPDATE SET copies = books.copies RETURNING *`,
    [isbn, title, author, year],
  );
  return summary(rows[0]);
}

module.exports = { listBooks, findBook, bookDetail, addBook };
