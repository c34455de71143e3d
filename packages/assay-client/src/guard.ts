import { type Answers, type CheckKind, type CheckRequest, mustBeAddress, sizeOf, type Verified } from './answers.ts';
import { formatSol, formatUsdc, parseSol, parseUsdc } from './decimal.ts';
import { AssayError } from './errors.ts';
import type { CallOptions } from './http.ts';

/** What is about to be bought, and what it may cost. */
export interface GuardRequest {
  readonly mint: string;
  /** SOL as a plain decimal; 0.5 when absent. */
  readonly sizeSol?: string | number;
  /** Who made the token: asks where its first money came from as well. */
  readonly deployer?: string;
  /** The most that a round trip may cost, in basis points of the size: 300 is 3 %. */
  readonly budgetBps: number;
  /** True takes a token of medium risk (ELEVATED) too. */
  readonly acceptElevated?: boolean;
  /** How old an answer may be, by this machine's clock, in seconds; 120 when absent. */
  readonly maxAgeSeconds?: number;
}

/** Why the trade is not allowed as it was asked for, or what it was reduced by. */
export interface GuardReason {
  /**
   * A reason code of the service, a code of an error, or one of `STALE`, `NOT_VERIFIED`, `NOT_READ`,
   * `VERDICT`, `CONTRADICTION` and `OVER_BUDGET`.
   */
  readonly code: string;
  readonly kind: CheckKind;
  readonly message: string;
}

export interface GuardResult {
  /** Only `allow` and `reduce` let anything be bought. */
  readonly decision: 'allow' | 'reduce' | 'block';
  /** What may be bought: as asked with `allow`, less with `reduce`, absent with `block`. */
  readonly sizeSol?: string;
  /** Empty with `allow`. */
  readonly reasons: readonly GuardReason[];
  /** What was answered, in the order in which it was asked. */
  readonly checks: readonly GuardCheck[];
  readonly chargedUsdc: string;
  /** True when the service says that it is about the sandbox's sample world, not the real one; null where no answer says which. */
  readonly sandbox: boolean | null;
}

export type GuardCheck = Verified<Answers[CheckKind]> | AssayError;

/** What the guard needs of a client. */
export type AskBatch = (requests: readonly CheckRequest[], options?: CallOptions) => Promise<readonly GuardCheck[]>;

const AGE_SECONDS_MAX = 120;
const BPS_MAX = 10_000;
const SCHEMA_VERSION = 1;
/** The code of a trade that is only too large for its cost. */
const OVER_BUDGET = 'OVER_BUDGET';

/** The verdicts that let a trade go on. Whatever is not listed, a later verdict for instance, blocks it. */
const PASSING: Readonly<Record<CheckKind, readonly string[]>> = {
  wallet: [],
  token: ['LOW_RISK'],
  // What such a trade costs is measured against the budget. The other verdicts are not about its cost alone.
  trade: ['ACCEPTABLE_COST', 'ELEVATED_COST', 'HIGH_COST'],
  funder: ['CEX_FUNDED', 'WALLET_FUNDED'],
};
/** A trade of this verdict may be too large only: a smaller one is asked about. */
const TOO_LARGE = 'UNTRADEABLE';

/**
 * Asks about the token, the trade and the deployer on one bill, and decides. Everything has to speak for the trade: what is not known,
 * not verified, too old, or a verdict that this client does not know, blocks it. A trade that only costs too much is reduced to a size
 * that the answer recommends, once a second check of exactly that size says that it fits. Rejects for arguments that are none,
 * before anything is asked; a failure of the service is a decision: `block`.
 */
