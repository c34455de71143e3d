import { readFileSync } from 'node:fs';

/** A fenced block: the words after the three backticks, its lines, and the line of the page on which it begins. */
export interface Fence {
  readonly info: readonly string[];
  readonly text: string;
  readonly line: number;
}

/** A page of the documentation, taken apart. */
export interface Markdown {
  readonly fences: readonly Fence[];
  /** The anchors of its headings, as GitHub makes them. */
  readonly anchors: readonly string[];
  /** The targets of its links and pictures, in order. */
  readonly links: readonly string[];
  /** The first paragraph after the title, on one line. */
  readonly opening: string;
  /** Everything outside of fenced blocks. */
  readonly prose: string;
}

const FENCE = /^```(.*)\n([\s\S]*?)^```$/gm;

export function readMarkdown(file: string): Markdown {
  const page = readFileSync(file, 'utf8');
  const fences = [...page.matchAll(FENCE)].map((found) => ({
    info: (found[1] ?? '').trim().split(' '),
    text: found[2] ?? '',
    line: page.slice(0, found.index).split('\n').length,
  }));
  const prose = page.replace(FENCE, '');
  const plain = prose.replace(/`[^`]*`/g, (code) => code.replace(/[[\]]/g, ''));
  const [opening = ''] = prose.replace(/^# .*\n+/, '').split('\n\n');
  return {
    fences,
    anchors: anchorsOf(prose),
    links: [...plain.matchAll(/\]\(([^()\s]+)\)/g)].map(([, target]) => String(target)),
    opening: opening.replaceAll('\n', ' '),
    prose,
  };
}

/** GitHub drops all but letters, digits, blanks, hyphens and underscores, and numbers what is there already. */
function anchorsOf(prose: string): readonly string[] {
  const anchors: string[] = [];
  for (const [, heading = ''] of prose.matchAll(/^#{1,6} (.+)$/gm)) {
    const anchor = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-');
    const same = anchors.filter((other) => other.replace(/-\d+$/, '') === anchor).length;
    anchors.push(same === 0 ? anchor : `${anchor}-${same}`);
  }
  return anchors;
}
