const pageSize = 3;

export class BookRepository {
  constructor(db) {
    this.db = db;
  }

  search(text, page) {
    const rows = this.db
      .prepare(
        `SELECT b.id, b.title, b.year, b.copies, b.tags, a.name AS author
           FROM books b JOIN authors a ON a.id = b.author_id
          WHERE b.title LIKE ? OR a.name LIKE ?
          ORDER BY b.title LIMIT ? OFFSET ?`,
      )
      .all(`%${text}%`, `%${text}%`, pageSize, (page - 1) * pageSize);
    return rows.map(toBook);
  }

  find(id) {
    const row = this.db
      .prepare(
        `SELECT b.id, b.title, b.year, b.copies, b.tags, a.name AS author
           FROM books b JOIN authors a ON a.id = b.author_id WHERE b.id = ?`,
      )
      .get(id);
    return row ? toBook(row) : null;
  }

  available(id) {
    const { lent } = this.db
      .prepare('SELECT count(*) AS lent FROM loans WHERE book_id = ? AND returned_on IS NULL')
      .get(id);
    return this.find(id).copies - lent;
  }

  byDecade() {
    return this.db
      .prepare('SELECT (year / 10) * 10 AS decade, count(*) AS books FROM books GROUP BY decade ORDER BY decade')
      .all();
  }

  add({ title, authorId, year }) {
    const { lastInsertRowid } = this.db
      .prepare('INSERT INTO books (title, author_id, year) VALUES (?, ?, ?)')
      .run(title, authorId, year);
    return this.find(Number(lastInsertRowid));
  }
}

export function toBook(row) {
  const tags = row.tags ? JSON.parse(row.tags) : [];
  return { id: row.id, title: row.title, author: row.author, year: row.year, copies: row.copies, tags };
}
