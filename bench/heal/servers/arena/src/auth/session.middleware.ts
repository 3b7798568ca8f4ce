import { Inject, Injectable, type NestMiddleware } from '@nestjs/common';
import { SessionsService, type Session } from './sessions.service.ts';

export interface WithSession {
  headers: Record<string, string | undefined>;
  session: Session | null;
}

@Injectable()
export class SessionMiddleware implements NestMiddleware {
  constructor(@Inject(SessionsService) private readonly sessions: SessionsService) {}

  async use(request: WithSession, _response: unknown, next: () => void) {
    const [, token] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '') ?? [];
    request.session = token === undefined ? null : await this.sessions.read(token);
    next();
  }
}
