import { known } from '#lib/reading.ts';
import type { Reason } from '#rules/check.ts';
import type { Rule } from '#rules/rule.ts';
import type { AuthorityFacts } from '#rules/token/authority-facts.ts';
import type { SaleQuote } from '#rules/token/evidence/sale.ts';
import type {
  AgeFacts,
  CreatorFacts,
  HolderAccount,
  HolderFacts,
  LiquidityFacts,
  MarketFacts,
  MarketTrader,
  MetadataFacts,
  TokenCheckSubject,
  TokenEvidence,
  TokenMintFacts,
  TokenPool,
  TradeFacts,
} from '#rules/token/evidence.ts';
import { addressOf } from '#solana/address.ts';
import type { MintExtension } from '#solana/token/decoded-mint.ts';
import type { ProgramPower } from '#solana/token/powers/program-power.ts';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM, WRAPPED_SOL } from '#solana/token/programs.ts';

const SOL = 1_000_000_000n;
const DAY_SECONDS = 86_400;

/** A time, Unix seconds, at which the sample evidence stands. */
export const NOW = 1_790_000_000;

/** Atomic units of the sample mint: 10^9 tokens of 6 decimals. */
export const SUPPLY = 1_000_000_000_000_000n;

/** The epoch for which the sample mint's fees are read. */
export const EPOCH = 950n;

/** An address for each number up to 255. */
export const key = (n: number) => addressOf(new Uint8Array(32).fill(n));

/** The mint that the sample evidence is about. */
export const SUBJECT = key(2);

/** A mint of the first token program without any authority. */
export const mintFacts = (changes: Partial<TokenMintFacts> = {}): TokenMintFacts => ({
  program: TOKEN_PROGRAM,
  supply: SUPPLY,
  decimals: 6,
  mintAuthority: null,
  freezeAuthority: null,
  extensions: [],
  unknownExtensions: [],
  epoch: EPOCH,
  ...changes,
});

/** The subject that is this mint. */
export const mint = (changes: Partial<TokenMintFacts> = {}): TokenCheckSubject => ({
  is: 'mint',
  mint: mintFacts(changes),
});

/** A mint of Token-2022 with these extensions. */
export const extended = (...extensions: readonly MintExtension[]): TokenCheckSubject =>
  mint({ program: TOKEN_2022_PROGRAM, extensions });

/** A name of its own that nobody can change any more, in Metaplex's form. */
export const metadata = (changes: Partial<MetadataFacts> = {}): MetadataFacts => ({
  source: 'metaplex',
  name: 'Clean Sample',
  symbol: 'CLEAN',
  uri: 'ipfs://bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy',
  updateAuthority: null,
  mutable: false,
  tokenStandard: 2,
  alsoCalled: null,
  conflict: false,
  foreignPointer: null,
  ...changes,
});

/** A wallet's authority that no role needs yet. */
export const authority = (changes: Partial<AuthorityFacts> = {}): AuthorityFacts => ({
  address: key(50),
  roles: ['mint'],
  kind: 'wallet',
  program: null,
  ...changes,
});

/** The token account `n` of a wallet of its own, with one percent of the supply. */
export const holder = (n: number, changes: Partial<HolderAccount> = {}): HolderAccount => ({
  account: key(100 + n),
  owner: key(130 + n),
  tokens: SUPPLY / 100n,
  frozen: false,
  role: 'wallet',
  label: null,
  program: null,
  ...changes,
});

/** Accounts as the largest ones, both sums equal. */
export const holdersOf = (...accounts: readonly HolderAccount[]): HolderFacts => {
  const tokens = accounts.reduce((sum, one) => sum + one.tokens, 0n);
  return { accounts, listedTokens: tokens, readTokens: tokens };
};

/** Ten wallets with one percent of the supply each, and ten with next to nothing: a full list. */
export const holders = (changes: Partial<HolderFacts> = {}): HolderFacts => ({
  ...holdersOf(
    ...Array.from({ length: 10 }, (_, n) => holder(n)),
    ...Array.from({ length: 10 }, (_, n) => holder(10 + n, { tokens: 1n })),
  ),
  ...changes,
});

/** A pool with 500 SOL, worth 75,000 US dollars, its liquidity burned. */
export const tokenPool = (changes: Partial<TokenPool> = {}): TokenPool => ({
  venue: 'raydium_cpmm',
  address: key(10),
  other: WRAPPED_SOL,
  depthLamports: 500n * SOL,
  depthUsdMicros: 75_000_000_000n,
  refused: null,
  isCurve: false,
  creator: null,
  openedAtUnix: NOW - 399 * DAY_SECONDS,
  parts: [{ how: 'burned', owner: null, bps: 10_000 }],
  ...changes,
});

/** The one pool, at 150 US dollars for one SOL. */
export const liquidity = (changes: Partial<LiquidityFacts> = {}): LiquidityFacts => ({
  pools: [tokenPool()],
  unmeasured: [],
  usdMicrosPerSol: 150_000_000n,
  ...changes,
});

