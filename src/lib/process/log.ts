import { createRequire } from 'node:module';
import { isatty } from 'node:tty';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { PrettyOptions } from 'pino-pretty';

export type { Logger };

/** How lines are written: for programs, for people, or for people where standard error is a terminal. */
export type LogFormat = 'json' | 'pretty' | 'auto';

const STANDARD_ERROR = 2;

/**
 * Opens a log on standard error, so that standard output stays free for output that people and scripts read. Lines that cannot be written,
 * as on a full disk, are lost without further harm.
 */
export function openLog(level: string, format: LogFormat = 'json'): Logger {
  const form = { level, base: { pid: process.pid }, timestamp: pino.stdTimeFunctions.isoTime };
  const destination = openStandardError();
  const isPretty = format === 'pretty' || (format === 'auto' && isatty(STANDARD_ERROR));
  return pino(form, isPretty ? forPeople(destination) : destination);
}

/** The package's own destination ends the process when a write fails, and listened to it keeps every line from then on in memory. */
function openStandardError(): DestinationStream {
  const open = () =>
    pino.destination({ fd: STANDARD_ERROR, sync: true }).once('error', () => {
      current = open();
    });
  let current = open();
  return { write: (line) => void current.write(line) };
}

type Colors = Readonly<Record<'red' | 'yellow' | 'green' | 'gray', (text: string) => string>>;

/** The fields of a line beside the time, the level and the process. */
type Fields = Readonly<Record<string, unknown>>;

/** The package is loaded here, because a service that writes for programs shall not wait for it. */
function forPeople(destination: DestinationStream): DestinationStream {
  const { prettyFactory, isColorSupported }: typeof import('pino-pretty') = createRequire(import.meta.url)(
    'pino-pretty',
  );
  const options: PrettyOptions = {
    colorize: isatty(STANDARD_ERROR) && isColorSupported,
    customColors: { message: 'reset', info: 'gray' },
    translateTime: 'SYS:HH:MM:ss',
    ignore: 'pid',
  };
  const ofRequest = prettyFactory({
    ...options,
    hideObject: true,
    messageFormat: (fields, _key, _level, { colors }) => requestText(fields, colors),
  });
  const ofOther = prettyFactory({ ...options, singleLine: true });
  return {
    write: (line) => {
      const fields: Fields = JSON.parse(line, (_name, value) => (typeof value === 'string' ? harmless(value) : value));
      destination.write((fields.msg === 'request' ? ofRequest : ofOther)(fields));
    },
  };
}

/** A request in one line: its question, its answer, its duration and its cost. */
function requestText(fields: Fields, colors: Colors): string {
  const shown = (name: string): string => String(fields[name]);
  const status = Number(fields.status);
  const paint = status >= 500 ? colors.red : status >= 400 ? colors.yellow : colors.green;
  const more = ['code', 'kind', 'verdict', 'checks'].filter((name) => fields[name] !== undefined).map(shown);
  if (fields.charged_usdc !== undefined) more.push(`${shown('charged_usdc')} USDC`);
  if (fields.replayed) more.push('replayed');
  if (fields.aborted) more.push('aborted by the caller');
  const parts = [paint(shown('status')), shown('method').padEnd(4), shown('path'), colors.gray(`${shown('ms')} ms`)];
  return [...parts, ...more].join(' ');
}

/** Text of callers and of the chain must not steer a terminal. */
function harmless(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, (char) => (char === '\n' || char === '\t' ? char : '\ufffd'));
}
