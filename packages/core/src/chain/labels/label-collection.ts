import { z } from 'zod';
import { type Address, isOnCurve, parseAddress } from '#solana/address.ts';
import { categories, type Grade, grades, type LabelCategory } from './label.ts';
import { collisions } from './label-file.ts';

/** One collected fact, as the collection that labels are built from lists it; members beyond these are ignored. */
const collectedSchema = z.object({
  address: z.string(),
  label: z.string().trim().min(1),
  category: z.enum(categories as readonly [LabelCategory, ...LabelCategory[]]),
  exchange: z.string().nullable(),
  grade: z.enum(grades),
  flags: z.array(z.string()).default([]),
  sources: z.array(z.object({ source: z.string() })),
});

interface Collected {
  readonly address: Address;
  readonly label: string;
  readonly category: LabelCategory;
  readonly exchange: string | null;
  readonly grade: Grade;
  readonly sources: readonly string[];
}

/** What was left out of the file, and why. */
export interface LeftOut {
  readonly address: string;
  readonly label: string;
  readonly why: string;
}

/**
 * The text of the label file for a collection of facts (an array as `collectedSchema` describes), and what had to be
 * left out. The same collection and date always give the same bytes: entries by address, sources by name.
 */
export function labelFileOf(
  collection: unknown,
  date: string,
): { readonly text: string; readonly left: readonly LeftOut[] } {
  const left: LeftOut[] = [];
  const kept = new Map<string, Collected>();
  for (const fact of z.array(collectedSchema).parse(collection)) {
    const address = parseAddress(fact.address);
    const why = refusal(fact.flags, address, kept.has(fact.address));
    if (why !== null || address === null) left.push({ address: fact.address, label: fact.label, why: why ?? '' });
    else kept.set(address, { ...fact, address, sources: fact.sources.map(({ source }) => shortSource(source)) });
  }
  for (const group of collisions(kept.values())) {
    for (const { address, label, grade } of group) {
      if (grade === 'strong') continue;
      kept.delete(address);
      left.push({ address, label, why: 'begins like another label and is not strong' });
    }
  }
  return { text: fileText([...kept.values()].sort(byAddress), date), left };
}

function refusal(flags: readonly string[], address: Address | null, isRepeated: boolean): string | null {
  if (address === null) return 'not base58 of 32 bytes';
  if (isRepeated) return 'listed twice';
  return flags.some((flag) => flag.endsWith('do_not_use_on_mainnet')) ? 'belongs to another network' : null;
}

function byAddress(a: Collected, b: Collected): number {
  return a.address < b.address ? -1 : 1;
}

/** A commit needs ten characters to be found; a list without a home keeps its description only. */
function shortSource(source: string): string {
  const homeless = /^library file ids? [\d\s/]+\((.*)\)$/.exec(source)?.[1];
  if (homeless !== undefined) return `third-party list: ${homeless.replace('; repo not named by the index', '')}`;
  return source.replace(/@([0-9a-f]{10})[0-9a-f]{30}/, '@$1');
}

/** One line an entry, so that a refresh reads well as a difference. */
function fileText(labels: readonly Collected[], date: string): string {
  const sources = [...new Set(labels.flatMap((label) => label.sources))].sort();
  const lines = labels.map(({ address, label, exchange, category, grade, sources: from }) =>
    JSON.stringify({
      address,
      label,
      ...(exchange === null ? {} : { exchange }),
      category,
      grade,
      on_curve: isOnCurve(address),
      sources: [...new Set(from)].map((source) => sources.indexOf(source)).sort((a, b) => a - b),
    }),
  );
  const list = sources.map((source) => JSON.stringify(source)).join(',\n');
  return `{"date":${JSON.stringify(date)},\n"sources":[\n${list}\n],\n"labels":[\n${lines.join(',\n')}\n]}\n`;
}
