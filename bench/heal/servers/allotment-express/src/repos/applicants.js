function toApplicant({ id, name, wanted, created }) {
  return { id, name, created, wanted: wanted === null ? {} : JSON.parse(wanted) };
}

export function applicantRepository(db) {
  return {
    async list() {
      const rows = await db.many('SELECT * FROM applicants ORDER BY created, id');
      return rows.map(toApplicant);
    },

    async get(id) {
      const row = await db.one('SELECT * FROM applicants WHERE id = ?', [id]);
      return row ? toApplicant(row) : null;
    },

    async add({ name, wanted, created }) {
      const { id } = await db.execute('INSERT INTO applicants (name, wanted, created) VALUES (?, ?, ?)', [
        name,
        wanted ? JSON.stringify(wanted) : null,
        created,
      ]);
      return this.get(id);
    },

    remove: (id) => db.execute('DELETE FROM applicants WHERE id = ?', [id]),
  };
}