/** A sale of 0.1 SOL that brings nearly all of it. */
export const saleQuote = (changes: Partial<SaleQuote> = {}): SaleQuote => ({
  sizeLamports: SOL / 10n,
  tokens: 40_000_000_000n,
  lamportsBack: 99_700_000n,
  venue: 'raydium_cpmm',
  pool: key(10),
  refused: [],
  ...changes,
});

/** Made 400 days ago, by the transaction that made it. */
export const age = (changes: Partial<AgeFacts> = {}): AgeFacts => ({
  provenSince: NOW - 400 * DAY_SECONDS,
  exact: true,
  proof: { transaction: 'sample-transaction', slot: 300_000_000, what: 'creation' },
  ...changes,
});

/** Deep since 399 days ago, as the beginning of its pool shows. */
export const market = (changes: Partial<MarketFacts> = {}): MarketFacts => ({
  provenSince: NOW - 399 * DAY_SECONDS,
  exact: true,
  account: key(10),
  venue: 'raydium_cpmm',
  prices: [],
  proof: { transaction: 'sample-opening', slot: 300_200_000 },
  ...changes,
});

/** Ten purchases and sales of as many wallets in the last hour, at one price. */
export const trades = (changes: Partial<TradeFacts> = {}): TradeFacts => ({
  pool: key(10),
  transactions: 10,
  since: NOW - 3_600,
  arbitrageLamports: 0n,
  frozenBuyers: null,
  whole: false,
  seen: { listed: 10, failed: 0, read: 10, idle: 0 },
  traders: Array.from({ length: 10 }, (_, n) => trader(200 + n, n % 2 === 0 ? { buys: 1 } : { sells: 1 })),
  prices: [NOW - 3_600, NOW - 60].map((time) => ({ time, lamportsPerTrillion: 5_000_000n })),
  lamportsPerTrillion: 5_000_000n,
  ...changes,
});

/** Somebody who traded a million tokens for five million lamports each time. */
export const trader = (n: number, { buys = 0, sells = 0, ...changes }: Partial<MarketTrader> = {}): MarketTrader => ({
  owner: key(n),
  buys,
  sells,
  turns: 0,
  tokensBought: BigInt(buys) * 1_000_000_000_000n,
  tokensSold: BigInt(sells) * 1_000_000_000_000n,
  lamportsPaid: BigInt(buys) * 5_000_000n,
  lamportsGot: BigInt(sells) * 5_000_000n,
  ...changes,
});

/** Somebody who paid for the creation and has nothing of it. */
export const creator = (changes: Partial<CreatorFacts> = {}): CreatorFacts => ({
  address: key(60),
  by: 'fee_payer',
  handed: 0n,
  unfollowed: [],
  tokens: 0n,
  ...changes,
});

/** A power to mint that a program of fixed rules has by the authority `key(50)`, and that nobody can change. */
export const programPower = (changes: Partial<ProgramPower> = {}): ProgramPower => ({
  role: 'mint',
  authority: key(50),
  program: key(61),
  programName: 'a program',
  kind: 'protocol',
  how: 'mint_derived',
  account: null,
  backing: null,
  governance: null,
  upgrade: { by: 'nobody', authority: null },
  ...changes,
});

/** Complete evidence of a mint that nothing speaks against. */
export function tokenEvidence(changes: Partial<TokenEvidence> = {}): TokenEvidence {
  return {
    subject: SUBJECT,
    asOf: known({ slot: 412_000_000, commitment: 'confirmed', time: NOW }),
    mint: known(mint()),
    authorities: known([]),
    programs: known([]),
    issuer: known(null),
    hook: known(null),
    metadata: known(metadata()),
    holders: known(holders()),
    liquidity: known(liquidity()),
    saleQuote: known(saleQuote()),
    trialSale: known({ sold: true, by: null, error: null }),
    age: known(age()),
    market: known(market()),
    trades: known(trades()),
    developer: known(null),
    creator: known(creator()),
    launch: known(null),
    insiders: known(null),
    ...changes,
  };
}

/** Evidence of a mint with these changes. */
export const evidenceOf = (changes: Partial<TokenMintFacts>): TokenEvidence =>
  tokenEvidence({ mint: known(mint(changes)) });

/** Evidence of a mint with these extensions. */
export const evidenceWith = (...extensions: readonly MintExtension[]): TokenEvidence =>
  tokenEvidence({ mint: known(extended(...extensions)) });

/** Evidence of an address where there is nothing. */
export const noMint: TokenEvidence = tokenEvidence({ mint: known({ is: 'nothing' }) });

/** What a rule finds: its codes, then its flags, or its outcome where it found none. */
export function foundBy(rule: Rule<TokenEvidence>, evidence: TokenEvidence): readonly string[] | string {
  const finding = rule.judge(evidence);
  if (finding.outcome !== 'raised') return finding.outcome;
  return [...finding.reasons.map(({ code }) => code), ...finding.flags];
}

/** The first reason that a rule finds. */
export function reasonOf(rule: Rule<TokenEvidence>, evidence: TokenEvidence): Reason | null {
  const finding = rule.judge(evidence);
  return finding.outcome === 'raised' ? (finding.reasons[0] ?? null) : null;
}
