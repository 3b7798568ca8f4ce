import { load } from '../core/storage.js';

export function summary({ id, subject, status, priority, assignee }) {
  return { id, subject, status, priority, assignee: assignee ?? 'nobody' };
}

export function references(text) {
  return [...text.matchAll(/#(\d+)/g)].map(([, number]) => Number(number));
}

export async function detail(ticket) {
  const agents = await load('agents');
  const agent = agents.find(({ login }) => login === ticket.assignee);
  return {
    ...summary(ticket),
    team: agent?.team ?? null,
    tags: ticket.tags.join(', '),
    messages: ticket.messages.length,
    rating: ticket.rating ?? null,
  };
}

export function thread(ticket) {
  return ticket.messages.map(({ from, at, text }) => ({
    from,
    day: at.slice(0, 10),
    words: text.split(/\s+/).length,
    references: references(text),
  }));
}
