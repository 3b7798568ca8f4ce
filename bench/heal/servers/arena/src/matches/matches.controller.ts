import { Controller, Get, Inject, Param, Query } from '@nestjs/common';
import { SeasonPipe } from '../common/season.pipe.ts';
import { WholePipe } from '../common/whole.pipe.ts';
import { PlayersService } from '../players/players.service.ts';
import { MatchesService } from './matches.service.ts';
import { longestStreak } from './streaks.ts';

@Controller('matches')
export class MatchesController {
  constructor(
    @Inject(MatchesService) private readonly matches: MatchesService,
    @Inject(PlayersService) private readonly players: PlayersService,
  ) {}

  @Get()
  async latest(@Query('season', SeasonPipe) season: string, @Query('count', new WholePipe(2)) count: number) {
    const all = await this.matches.of(season);
    const sorted = all.sort((a, b) => b.at.localeCompare(a.at));
    return sorted.slice(0, count).map(({ id, winner, map }) => ({ id, winner, map: map?.name ?? 'random' }));
  }

  @Get('of/:player')
  async record(@Param('player') id: string, @Query('season', SeasonPipe) season: string) {
    const player = await this.players.get(id);
    const matches = await this.matches.ofPlayer(season, id);
    const won = matches.filter(({ winner }) => winner === id);
    return {
      name: player.name,
      played: matches.length,
      won: won.length,
      streak: longestStreak(matches, id),
      minutes: Math.round(this.matches.secondsOf(matches) / 60),
    };
  }
}
