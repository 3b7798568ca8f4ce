const fs = require('node:fs');
const path = require('node:path');
const { summarize } = require('../format');

class Programme {
  constructor(settings) {
    const file = path.join(__dirname, '..', '..', settings.file);
    const { stages, acts } = JSON.parse(fs.readFileSync(file, 'utf8'));
    this.stages = stages;
    this.acts = acts;
    this.pageSize = settings.pageSize;
  }

  page(number) {
    const from = (number - 1) * this.pageSize;
    return this.acts.slice(from, from + this.pageSize).map((act) => summarize(act, this.stages[act.stageId]));
  }

  find(id) {
    return this.acts.find((act) => act.id === id) || null;
  }

  *unpaid() {
    for (const act of this.acts) {
      if (!act.fee.paid) yield { name: act.name, amount: act.fee.amount };
    }
  }

  byStage() {
    const found = {};
    for (const [id, stage] of Object.entries(this.stages)) {
      found[stage.title] = this.acts.filter((act) => act.stageId === id).map((act) => act.name);
    }
    return found;
  }
}

module.exports = Programme;
