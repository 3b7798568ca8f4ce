const BaseController = require('./base');
const { clock } = require('../format');

class ActsController extends BaseController {
  constructor(translator, programme) {
    super(translator);
    this.programme = programme;
  }

  list = (request, response) => {
    const page = Number(request.query.page || 1);
    response.json({ page, acts: this.programme.page(page) });
  };

  show = (request, response) => {
    const act = this.programme.find(Number(request.params.id));
    if (!act) return this.fail(request, response, 404, 'errors.actNotFound', { id: request.params.id });
    response.json({ ...act, fee: undefined, at: clock(act.startsAt) });
  };

  unpaid = (request, response) => {
    const rows = [...this.programme.unpaid()];
    response.json({ rows, total: rows.reduce((sum, row) => sum + row.amount, 0) });
  };

  stages = (request, response) => {
    response.json(this.programme.byStage());
  };
}

module.exports = { ActsController };
