export type Priority = 'low' | 'normal' | 'high';
export type Status = 'open' | 'pending' | 'closed';

export interface Comment {
  author: string;
  text: string;
  at: string;
}

export interface Ticket {
  id: number;
  title: string;
  priority: Priority;
  status: Status;
  reporter: string;
  assignee?: string;
  labels: string[];
  comments: Comment[];
  createdAt: string;
  closedAt?: string;
}

export interface Agent {
  handle: string;
  name: string;
  team?: { id: string; lead: string };
  apiKey: string;
}
