import { known, type Reading } from '#lib/reading.ts';
import type { TokenCheckSubject, TokenEvidence, TokenPool } from '#rules/token/evidence.ts';
import type { TokenReadingName } from '#rules/token/policy.ts';
import type { MintExtension } from '#solana/token/decoded-mint.ts';
import { TOKEN_2022_PROGRAM } from '#solana/token/programs.ts';
import { holder, holdersOf, key, SUPPLY } from './token-evidence.ts';

/** Another reading of the chain. */
export type Change = (evidence: TokenEvidence) => TokenEvidence;
type ValueOf<K extends TokenReadingName> = TokenEvidence[K] extends Reading<infer T> ? T : never;
type Present<K extends TokenReadingName> = NonNullable<ValueOf<K>>;

/** Evidence with this reading changed, where it is there and holds something. */
export function changed<K extends TokenReadingName>(name: K, change: (value: Present<K>) => ValueOf<K>): Change {
  return (evidence) => {
    const reading = evidence[name] as Reading<ValueOf<K>>;
    if (!reading.known || reading.value === null) return evidence;
    return { ...evidence, [name]: known(change(reading.value as Present<K>)) };
  };
}

/** Evidence with this reading replaced, where it is there and the subject is a mint. */
export function replaced<K extends TokenReadingName>(name: K, value: ValueOf<K>): Change {
  return (evidence) => {
    const isMint = evidence.mint.known && evidence.mint.value.is === 'mint';
    return isMint && evidence[name].known ? { ...evidence, [name]: known(value) } : evidence;
  };
}

type MintChange = Partial<Extract<TokenCheckSubject, { readonly is: 'mint' }>['mint']>;

/** The mint with these facts changed. */
export const ofMint = (change: MintChange): Change =>
  changed('mint', (value) => (value.is === 'mint' ? { ...value, mint: { ...value.mint, ...change } } : value));

/** The mint with this extension, in the place of one of the same type unless `keeps` says that it is as bad or worse. */
export function extension(added: MintExtension, keeps: (old: MintExtension) => boolean = () => false): Change {
  return changed('mint', (value) => {
    if (value.is !== 'mint') return value;
    const { extensions } = value.mint;
    if (extensions.some((old) => old.type === added.type && keeps(old))) return value;
    const others = extensions.filter(({ type }) => type !== added.type);
    return { ...value, mint: { ...value.mint, program: TOKEN_2022_PROGRAM, extensions: [...others, added] } };
  });
}

/** A transfer fee of so many basis points from the first epoch on; `authority` for the number of a key that may change it. */
export const feeOf = (basisPoints: bigint, authority: Parameters<typeof key>[0] | null = null): MintExtension => {
  const term = { epoch: 1n, maximum: 2n ** 60n, basisPoints };
  const who = authority === null ? null : key(authority);
  return {
    type: 'transfer_fee',
    fee: { older: term, newer: term, mutable: who !== null },
    authority: who,
    withdrawAuthority: null,
  };
};

/** True for a fee of at least so many basis points. */
export const feeAtLeast = (bps: bigint) => (old: MintExtension) =>
  old.type === 'transfer_fee' && old.fee.newer.basisPoints >= bps;

/** A mutable fee on top of the one that there is. */
export const mutableFee: Change = (evidence) => {
  const subject = evidence.mint.known ? evidence.mint.value : null;
  const old = subject?.is === 'mint' ? subject.mint.extensions.find(({ type }) => type === 'transfer_fee') : undefined;
  const bps = old?.type === 'transfer_fee' ? old.fee.newer.basisPoints : 0n;
  return extension(feeOf(bps, 52))(evidence);
};

/** More accounts among the largest, of wallets and of a part of the supply each. */
export const moreHolders = (count: number, part: bigint, role: 'wallet' | 'pool' = 'wallet', frozen = false): Change =>
  changed('holders', (value) => {
    const first = value.accounts.length;
    const more = Array.from({ length: count }, (_, n) =>
      holder(first + n, { tokens: (SUPPLY * part) / 100n, role, frozen }),
    );
    const { listedTokens, readTokens, accounts } = holdersOf(...value.accounts, ...more);
    const difference = value.listedTokens - value.readTokens;
    return { accounts, listedTokens: listedTokens + difference, readTokens };
  });

/** The deepest pool alone, changed. */
export const deepest = (change: Partial<TokenPool>): Change =>
  changed('liquidity', (value) => {
    const [pool] = value.pools.filter(({ refused }) => refused === null);
    return { ...value, unmeasured: [], pools: pool ? [{ ...pool, ...change }] : [] };
  });

/** The deepest pool changed among the others. */
export const withDeepest = (change: Partial<TokenPool>): Change =>
  changed('liquidity', (value) => ({
    ...value,
    pools: value.pools.map((pool, index) => (index === 0 && pool.refused === null ? { ...pool, ...change } : pool)),
  }));
