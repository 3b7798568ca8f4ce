import { BadRequestException, Body, Controller, Get, Inject, Param, Put, UseGuards } from '@nestjs/common';
import { RolesGuard } from '../auth/roles.guard.ts';
import { MatchesService } from '../matches/matches.service.ts';
import { settings } from '../settings.ts';
import { PlayersService } from './players.service.ts';

@Controller('admin')
@UseGuards(new RolesGuard('admin'))
export class AdminController {
  constructor(
    @Inject(PlayersService) private readonly players: PlayersService,
    @Inject(MatchesService) private readonly matches: MatchesService,
  ) {}

  @Get('overview')
  async overview() {
    const matches = await this.matches.of(settings.season);
    return { season: settings.season, matches: matches.length, seconds: this.matches.secondsOf(matches) };
  }

  @Put('players/:id/name')
  async rename(@Param('id') id: string, @Body() body: { name?: string }) {
    const name = body.name?.trim() ?? '';
    if (name.length < 2) throw new BadRequestException('a name has two letters or more');
    return { id, name: await this.players.rename(id, name) };
  }
}
