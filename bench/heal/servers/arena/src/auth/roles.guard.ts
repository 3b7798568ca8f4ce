import { ForbiddenException, UnauthorizedException, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { WithSession } from './session.middleware.ts';
import type { Session } from './sessions.service.ts';

export class RolesGuard implements CanActivate {
  private readonly roles: Session['role'][];

  constructor(...roles: Session['role'][]) {
    this.roles = roles;
  }

  canActivate(context: ExecutionContext): boolean {
    const { session } = context.switchToHttp().getRequest<WithSession>();
    if (session === null) throw new UnauthorizedException('log in first');
    if (!this.roles.includes(session.role)) throw new ForbiddenException(`not for ${session.role}`);
    return true;
  }
}
