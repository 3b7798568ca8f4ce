var EventEmitter = require('events').EventEmitter;
var util = require('util');

function Audit() {
  EventEmitter.call(this);
  this.counts = { seen: {}, noted: {}, sold: {} };
  this.on('seen', (id) => this.count('seen', id));
  this.on('noted', (id) => this.count('noted', id));
  this.on('sold', (id) => this.count('sold', id));
}
util.inherits(Audit, EventEmitter);

Audit.prototype.count = function (kind, id) {
  this.counts[kind][id] = (this.counts[kind][id] || 0) + 1;
};

Audit.prototype.seen = function (id) {
  return this.counts.seen[id] || 0;
};

Audit.prototype.total = function () {
  return Object.values(this.counts).reduce((sum, kind) => sum + Object.values(kind).reduce((a, b) => a + b, 0), 0);
};

module.exports = new Audit();
