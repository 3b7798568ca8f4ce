'use strict';

class Pages {
  constructor() {
    this.name = 'pages';
  }

  register(router, { store, views, settings }) {
    this.store = store;
    this.views = views;
    this.settings = settings;
    router.get('/pages/board', this.board.bind(this));
    router.get('/pages/tools/:id', (ctx) => this.tool(ctx));
  }

  board(ctx) {
    const items = this.store.loans
      .where(({ returned }) => returned === null)
      .map((loan) => `<li>${this.store.tools.find(loan.tool).name}: ${this.store.loans.dueOf(loan)}</li>`);
    ctx.html(this.views.page('board', 'Out now', { items: items.join('\n') }));
  }

  tool(ctx) {
    const tool = this.store.tools.find(ctx.params.id);
    if (!tool) return ctx.fail(404, 'No such tool');
    const loan = this.store.loans.current(tool.id);
    ctx.html(
      this.views.page('tool', tool.name, {
        ...tool,
        category: this.settings.categories[tool.category],
        state: loan ? `out until ${this.store.loans.dueOf(loan)}` : 'available',
      }),
    );
  }
}

module.exports = new Pages();
