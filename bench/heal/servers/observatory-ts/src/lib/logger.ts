const levels = ['debug', 'info', 'warn', 'error'] as const;
export type Level = (typeof levels)[number];
export type Logger = Record<Level, (message: string) => void>;

export function createLogger(threshold: Level): Logger {
  const write = (level: Level) => (message: string) => {
    if (levels.indexOf(level) >= levels.indexOf(threshold)) console.error(`${level.toUpperCase()} ${message}`);
  };
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
}
