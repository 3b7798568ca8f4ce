import { env } from '../env.js';
import type { Comment, Priority, Status, Ticket } from '../types.js';

const hourMs = 3_600_000;

export interface NewTicket {
  title: string;
  priority: Priority;
  reporter: string;
  labels?: string[];
}

export class TicketService {
  private tickets = new Map<number, Ticket>();
  private nextId = 1;

  constructor(seed: Omit<Ticket, 'id'>[]) {
    for (const ticket of seed) this.save({ id: this.nextId++, ...ticket });
  }

  private save(ticket: Ticket): Ticket {
    this.tickets.set(ticket.id, ticket);
    return ticket;
  }

  get(id: number): Ticket | undefined {
    return this.tickets.get(id);
  }

  list({ status, label }: { status?: string; label?: string } = {}): Ticket[] {
    return [...this.tickets.values()].filter(
      (ticket) => (!status || ticket.status === status) && (!label || ticket.labels.includes(label)),
    );
  }

  create({ title, priority, reporter, labels }: NewTicket): Ticket {
    return this.save({
      id: this.nextId++,
      title,
      priority,
      status: 'open',
      reporter,
      labels: labels ?? [],
      comments: [],
      createdAt: new Date().toISOString(),
    });
  }

  assign(ticket: Ticket, handle: string): Ticket {
    return this.save({ ...ticket, assignee: handle, status: 'pending' });
  }

  comment(ticket: Ticket, author: string, text: string): Comment {
    const comment = { author, text, at: new Date().toISOString() };
    this.save({ ...ticket, comments: [...ticket.comments, comment] });
    return comment;
  }

  dueAt(ticket: Ticket): string {
    const opened = new Date(ticket.createdAt).getTime();
    return new Date(opened + env.slaHours[ticket.priority] * hourMs).toISOString();
  }

  lastComment(ticket: Ticket): string | null {
    const last = ticket.comments[ticket.comments.length - 1];
    return last ? last.text : null;
  }

  counts(): Record<Status, number> {
    const counts: Record<Status, number> = { open: 0, pending: 0, closed: 0 };
    for (const ticket of this.tickets.values()) counts[ticket.status] += 1;
    return counts;
  }

  meanHoursToClose(): number | null {
    const closed = this.list({ status: 'closed' });
    if (closed.length === 0) return null;
    const total = closed.reduce((sum, ticket) => sum + (Date.parse(ticket.closedAt!) - Date.parse(ticket.createdAt)), 0);
    return Math.round((total / closed.length / hourMs) * 10) / 10;
  }
}
