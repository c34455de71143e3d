import type { AccountState } from 'assay-core/chain/chain-reader.ts';
import type { Judgement } from 'assay-core/rules/check.ts';
import { judgeToken } from 'assay-core/rules/token/verdict.ts';
import { readTokenAccount } from 'assay-core/solana/token/account.ts';
import { readHolderAccount } from 'assay-core/solana/token/account-extensions.ts';
import { readExtensions } from 'assay-core/solana/token/extensions.ts';
import { readMetaplex } from 'assay-core/solana/token/metaplex.ts';
import { readMint } from 'assay-core/solana/token/mint.ts';
import { decodeMintExtension, mintAuthorities } from 'assay-core/solana/token/mint-extension.ts';
import { stakeProof } from 'assay-core/solana/token/stake-pool.ts';
import { type Chance, chanceOf } from '../../packages/core/test/support/chance.ts';
import { evidenceOfAccount, RECORDED_EPOCH } from '../../packages/core/test/support/judged-mints.ts';
import { mutate } from './mutations.ts';
import { concerns } from './oracle.ts';
import { type Background, backgroundOf } from './pardons.ts';
import { ownSeeds, recordedSeeds, type Seed } from './seeds.ts';

/** What a run came to. */
export interface FuzzReport {
  readonly seeds: number;
  readonly mutations: number;
  readonly verdicts: Readonly<Record<string, number>>;
  /** Verdicts other than the best one where the oracle sees nothing, by their first codes. */
  readonly stricter: Readonly<Record<string, number>>;
  /** What must not happen: something threw, or the best verdict on bytes that the oracle warns of. */
  readonly failures: readonly string[];
}

interface Case {
  readonly seed: Seed;
  readonly how: string;
  readonly account: AccountState;
  readonly metaplex: AccountState | null;
}

/** How often each account that is encoded here is among the seeds: most of them have the best verdict, which is what may be wrong. */
const OWN_WEIGHT = 12;
const MINT_WEIGHT = 3;
const FAILURES_MAX = 20;
const SHOWN_BYTES = 1_200;

/** Mutates accounts, decodes and judges each, and compares the best verdict with the oracle. The same seed repeats the run. */
export function fuzz(options: { readonly mutations: number; readonly seed: string }): FuzzReport {
  const chance = chanceOf(options.seed, 'fuzz');
  const own = ownSeeds();
  const recorded = recordedSeeds();
  const mints = recorded.filter(({ account }) => readMint(account) !== null);
  const seeds = [...repeated(own, OWN_WEIGHT), ...repeated(mints, MINT_WEIGHT), ...recorded];
  const backgrounds = new Map(seeds.map((seed) => [seed, backgroundOf(seed)]));
  const verdicts: Record<string, number> = {};
  const stricter: Record<string, number> = {};
  const failures: string[] = [];
  for (let n = 0; n < options.mutations && failures.length < FAILURES_MAX; n += 1) {
    const one = caseOf(seeds, chance);
    const found = outcomeOf(one, backgrounds.get(one.seed) ?? backgroundOf(one.seed));
    if (found.failure !== null) failures.push(`${found.failure}: ${toldOf(one)}`);
    if (found.verdict !== null) verdicts[found.verdict] = (verdicts[found.verdict] ?? 0) + 1;
    if (found.stricter !== null) stricter[found.stricter] = (stricter[found.stricter] ?? 0) + 1;
  }
  return { seeds: new Set(seeds).size, mutations: options.mutations, verdicts, stricter, failures };
}

function repeated<T>(all: readonly T[], times: number): readonly T[] {
  return Array.from({ length: times }, () => all).flat();
}

function caseOf(seeds: readonly Seed[], chance: Chance): Case {
  const seed = pick(seeds, chance);
  const target = (seed.changes === 'metaplex' ? seed.beside.metaplex : seed.account) ?? seed.account;
  const { account: mutated, how } = mutate(target, chance, pick(seeds, chance).account.data);
  const made = { ...target, ...mutated };
  return seed.changes === 'metaplex'
    ? { seed, how, account: seed.account, metaplex: made }
    : { seed, how, account: made, metaplex: seed.beside.metaplex };
}

function pick(seeds: readonly Seed[], chance: Chance): Seed {
  const found = seeds[chance.whole(0, seeds.length - 1)];
  if (!found) throw new Error('no seeds');
  return found;
}

interface Outcome {
  readonly verdict: string | null;
  readonly stricter: string | null;
  readonly failure: string | null;
}

function outcomeOf(one: Case, background: Background): Outcome {
  const judged = judgementOf(one);
  if (typeof judged === 'string') return { verdict: null, stricter: null, failure: judged };
  const { verdict, reasons } = judged;
  const against = concerns(one.account, one.metaplex, { ...background, epoch: RECORDED_EPOCH });
  const isBest = verdict === 'LOW_RISK';
  return {
    verdict,
    stricter: !isBest && against.length === 0 ? `${verdict} ${reasons.map(({ code }) => code).join('+')}` : null,
    failure: isBest && against.length > 0 ? `LOW_RISK in spite of ${against.join(', ')}` : null,
  };
}

/** The judgement of mutated bytes, or what was thrown on the way. */
function judgementOf({ seed, account, metaplex }: Case): Judgement | string {
  try {
    decodeAll(account);
    if (metaplex) decodeAll(metaplex);
    return judgeToken(evidenceOfAccount(account, { metaplex, pools: seed.beside.pools }));
  } catch (error) {
    return `threw ${String(error)}`;
  }
}

/** Every decoder of the token programs' and Metaplex's accounts, whatever the account claims to be. */
function decodeAll(account: AccountState): void {
  const { address, data } = account;
  const mint = readMint(account);
  readTokenAccount(account);
  readHolderAccount(account);
  readMetaplex(account, address);
  mintAuthorities(account);
  for (const one of readExtensions(data) ?? []) decodeMintExtension(one.type, one.data);
  // As the value of an extension, its first byte taken for the type.
  decodeMintExtension((data[0] ?? 0) & 31, data.subarray(1));
  if (mint?.mintAuthority) stakeProof({ ...mint, address }, [account]);
}

function toldOf({ seed, how, account, metaplex }: Case): string {
  const { owner, data } = seed.changes === 'metaplex' && metaplex ? metaplex : account;
  return `${seed.name}, ${how}, owner ${owner}, ${data.length} bytes ${Buffer.from(data.subarray(0, SHOWN_BYTES)).toString('hex')}`;
}