export async function guard(ask: AskBatch, request: GuardRequest, options?: CallOptions): Promise<GuardResult> {
  const { mint, deployer, budgetBps } = request;
  if (!Number.isInteger(budgetBps) || budgetBps < 0 || budgetBps > BPS_MAX)
    throw new RangeError('budgetBps is a whole number of basis points from 0 to 10000');
  mustBeAddress(mint, 'mint');
  if (deployer !== undefined) mustBeAddress(deployer, 'deployer');
  const sizeSol = sizeOf({ kind: 'trade', subject: mint, sizeSol: request.sizeSol }) ?? '';
  const requests: readonly CheckRequest[] = [
    { kind: 'token', subject: mint },
    { kind: 'trade', subject: mint, sizeSol },
    ...(deployer === undefined ? [] : [{ kind: 'funder', subject: deployer } as const]),
  ];
  const checks = await askAll(ask, requests, options);
  const reasons = [
    ...requests.flatMap(({ kind }, at) => objections(checks[at], kind, request)),
    ...contradictions(checks, deployer),
  ];
  if (reasons.length === 0) return resultOf('allow', { sizeSol, reasons, checks });
  const smaller = reasons.every(({ code }) => code === OVER_BUDGET) ? smallerSize(checks[1], sizeSol, budgetBps) : null;
  if (smaller === null) return resultOf('block', { reasons, checks });
  const [second] = await askAll(ask, [{ kind: 'trade', subject: mint, sizeSol: smaller }], secondOf(options, smaller));
  const all = { checks: second === undefined ? checks : [...checks, second] };
  const left = [...objections(second, 'trade', request), ...contradictions(all.checks, deployer)];
  if (left.length > 0) return resultOf('block', { ...all, reasons: [...reasons, ...left] });
  return resultOf('reduce', { ...all, reasons, sizeSol: smaller });
}

async function askAll(ask: AskBatch, requests: readonly CheckRequest[], options?: CallOptions) {
  try {
    return await ask(requests, options);
  } catch (error) {
    if (!(error instanceof AssayError)) throw error;
    return requests.map(() => error);
  }
}

/** Another question needs another key: under the first one it would be refused. */
function secondOf(options: CallOptions | undefined, sizeSol: string): CallOptions | undefined {
  const key = options?.idempotencyKey;
  return key === undefined ? options : { ...options, idempotencyKey: `${key}/${sizeSol}` };
}

/** Everything in one result that speaks against the trade. */
function objections(check: GuardCheck | undefined, kind: CheckKind, request: GuardRequest): readonly GuardReason[] {
  const because = (code: string, message: string): GuardReason => ({ code, kind, message });
  if (check === undefined) return [because('NOT_READ', 'There is no answer.')];
  if (check instanceof AssayError) return [because(check.code, check.message)];
  const found: GuardReason[] = [];
  if (check.verified !== true)
    found.push(because('NOT_VERIFIED', 'The answer is not signed, or its signature was not checked.'));
  if (check.schema_version !== SCHEMA_VERSION || check.kind !== kind)
    found.push(because('NOT_READ', 'The answer has a form that this client does not know.'));
  if (!isFresh(check.as_of?.time, request.maxAgeSeconds ?? AGE_SECONDS_MAX))
    found.push(because('STALE', 'The answer is about another moment than now, or about none.'));
  for (const { reading, cause } of check.gaps)
    found.push(because('NOT_READ', `${reading} could not be read: ${cause}.`));
  if (check.kind === 'trade') found.push(...costObjections(check, request.budgetBps, because));
  else if (!isPassing(check.kind, check.verdict, request)) found.push(...verdictReasons(check, because));
  return found;
}

/** What speaks against the trade only when answers are read together: each of them may be true by itself. */
function contradictions(checks: readonly GuardCheck[], deployer: string | undefined): readonly GuardReason[] {
  const answers = checks.filter(isAnswer);
  const networks = new Set(answers.map(({ network, sandbox }) => `${network} ${sandbox === true}`));
  const [token] = answers.filter((answer) => answer.kind === 'token');
  return [
    ...(networks.size > 1
      ? [{ code: 'CONTRADICTION', kind: 'token', message: 'The answers are about different networks.' } as const]
      : []),
    ...(deployer !== undefined && token !== undefined ? creatorObjections(token.metrics.creator, deployer) : []),
  ];
}

function creatorObjections(creator: string | null | undefined, deployer: string): readonly GuardReason[] {
  if (creator === deployer) return [];
  const message = `The token was made by ${creator}, not by the deployer.`;
  if (typeof creator === 'string') return [{ code: 'CONTRADICTION', kind: 'funder', message }];
  const unproven = 'Who made the token is not known, so nothing proves that the deployer did.';
  return [{ code: 'NOT_READ', kind: 'funder', message: unproven }];
}

