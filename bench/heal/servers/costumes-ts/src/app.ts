import express from 'express';
import { errorHandler } from './http/errors.ts';
import { costumeRoutes } from './http/costumes.routes.ts';
import { loanRoutes } from './http/loans.routes.ts';
import { memberRoutes } from './http/members.routes.ts';
import { reportRoutes } from './http/reports.routes.ts';
import { CostumeService } from './services/costume-service.ts';
import { LoanService } from './services/loan-service.ts';
import { MemberService } from './services/member-service.ts';
import { ReportService } from './services/report-service.ts';
import type { Store } from './store/store.ts';

export function createApp(store: Store) {
  const costumes = new CostumeService(store);
  const members = new MemberService(store);
  const loans = new LoanService(store, costumes, members);
  const reports = new ReportService(store, loans);

  const app = express();
  app.use(express.json());
  app.use('/costumes', costumeRoutes(costumes));
  app.use('/members', memberRoutes(members, loans));
  app.use('/loans', loanRoutes(loans));
  app.use('/reports', reportRoutes(reports));
  app.use((_req, res) => {
    res.status(404).json({ error: 'no such route' });
  });
  app.use(errorHandler);
  return app;
}
