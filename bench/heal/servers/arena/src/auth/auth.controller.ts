import { BadRequestException, Body, Controller, Get, HttpCode, Inject, Post, Req, UnauthorizedException, UseGuards } from '@nestjs/common';
import { PlayersService } from '../players/players.service.ts';
import { RolesGuard } from './roles.guard.ts';
import type { WithSession } from './session.middleware.ts';
import { SessionsService } from './sessions.service.ts';

interface Login {
  id?: string;
  pin?: string;
}

@Controller('auth')
export class AuthController {
  constructor(
    @Inject(PlayersService) private readonly players: PlayersService,
    @Inject(SessionsService) private readonly sessions: SessionsService,
  ) {}

  @Post('login')
  @HttpCode(200)
  async login(@Body() body: Login) {
    const { id, pin } = body;
    if (!id || !pin) throw new BadRequestException('id and pin are needed');
    const player = await this.players.find(id);
    if (player === null || player.pin !== pin) throw new UnauthorizedException('wrong id or pin');
    const token = await this.sessions.open({ player: player.id, role: player.role });
    return { player: player.id, role: player.role, tokenLength: token.length };
  }

  @Get('me')
  @UseGuards(new RolesGuard('player', 'admin'))
  async me(@Req() request: WithSession) {
    const { player, role } = request.session!;
    const { name } = await this.players.get(player);
    return { player, name, role };
  }
}
