import type { FlowClass } from '#rules/wallet/evidence/book.ts';

/** Gifts below this are called dust in tables. */
const DUST_LAMPORTS = 200_000n;
/** Proceeds below this are. */
const DUST_PRICE = 10_000n;

/** Units of a mint. */
export type Amount = readonly [mint: string, units: bigint];

/** What a transaction was made to do, beyond costs, gifts and plain token transfers. Signed figures are seen from the wallet. */
export type Deed =
  | { readonly kind: 'nothing' }
  /** `lamports` and `coins` of a currency: what went into the purchase, or came out of the sale. */
  | {
      readonly kind: 'buy' | 'sell';
      readonly mint: string;
      readonly units: bigint;
      readonly lamports: bigint;
      readonly coins: readonly Amount[];
      /** Who filled it, where no pool or curve did. */
      readonly maker?: string | null;
      /** A curve made the units, or burned them. */
      readonly curve?: boolean;
      /** Units of a purchase that went on into a program's keep at once. */
      readonly onward?: bigint;
      /** A sale of units that lay in a program's keep. */
      readonly ordered?: boolean;
      /** Coins of a currency through which a purchase went, and that are left over. */
      readonly left?: readonly Amount[];
    }
  /** SOL and coins of a currency for others of these. */
  | { readonly kind: 'convert'; readonly lamports: bigint; readonly coins: readonly Amount[] }
  /** Units put into a program's keep, or taken back. */
  | { readonly kind: 'keep' | 'take'; readonly mint: string; readonly units: bigint }
  /** One coin for another; `lamports` (signed) is what was left over. */
  | { readonly kind: 'swap'; readonly gave: Amount; readonly got: Amount; readonly lamports: bigint }
  /** Several coins at once, so that nobody can say what each of them cost. */
  | {
      readonly kind: 'muddle';
      readonly in: readonly Amount[];
      readonly out: readonly Amount[];
      readonly lamports: bigint;
    }
  | { readonly kind: 'burn'; readonly mint: string; readonly units: bigint }
  /** Lamports that came or went for something that is no trade. */
  | { readonly kind: 'flow'; readonly flow: FlowClass; readonly lamports: bigint };

/** One transaction as the generator put it on the chain. Lamports; costs are positive. */
export interface TruthEntry {
  readonly signature: string;
  readonly slot: number;
  /** Unix seconds. */
  readonly time: number;
  readonly failed: boolean;
  readonly fee: bigint;
  readonly tips: bigint;
  readonly platformFees: bigint;
  /** Rent of the wallet's new accounts that others paid, and rent that it paid for accounts of others. */
  readonly rentGift: bigint;
  readonly rentGiven: bigint;
  /** Lamports that others sent, and those that went to others beside a trade. */
  readonly gift: bigint;
  readonly away: bigint;
  /** The program of the keeps passed lamports of the wallet on. */
  readonly isForwarded: boolean;
  readonly deed: Deed;
  readonly tokensIn: readonly Amount[];
  readonly tokensOut: readonly Amount[];
  /** What a pool of SOL against a coin of a currency moved in it; no transaction here uses two of them. */
  readonly rate: { readonly mint: string; readonly units: bigint; readonly lamports: bigint } | null;
  /** Mints of which it names the wallet's account. */
  readonly sees: readonly string[];
  /**
   * What it changed of the wallet's balances: lamports, native and wrapped, without regard to their signs, and mints of
   * which units came or went; null where not even an account was opened or closed.
   */
  readonly changed: { readonly lamports: bigint; readonly mints: readonly string[] } | null;
  /** Whether the wallet's own list names it. */
  readonly listed: boolean;
}

/** One line of a step list. */
export function lineOf(entry: TruthEntry): string {
  const { signature, time, slot, deed, ...rest } = entry;
  const set = Object.entries(rest).filter(
    ([, value]) => value && value !== 0n && !(Array.isArray(value) && !value.length),
  );
  const words = JSON.stringify({ ...deed, ...Object.fromEntries(set) }, (_, value) =>
    typeof value === 'bigint' ? `${value}` : value,
  );
  return `${new Date(time * 1_000).toISOString()} ${slot} ${signature.slice(0, 12)} ${words}`;
}

/** What a transaction did, in words for a table. */
export function namesOf({ failed, deed, gift, away, tokensIn, tokensOut, rentGift }: TruthEntry): readonly string[] {
  if (failed) return ['failed'];
  const given: Readonly<Record<string, boolean>> = {
    dust: gift > 0n && gift < DUST_LAMPORTS,
    'gift of lamports': gift >= DUST_LAMPORTS,
    'gift of tokens': tokensIn.length > 0,
    'tokens sent away': tokensOut.length > 0,
    'rent given': rentGift > 0n,
    'lamports away beside a trade': away > 0n,
  };
  return [...namesOfDeed(deed), ...Object.keys(given).filter((name) => given[name])];
}

function namesOfDeed(deed: Deed): readonly string[] {
  if (deed.kind === 'nothing') return [];
  if (deed.kind === 'flow') return [deed.flow];
  if (deed.kind !== 'buy' && deed.kind !== 'sell') return [deed.kind];
  const { coins, lamports, maker, curve, onward, ordered, left } = deed;
  const ways: Readonly<Record<string, boolean>> = {
    'paid in dollars or euros': coins.length > 0,
    'paid in two currencies': coins.length > 0 && lamports > 0n,
    'filled by a maker': Boolean(maker) && !ordered,
    'order filled by another': ordered === true,
    'left over of a route': Boolean(left?.length),
    'sold for dust': deed.kind === 'sell' && lamports < DUST_PRICE && coins.length === 0,
    'curve that mints': curve === true,
    'purchase put to work': Boolean(onward),
  };
  return [deed.kind, ...Object.keys(ways).filter((name) => ways[name])];
}
