import { type CanActivate, type ExecutionContext, Inject, Injectable, ServiceUnavailableException } from '@nestjs/common';
import { SETTINGS, type Settings } from '../config/settings';

@Injectable()
export class MaintenanceGuard implements CanActivate {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  canActivate(context: ExecutionContext): boolean {
    const { active, until } = this.settings.maintenance;
    const { path } = context.switchToHttp().getRequest();
    if (active && path !== '/health') {
      throw new ServiceUnavailableException(`Closed for maintenance${until ? ` until ${until}` : ''}`);
    }
    return true;
  }
}
