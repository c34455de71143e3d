import { type Logger, pino } from 'pino';

export type { Logger };

/** Structured lines on standard error, so that standard output keeps what a person or a script reads. */
export function openLog(level: string): Logger {
  return pino(
    { level, base: { pid: process.pid }, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ fd: 2, sync: true }),
  );
}
