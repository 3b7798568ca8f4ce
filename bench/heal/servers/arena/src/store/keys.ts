export const keys = {
  player: (id: string) => `player:${id}`,
  ladder: (season: string) => `ladder:${season}`,
  matches: (season: string) => `matches:${season}`,
  session: (token: string) => `session:${token}`,
};
