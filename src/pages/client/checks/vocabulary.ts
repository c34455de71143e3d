import { type CheckKind, KINDS } from '../answer.ts';
import { VOCABULARY } from '../documents.ts';
import { runQuery } from '../graphql.ts';

/** Prices by kind as decimal strings, and the service's descriptions of its words; null for an undescribed one. */
export interface Vocabulary {
  readonly prices: Readonly<Partial<Record<CheckKind, string>>>;
  /** The question of a kind of check. */
  summary(kind: string): string | null;
  verdict(kind: string, verdict: string): string | null;
  flag(kind: string, flag: string): string | null;
  /** Of a value or a member of a type of the schema. */
  explain(type: string, value: string): string | null;
}

interface Described {
  readonly name: string;
  readonly description: string | null;
}

interface Wire {
  readonly prices: readonly {
    readonly kind: string;
    readonly priceUsdc: string;
    readonly summary: string;
    readonly verdicts: readonly { readonly verdict: string; readonly meaning: string }[];
  }[];
  readonly flags: readonly { readonly code: string; readonly kind: string; readonly meaning: string }[];
}

interface WireType {
  readonly name: string;
  readonly enumValues: readonly Described[] | null;
  readonly fields: readonly Described[] | null;
}

/** The texts before the service has answered. */
export const NO_VOCABULARY: Vocabulary = {
  prices: {},
  summary: () => null,
  verdict: () => null,
  flag: () => null,
  explain: () => null,
};

/** Asks for prices and meanings. Free. Throws `Troubled`. */
export async function readVocabulary(): Promise<Vocabulary> {
  const { prices, flags, ...types } = await runQuery<Wire & Readonly<Record<string, WireType>>>({ query: VOCABULARY });
  const meanings = new Map<string, string>();
  for (const { kind, summary, verdicts } of prices) {
    meanings.set(nameOf('summary', kind), summary);
    for (const { verdict, meaning } of verdicts) meanings.set(nameOf(kind, verdict), meaning);
  }
  for (const { kind, code, meaning } of flags) meanings.set(nameOf('flag', kind, code), meaning);
  for (const { name, enumValues, fields } of Object.values<WireType>(types)) {
    for (const one of [...(enumValues ?? []), ...(fields ?? [])]) {
      if (one.description) meanings.set(nameOf(name, one.name.replace(/(Bps|Percent)$/, '')), one.description);
    }
  }
  const meaning = (...words: readonly string[]): string | null => meanings.get(nameOf(...words)) ?? null;
  return {
    prices: Object.fromEntries(KINDS.flatMap((kind) => priceOf(kind, prices))),
    summary: (kind) => meaning('summary', kind),
    verdict: meaning,
    flag: (kind, flag) => meaning('flag', kind, flag),
    explain: meaning,
  };
}

function priceOf(kind: CheckKind, prices: Wire['prices']): readonly (readonly [CheckKind, string])[] {
  const price = prices.find((one) => one.kind.toLowerCase() === kind);
  return price ? [[kind, price.priceUsdc]] : [];
}

/** Names of GraphQL and of answers differ in case and underscores alone, and those of shares in their unit. */
function nameOf(...words: readonly string[]): string {
  return words.map((word) => word.replaceAll('_', '').toLowerCase()).join(' ');
}
