import { cellsOf, printable } from './terminal.ts';

/** The stream that a person watches. */
export interface Watched {
  readonly isTty: boolean;
  readonly columns: number;
  readonly write: (text: string) => void;
}

/** A line that says what is being waited for, and for how long already. */
export interface ProgressLine {
  readonly begin: (what: string) => void;
  readonly note: (what: string) => void;
  /** Takes the line away. */
  readonly end: () => void;
}

/** What takes less than this shows nothing. */
const QUIET_MS = 1_000;
const TICK_MS = 120;
const FRAMES = ['|', '/', '-', '\\'];
/** To the first cell of the line, and erase it (ECMA-48 EL). */
const CLEAR = '\r\u001b[2K';

const silent: ProgressLine = { begin: () => undefined, note: () => undefined, end: () => undefined };

/** Progress on a stream; nothing at all where nobody watches it. */
export function openProgress(stream: Watched, now: () => number): ProgressLine {
  if (!stream.isTty) return silent;
  let timer: NodeJS.Timeout | null = null;
  let label = '';
  let began = 0;
  let frame = 0;
  let isShown = false;
  const tick = (): void => {
    const elapsed = now() - began;
    if (elapsed < QUIET_MS) return;
    frame = (frame + 1) % FRAMES.length;
    isShown = true;
    stream.write(`${CLEAR}${fitted(`${FRAMES[frame]} ${Math.floor(elapsed / 1_000)} s  ${label}`, stream.columns)}`);
  };
  const end = (): void => {
    if (timer) clearInterval(timer);
    timer = null;
    if (isShown) stream.write(CLEAR);
    isShown = false;
  };
  const begin = (what: string): void => {
    end();
    label = printable(what, 200);
    began = now();
    timer = setInterval(tick, TICK_MS);
    timer.unref();
  };
  const note = (what: string): void => {
    label = printable(what, 200);
  };
  return { begin, note, end };
}

/** As much of a text as fits on one line: a line that wraps could not be erased again. */
function fitted(text: string, columns: number): string {
  let shown = '';
  let cells = 0;
  for (const letter of text) {
    cells += cellsOf(letter);
    if (cells >= columns) return shown;
    shown += letter;
  }
  return shown;
}
