import { z } from 'zod';
import { type Address, parseAddress } from '#solana/address.ts';
import { categories, type FundingClass, fundingClasses, type Grade, grades, type LabelCategory } from './label.ts';

/** Invented completions of a true address keep its beginning, which is all that people compare. */
const PREFIX_CHARS = 7;

/** Classes whose labels name an account that pays or is paid, where a made-up neighbour would mislead. */
const guarded: readonly FundingClass[] = ['exchange', 'instant_exchange', 'bridge', 'fee_account'];

/** One entry as a label file gives it, with the file's date where it has none of its own. */
export interface LabelEntry {
  readonly address: Address;
  readonly label: string;
  readonly exchange: string | null;
  readonly category: LabelCategory;
  readonly grade: Grade;
  readonly date: string;
  readonly onCurve: boolean | null;
  readonly sources: readonly string[];
}

const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])(-\d{2})?$/, 'must be a date such as 2026-11');
const words = z.string().trim().min(1).max(200);

const entrySchema = z.strictObject({
  address: z.string().transform((text, context): Address => {
    const address = parseAddress(text);
    if (address) return address;
    context.addIssue({ code: 'custom', message: 'must be base58 of 32 bytes' });
    return z.NEVER;
  }),
  label: words,
  exchange: words.optional(),
  category: z.enum(categories as readonly [LabelCategory, ...LabelCategory[]]),
  grade: z.enum(grades),
  date: month.optional(),
  on_curve: z.boolean().optional(),
  sources: z.array(z.union([words, z.int().nonnegative()])).default([]),
});

const fileSchema = z.strictObject({
  date: month,
  sources: z.array(z.string().min(1)).default([]),
  labels: z.array(z.unknown()),
});

/**
 * The entries in the content of a label file:
 * `{"date": "2026-11", "sources": ["owner/repository:path@commit"], "labels": [{"address": "…", "label": "Binance 2",
 * "exchange": "Binance", "category": "cex", "grade": "strong", "on_curve": true, "sources": [0, "a source in words"]}]}`.
 * A number in an entry's `sources` is a place in the file's list. `exchange`, `date`, `on_curve` and `sources` may be
 * absent. Throws one error that names every wrong entry.
 */
export function labelEntriesOf(content: unknown, name: string): readonly LabelEntry[] {
  const file = fileSchema.safeParse(content);
  if (!file.success) throw new Error(`${name}: ${issuesOf(file.error)}`);
  const wrong: string[] = [];
  const entries = new Map<Address, LabelEntry>();
  for (const [index, raw] of file.data.labels.entries()) {
    const entry = entrySchema.safeParse(raw);
    if (!entry.success) wrong.push(`entry ${index} (${nameOf(raw)}): ${issuesOf(entry.error)}`);
    else if (entries.has(entry.data.address)) wrong.push(`entry ${index} (${entry.data.address}): listed twice`);
    else if (!knowsSources(entry.data.sources, file.data.sources)) {
      wrong.push(`entry ${index} (${entry.data.address}): names a source that the file does not list`);
    } else entries.set(entry.data.address, entryOf(entry.data, file.data));
  }
  if (wrong.length > 0) throw new Error(`${name}: ${wrong.join('; ')}`);
  return [...entries.values()];
}

function issuesOf(error: z.ZodError): string {
  return error.issues.map(({ path, message }) => `${path.join('.') || 'content'}: ${message}`).join(', ');
}

function nameOf(raw: unknown): string {
  const address = typeof raw === 'object' && raw !== null && 'address' in raw ? raw.address : undefined;
  return typeof address === 'string' ? address.slice(0, 60) : 'without an address';
}

function knowsSources(of: readonly (string | number)[], listed: readonly string[]): boolean {
  return of.every((source) => typeof source === 'string' || source < listed.length);
}

function entryOf(entry: z.output<typeof entrySchema>, file: z.output<typeof fileSchema>): LabelEntry {
  const { address, label, category, grade } = entry;
  return {
    address,
    label,
    exchange: entry.exchange ?? null,
    category,
    grade,
    date: entry.date ?? file.date,
    onCurve: entry.on_curve ?? null,
    sources: entry.sources.map((source) => (typeof source === 'string' ? source : (file.sources[source] ?? ''))),
  };
}

interface Graded {
  readonly address: string;
  readonly category: LabelCategory;
  readonly grade: Grade;
}

/** Groups of guarded labels that begin alike and are not all strong; at most one of each group can be trusted. */
export function collisions<L extends Graded>(labels: Iterable<L>): readonly (readonly L[])[] {
  const groups = new Map<string, L[]>();
  for (const label of labels) {
    if (!guarded.includes(fundingClasses[label.category])) continue;
    const prefix = label.address.slice(0, PREFIX_CHARS);
    groups.set(prefix, [...(groups.get(prefix) ?? []), label]);
  }
  return [...groups.values()].filter((group) => group.length > 1 && group.some((label) => label.grade !== 'strong'));
}
