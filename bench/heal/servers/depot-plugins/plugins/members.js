'use strict';

exports.name = 'members';

exports.register = (router, { store }) => {
  const { members, loans, tools } = store;

  function load(ctx) {
    ctx.state.member = members.find(Number(ctx.params.id));
    if (ctx.state.member === null) ctx.fail(404, 'No such member');
  }

  const card = ({ id, name, email, address }) => ({
    id,
    name: `${name.first} ${name.last}`,
    contact: email ?? 'none',
    city: address?.city ?? null,
  });

  router.get('/members', (ctx) => {
    const rows = [...members.rows].sort((a, b) => a.name.last.localeCompare(b.name.last));
    ctx.json(rows.map(card));
  });

  router.get('/members/:id', load, (ctx) => {
    const { member } = ctx.state;
    const open = loans.openOf(member.id);
    ctx.json({
      ...card(member),
      loans: open.map((loan) => ({ tool: tools.find(loan.tool).name, due: loans.dueOf(loan), fine: loans.fineOf(loan) })),
      owes: open.reduce((sum, loan) => sum + loans.fineOf(loan), 0),
    });
  });
};
