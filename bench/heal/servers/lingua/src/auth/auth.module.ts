import { Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { AuthGuard } from './auth.guard';
import { MaintenanceGuard } from './maintenance.guard';
import { RolesGuard } from './roles.guard';
import { StaffService } from './staff.service';

@Global()
@Module({
  providers: [
    StaffService,
    { provide: APP_GUARD, useClass: MaintenanceGuard },
    { provide: APP_GUARD, useClass: AuthGuard },
    { provide: APP_GUARD, useClass: RolesGuard },
  ],
  exports: [StaffService],
})
export class AuthModule {}
