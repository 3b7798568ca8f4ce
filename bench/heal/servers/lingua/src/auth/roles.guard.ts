import { type CanActivate, type ExecutionContext, ForbiddenException, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ROLES } from './roles.decorator';
import type { Role } from './staff.service';

@Injectable()
export class RolesGuard implements CanActivate {
  constructor(@Inject(Reflector) private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const roles = this.reflector.getAllAndOverride<Role[]>(ROLES, [context.getHandler(), context.getClass()]);
    if (roles === undefined) return true;
    const { staff } = context.switchToHttp().getRequest();
    if (!roles.includes(staff.role)) {
      throw new ForbiddenException(`${staff.name.split(' ')[0]} may not do this`);
    }
    return true;
  }
}