function isAnswer(check: GuardCheck): check is Verified<Answers[CheckKind]> {
  return !(check instanceof AssayError);
}

type Because = (code: string, message: string) => GuardReason;

function isPassing(kind: CheckKind, verdict: string, { acceptElevated }: GuardRequest): boolean {
  return PASSING[kind].includes(verdict) || (acceptElevated === true && kind === 'token' && verdict === 'ELEVATED');
}

function costObjections(check: Answers['trade'], budgetBps: number, because: Because): readonly GuardReason[] {
  const { verdict, metrics } = check;
  const cost = metrics.cost_bps;
  const isPriced = typeof cost === 'number' && Number.isInteger(cost) && cost >= 0;
  if (PASSING.trade.includes(verdict) && isPriced) {
    const words = `A round trip costs ${cost} basis points, and ${budgetBps} may be spent.`;
    return cost <= budgetBps ? [] : [because(OVER_BUDGET, words)];
  }
  const hasSmaller = Object.values(metrics.recommended_max_size_sol ?? {}).some((size) => typeof size === 'string');
  if (verdict === TOO_LARGE && hasSmaller) return [because(OVER_BUDGET, 'The size cannot be bought and sold again.')];
  return verdictReasons(check, because);
}

/** A verdict that blocks, and the reasons of its answer. */
function verdictReasons(check: Answers[CheckKind], because: Because): readonly GuardReason[] {
  const verdict = because('VERDICT', `The verdict is ${check.verdict}.`);
  return [verdict, ...check.reasons.map(({ code, message }) => because(code, message))];
}

/** An answer of the future is as little about now as an old one. */
function isFresh(time: string | null | undefined, maxAgeSeconds: number): boolean {
  if (typeof time !== 'string') return false;
  return Math.abs(Date.now() - Date.parse(time)) <= maxAgeSeconds * 1_000;
}

/**
 * The largest size below the one asked for that the figures of a trade say fits the budget, null where none does. Whether it does is
 * asked anew: the figures only say which size to ask about.
 */
function smallerSize(check: GuardCheck | undefined, sizeSol: string, budgetBps: number): string | null {
  if (check === undefined || check instanceof AssayError || check.kind !== 'trade') return null;
  const { recommended_max_size_sol: largest, sizes } = check.metrics;
  const asked = parseSol(sizeSol) ?? 0n;
  const bounds = Object.entries(largest ?? {}).flatMap(([verdict, size]) =>
    (COST_BPS_MAX[verdict] ?? BPS_MAX + 1) <= budgetBps && size !== null ? [size] : [],
  );
  const listed = (sizes ?? []).flatMap(({ size_sol: size, cost_bps: cost }) =>
    // A size that costs more than any verdict about costs allows would be refused.
    cost !== null && cost <= Math.min(budgetBps, HIGHEST_COST_BPS) ? [size] : [],
  );
  const fitting = [...bounds, ...listed]
    .map((size) => parseSol(size) ?? 0n)
    .filter((size) => size > 0n && size < asked);
  if (fitting.length === 0) return null;
  return formatSol(fitting.reduce((most, size) => (size > most ? size : most)));
}

/** The most that a round trip costs for each verdict, in basis points, as the service publishes its verdicts. */
const COST_BPS_MAX: Readonly<Record<string, number>> = { acceptable_cost: 300, elevated_cost: 1_000, high_cost: 3_500 };
const HIGHEST_COST_BPS = Math.max(...Object.values(COST_BPS_MAX));

interface Decided {
  readonly reasons: readonly GuardReason[];
  readonly checks: readonly GuardCheck[];
  readonly sizeSol?: string;
}

function resultOf(decision: GuardResult['decision'], decided: Decided): GuardResult {
  const answers = decided.checks.filter(isAnswer);
  const charged = answers.reduce((sum, { billing }) => sum + (parseUsdc(billing?.charged_usdc ?? '') ?? 0n), 0n);
  const isSandbox = decided.checks.some((one) => (isAnswer(one) ? one : one.problem)?.sandbox === true);
  const sandbox = isSandbox || (answers.length > 0 ? false : null);
  return { decision, ...decided, chargedUsdc: formatUsdc(charged), sandbox };
}
