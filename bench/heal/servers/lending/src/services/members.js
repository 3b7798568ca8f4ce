'use strict';

const { query } = require('../db/pool');
const { HttpError } = require('../middleware/errors');
const { depositRates } = require('./deposits');

async function findMember(id) {
  const { rows } = await query('SELECT * FROM members WHERE id = $1', [id]);
  if (rows.length === 0) throw new HttpError(404, `no member ${id}`);
  return rows[0];
}

async function loansOf(memberId) {
  const { rows } = await query(
    `SELECT l.id, l.book_id, b.title, l.lent_on, l.due_on, l.returned_on, l.deposit_cents
     FROM loans l JOIN books b ON b.id = l.book_id
     WHERE l.member_id = $1 ORDER BY l.due_on, l.id`,
    [memberId],
  );
  return rows;
}

async function memberDetail(id) {
  const member = await findMember(id);
  const loans = await loansOf(id);
  const open = loans.filter((loan) => loan.returned_on === null);
  return {
    id: member.id,
    name: member.name,
    tier: member.tier,
    since: Number(member.joined_on.slice(0, 4)),
    depositCents: open.reduce((sum, loan) => sum + Number(loan.deposit_cents), 0),
    open: open.map(({ id, title, due_on }) => ({ id, title, due: due_on })),
  };
}

async function memberCard(id) {
  const member = await findMember(id);
  const sponsor = member.sponsor_id === null ? null : await findMember(member.sponsor_id);
  return {
    number: `${member.tier[0].toUpperCase()}-${String(member.id).padStart(5, '0')}`,
    name: member.name,
    address: member.address ? `${member.address.street}, ${member.address.town}` : 'at the desk',
    sponsor: sponsor?.name ?? null,
    depositPercent: depositRates[member.tier] * 100,
  };
}

module.exports = { findMember, loansOf, memberDetail, memberCard };
