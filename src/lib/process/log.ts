import { type DestinationStream, type Logger, pino } from 'pino';

export type { Logger };

/**
 * Opens a log of structured lines on standard error, so that standard output stays free for what people and scripts read. Lines
 * that cannot be written, as on a full disk, are lost without further harm.
 */
export function openLog(level: string): Logger {
  const form = { level, base: { pid: process.pid }, timestamp: pino.stdTimeFunctions.isoTime };
  return pino(form, openStandardError());
}

/** The package's own destination ends the process when a write fails, and listened to it keeps every line from then on in memory. */
function openStandardError(): DestinationStream {
  const open = () =>
    pino.destination({ fd: 2, sync: true }).once('error', () => {
      current = open();
    });
  let current = open();
  return { write: (line) => void current.write(line) };
}
