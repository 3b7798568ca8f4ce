import { createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import type { Role } from './staff.service';

export const ROLES = 'roles';
export const PUBLIC = 'public';

export const Roles = (...roles: Role[]) => SetMetadata(ROLES, roles);
export const Public = () => SetMetadata(PUBLIC, true);

export const CurrentStaff = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest().staff,
);
