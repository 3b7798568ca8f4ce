const write = (level) => (message) => console.log(`[${level}] ${message}`);

export const log = { info: write('info'), warn: write('warn') };
