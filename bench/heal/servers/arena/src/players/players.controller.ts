import { Controller, Get, Inject, NotFoundException, Param, Query } from '@nestjs/common';
import { SeasonPipe } from '../common/season.pipe.ts';
import { LadderService } from './ladder.service.ts';
import { PlayersService } from './players.service.ts';
import { change, winRate } from './rating.ts';

@Controller('players')
export class PlayersController {
  constructor(
    @Inject(PlayersService) private readonly players: PlayersService,
    @Inject(LadderService) private readonly ladder: LadderService,
  ) {}

  @Get(':id')
  async profile(@Param('id') id: string, @Query('season', SeasonPipe) season: string) {
    const player = await this.players.get(id);
    return {
      id,
      name: player.name,
      joined: player.joined.toISOString().slice(0, 10),
      winRate: winRate(player.wins, player.losses),
      rating: await this.ladder.rating(season, id),
    };
  }

  @Get(':id/against/:other')
  async against(@Param('id') id: string, @Param('other') other: string, @Query('season', SeasonPipe) season: string) {
    const [own, theirs] = await Promise.all([this.ladder.rating(season, id), this.ladder.rating(season, other)]);
    if (own === null || theirs === null) throw new NotFoundException('both must be on the ladder');
    return { ifWon: change(own, theirs, true), ifLost: change(own, theirs, false) };
  }
}
