import { Controller, Get, Inject, Query } from '@nestjs/common';
import { SeasonPipe } from '../common/season.pipe.ts';
import { WholePipe } from '../common/whole.pipe.ts';
import { LadderService } from './ladder.service.ts';
import { PlayersService } from './players.service.ts';

@Controller('ladder')
export class LadderController {
  constructor(
    @Inject(LadderService) private readonly ladder: LadderService,
    @Inject(PlayersService) private readonly players: PlayersService,
  ) {}

  @Get()
  async top(@Query('season', SeasonPipe) season: string, @Query('count', new WholePipe(3)) count: number) {
    const rungs = await this.ladder.top(season, count);
    const rows = await Promise.all(
      rungs.map(async ({ rank, player, rating }) => {
        const { name, clan } = await this.players.get(player);
        return { rank, name: clan === null ? name : `[${clan.toUpperCase()}] ${name}`, rating };
      }),
    );
    return { season, rows };
  }
}
