import type { Role } from '../settings.ts';

export interface Env {
  Variables: {
    requestId: string;
    role: Role;
  };
}
