import type { Agent } from '../types.js';

const agents: Agent[] = [
  { handle: 'mia', name: 'Mia Wong', team: { id: 'web', lead: 'mia' }, apiKey: 'key-mia' },
  { handle: 'raj', name: 'Raj Patel', team: { id: 'web', lead: 'mia' }, apiKey: 'key-raj' },
  { handle: 'lee', name: 'Lee Park', apiKey: 'key-lee' },
];

export function findAgent(handle: string): Agent | undefined {
  return agents.find((agent) => agent.handle === handle);
}

export function agentByKey(key: string): Agent | undefined {
  return agents.find((agent) => agent.apiKey === key);
}

export function teamOf(handle: string): string | null {
  const agent = findAgent(handle);
  return agent?.team?.id ?? null;
}

export function listAgents(): Agent[] {
  return agents;
}
