import express from 'express';
import { settings } from './settings.js';
import { openDatabase } from './lib/database.js';
import { BookRepository } from './lib/books.js';
import { LoanRepository } from './lib/loans.js';
import { requestId } from './middleware/request-id.js';
import requireAdmin from './middleware/require-admin.js';
import { errorHandler, notFoundHandler } from './middleware/errors.js';
import { bookRoutes } from './routes/books.js';
import { loanRoutes } from './routes/loans.js';
import { adminRoutes } from './routes/admin.js';

const db = openDatabase(settings.dbFile);
const books = new BookRepository(db);
const loans = new LoanRepository(db, settings.loanDays);

const app = express();
app.use(requestId);
app.use(express.json());
app.get('/health', (req, res) => res.json({ ok: true }));
app.use('/books', bookRoutes(books));
app.use('/', loanRoutes(loans, books));
app.use('/admin', requireAdmin(settings.adminToken), adminRoutes(books, loans));
app.use(notFoundHandler);
app.use(errorHandler);

app.listen(settings.port, () => console.log(`library-api listens on ${settings.port}`));
