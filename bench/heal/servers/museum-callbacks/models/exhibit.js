function Exhibit(row) {
  this.id = row.id;
  this.name = row.name;
  this.room = row.room;
  this.year = row.year;
  this.story = row.story || 'Nothing is known.';
}

Exhibit.prototype.age = function () {
  return 2026 - this.year;
};

Exhibit.prototype.summary = function () {
  return { id: this.id, name: this.name, room: this.room };
};

module.exports = Exhibit;
