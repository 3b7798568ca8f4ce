'use strict';

const config = require('../config');
const { query, inTransaction } = require('../db/pool');
const { addDays, daysBetween } = require('../lib/days');
const { HttpError } = require('../middleware/errors');
const { findBook } = require('./catalogue');
const { depositRates } = require('./deposits');
const { findMember } = require('./members');

async function quote({ bookId, memberId, on }) {
  const book = await findBook(bookId);
  const member = await findMember(memberId);
  const depositCents = Math.round(Number(book.value_cents) * depositRates[member.tier]);
  return { title: book.title, member: member.name, due: addDays(on, config.loanDays), depositCents };
}

async function overdue(on) {
  const { rows } = await query(
    `SELECT l.id, b.title, m.name AS member, l.due_on
     FROM loans l
     JOIN books b ON b.id = l.book_id
     JOIN members m ON m.id = l.member_id
     WHERE l.returned_on IS NULL AND l.due_on < $1
     ORDER BY l.due_on`,
    [on],
  );
  return rows.map(({ id, title, member, due_on }) => ({ id, title, member, daysLate: daysBetween(due_on, on) }));
}

async function lend(request) {
  const { due, depositCents } = await quote(request);
  return inTransaction(async (client) => {
    const { rows: books } = await client.query('SELECT copies FROM books WHERE id = $1 FOR UPDATE', [request.bookId]);
    const { rows: open } = await client.query('SELECT id FROM loans WHERE book_id = $1 AND returned_on IS NULL', [
      request.bookId,
    ]);
    if (open.length >= books[0].copies) throw new HttpError(409, 'no copy on the shelf');
    const { rows } = await client.query(
      `INSERT INTO loans (book_id, member_id, lent_on, due_on, deposit_cents)
       VALUES ($1, $2, $3, $4, $5) RETURNING id`,
      [request.bookId, request.memberId, request.on, due, depositCents],
    );
    return { id: rows[0].id, due, depositCents };
  });
}

module.exports = { quote, overdue, lend };
