import { Module, type MiddlewareConsumer, type NestModule } from '@nestjs/common';
import { AdminController } from './players/admin.controller.ts';
import { AuthController } from './auth/auth.controller.ts';
import { HealthController } from './common/health.controller.ts';
import { LadderController } from './players/ladder.controller.ts';
import { LadderService } from './players/ladder.service.ts';
import { MatchesController } from './matches/matches.controller.ts';
import { MatchesService } from './matches/matches.service.ts';
import { PlayersController } from './players/players.controller.ts';
import { PlayersService } from './players/players.service.ts';
import { SessionMiddleware } from './auth/session.middleware.ts';
import { SessionsService } from './auth/sessions.service.ts';
import { StoreModule } from './store/store.module.ts';

@Module({
  imports: [StoreModule],
  controllers: [
    HealthController,
    AuthController,
    PlayersController,
    LadderController,
    MatchesController,
    AdminController,
  ],
  providers: [PlayersService, LadderService, MatchesService, SessionsService],
})
export class AppModule implements NestModule {
  configure(consumer: MiddlewareConsumer) {
    consumer.apply(SessionMiddleware).forRoutes('auth/me', 'admin/*path');
  }
}
