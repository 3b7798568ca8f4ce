import { TicketService } from './services/tickets.js';

export const tickets = new TicketService([
  {
    title: 'Login page is blank',
    priority: 'high',
    status: 'pending',
    reporter: 'ann@example.com',
    assignee: 'mia',
    labels: ['web', 'bug'],
    comments: [
      { author: 'mia', text: 'Looking into it', at: '2026-03-01T09:30:00.000Z' },
      { author: 'ann', text: 'Thanks!', at: '2026-03-01T09:45:00.000Z' },
    ],
    createdAt: '2026-03-01T09:00:00.000Z',
  },
  {
    title: 'Invoice has wrong VAT',
    priority: 'normal',
    status: 'closed',
    reporter: 'tom@example.com',
    assignee: 'lee',
    labels: ['billing'],
    comments: [{ author: 'lee', text: 'Fixed', at: '2026-03-02T16:00:00.000Z' }],
    createdAt: '2026-03-02T10:00:00.000Z',
    closedAt: '2026-03-02T16:30:00.000Z',
  },
  {
    title: 'Dark mode please',
    priority: 'low',
    status: 'open',
    reporter: 'zoe@example.com',
    labels: [],
    comments: [],
    createdAt: '2026-03-03T08:00:00.000Z',
  },
]);
