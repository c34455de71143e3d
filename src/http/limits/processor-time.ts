import type { IncomingMessage } from 'node:http';
import { isIPv4 } from 'node:net';
import { performance } from 'node:perf_hooks';
import { FadingUse } from '#lib/fading-use.ts';
import { addressRange, networkGroup } from '#lib/network-group.ts';
import type { Credentials } from '#payments/bill.ts';

/** Processor time that callers may use of one process, in milliseconds. */
export interface ProcessorLimits {
  /** Within about a minute, of one address (IPv6 by /64) without a known key. */
  readonly rangeMs: number;
  /** The same for one known key, running requests included. */
  readonly keyMs: number;
  /** The free share of a known key. Use of others does not reduce it. */
  readonly keyFreeMs: number;
  /** In each second, of all that is not paid for together. */
  readonly sharedMsPerSecond: number;
  /** How far that may run ahead. Beyond it the process counts as pressed. */
  readonly sharedAheadMs: number;
  /** A caller with this much use within about a minute is refused first when the process is pressed. */
  readonly pressedRangeMs: number;
  /** The credit of a charged check, beside the use of its request. */
  readonly chargedCheckMs: number;
}

export const processorLimits: ProcessorLimits = {
  rangeMs: 6_000,
  keyMs: 20_000,
  keyFreeMs: 250,
  sharedMsPerSecond: 250,
  sharedAheadMs: 1_000,
  pressedRangeMs: 750,
  chargedCheckMs: 50,
};

/** How much further than others a caller who used nothing may make the shared time run ahead. */
const NEWCOMER_SHARE = 0.5;

/** The limits apply for this long after the last work for a customer. Without customers, no request waits and none is refused. */
const CUSTOMER_MS = 10_000;

/** A caller with an unverified credential may use more, so that callers without one cannot keep it from paying. */
const CREDENTIAL_SHARE = 1.4;

const CALLERS_MAX = 20_000;

/** The caller of a request. A payment is not read before the request is. */
export type TimeAsker = Pick<Credentials, 'apiKey' | 'address'> & { readonly showsPayment: boolean };

/** The account that a request is charged to. */
export interface TimeCaller {
  /** A known key, or the address of all others. */
  readonly name: string;
  /** The name that counts while the process is pressed: an IPv6 caller by its /48, because it has 65,536 of /64. Null for a known key. */
  readonly range: string | null;
  /** Whether it shows a key or a payment. */
  readonly shows: boolean;
}

/** Counts the processor time of callers within this process, for every kind of request. */
export interface ProcessorTime {
  callerOf(asker: TimeAsker): TimeCaller;
  /** The milliseconds until the caller is worked for again, apart from `ownMs` that the request itself used; 0 where it is now. */
  waitMs(caller: TimeCaller, ownMs?: number): number;
  /** `isServed`: the request is never refused, so its use is not counted against refusable requests. */
  charge(caller: TimeCaller, ms: number, isServed: boolean): void;
  /** Gives back the use of a finished request, and more if it had charged checks, so that paying callers are not stopped. */
  end(caller: TimeCaller, ms: number, checks: number): void;
}

export interface ProcessorTimeDeps {
  /** Whether the ledger knew the key at its last query. */
  readonly knows: (apiKey: string) => boolean;
  readonly limits?: ProcessorLimits;
  /** Milliseconds on a clock that never goes back. */
  readonly now?: () => number;
}

/** The excess of use over each second's share. */
function openLead(now: () => number, msPerSecond: number) {
  let [used, at] = [0, 0];
  const ms = (): number => Math.max(0, used - ((now() - at) * msPerSecond) / 1_000);
  const add = (more: number): void => {
    [used, at] = [Math.max(0, ms() + more), now()];
  };
  return { ms, add };
}

/**
 * Limits of processor time by caller, and for all unpaid work together. Each request is checked before any work, and charged after it. The
 * limits protect customers: requests of known keys, and requests with charged checks. A known key is a customer as long as it pays; its
 * free use is shared with all other keys, because a key costs little and its credit stays. A process has one event loop, so the limits are
 * its own and need no database.
 */
export function openProcessorTime(deps: ProcessorTimeDeps): ProcessorTime {
  const { knows, limits = processorLimits, now = () => performance.now() } = deps;
  const { rangeMs, keyMs, keyFreeMs, sharedMsPerSecond, sharedAheadMs, pressedRangeMs, chargedCheckMs } = limits;
  const uses = new FadingUse(now, CALLERS_MAX);
  let customer = { name: '', at: Number.NEGATIVE_INFINITY };
  let customerBefore = customer;
  const noteCustomer = (name: string): void => {
    if (name !== customer.name) customerBefore = customer;
    customer = { name, at: now() };
  };
  const [lead, leadOfKeys] = [openLead(now, sharedMsPerSecond), openLead(now, sharedMsPerSecond)];
  const add = (name: string, range: string | null, ms: number): void => {
    for (const one of new Set([name, range ?? name])) uses.add(one, ms);
  };
  const repay = ({ name, range }: TimeCaller, ms: number, more: number): void => {
    noteCustomer(name);
    add(name, range, -ms - more);
    if (range === null) uses.add(unpaidBy(name), -more);
    else lead.add(-ms);
  };
  const ownMsMax = ({ range, shows }: TimeCaller): number =>
    range === null ? keyMs : rangeMs * (shows ? CREDENTIAL_SHARE : 1);
  /** The lead that stops a range or key, the sooner the more it used. */
  const stoppingLead = ({ range, shows }: TimeCaller, used: number): number => {
    if (range === null && used < keyFreeMs) return Number.POSITIVE_INFINITY;
    const further = NEWCOMER_SHARE * Math.max(0, 1 - used / pressedRangeMs);
    return sharedAheadMs * (1 + further) * (shows ? CREDENTIAL_SHARE : 1);
  };
  return {
    callerOf({ apiKey, address, showsPayment }) {
      if (apiKey !== null && knows(apiKey)) return { name: `key ${apiKey}`, range: null, shows: false };
      const name = networkGroup(address);
      const range = isIPv4(name) ? name : addressRange(address);
      return { name, range, shows: apiKey !== null || showsPayment };
    },
    waitMs(caller, ownMs = 0) {
      const { name, range } = caller;
      if (now() - customer.at > CUSTOMER_MS) return 0;
      const ownWaitMs = uses.msUntilBelow(name, ownMsMax(caller) + ownMs);
      if (ownWaitMs > 0) return ownWaitMs;
      const other = customer.name === name ? customerBefore : customer;
      if (range === null && now() - other.at > CUSTOMER_MS) return 0;
      const over =
        (range === null ? leadOfKeys.ms() : lead.ms() - ownMs) - stoppingLead(caller, uses.of(range ?? unpaidBy(name)));
      return over < 0 ? 0 : Math.ceil((over * 1_000) / sharedMsPerSecond) + 1;
    },
    charge({ name, range, shows }, ms, isServed) {
      if (range === null || shows) noteCustomer(name);
      if (range === null || !isServed || uses.of(name) < rangeMs) add(name, range, ms);
      if (range !== null && (!isServed || lead.ms() < sharedAheadMs)) lead.add(ms);
    },
    end(caller, ms, checks) {
      if (checks > 0) repay(caller, ms, checks * chargedCheckMs);
      else if (caller.range === null) {
        uses.add(unpaidBy(caller.name), ms);
        for (const one of [lead, leadOfKeys]) one.add(ms);
      }
    },
  };
}

/** The name of a key's free use; work in progress may still be paid for. */
const unpaidBy = (name: string): string => `unpaid by ${name}`;

/** The account of a request. */
interface Account {
  readonly charge: Charge;
  /** False where the caller used up its time since the request came; it is refused by then. */
  readonly mayGoOn: () => boolean;
}

type Charge = (cpuMs: number) => void;

/** No request needs this much in one turn. A longer turn loads a library, which all later callers use. */
const TURN_MS_MAX = 50;

/** A turn below this length counts by the clock alone: reading the processor time costs more than many turns. */
const SHORT_MS = 1;

/** How old the last reading of the processor time may be when a turn begins. */
const READING_MS_MAX = 5;

/** The processor time of all threads of this process so far, read at a moment. */
let reading = { at: Number.NEGATIVE_INFINITY, usedMs: 0 };

/** The work of a turn of the event loop. */
interface Turn {
  readonly startedAt: number;
  readonly charges: Set<Charge>;
}

/** A member of the request itself: a weak map of requests costs the collector of garbage more than most answers do. */
const ACCOUNT = Symbol('account');

type ChargedRequest = IncomingMessage & { [ACCOUNT]?: Account };

let turn: Turn | null = null;

/** From now on the request's measured turns are charged to this account. */
export function chargeTo(request: IncomingMessage, account: Account): void {
  (request as ChargedRequest)[ACCOUNT] = account;
}

/** Whether a request whose body has come is worked on: any number of heads may come before one body. */
export function mayGoOn(request: IncomingMessage): boolean {
  return (request as ChargedRequest)[ACCOUNT]?.mayGoOn() ?? true;
}

/**
 * Measures from here to the end of the turn, in which the request's work goes on. Work that waits for a socket, the database or the chain
 * continues in a turn of its own, and calls this again if it costs something. Hooks of each promise would cost more than most answers.
 * Requests that share a turn share its time.
 */
export function measureTurn(request: IncomingMessage): void {
  const charge = (request as ChargedRequest)[ACCOUNT]?.charge;
  if (!charge) return;
  if (turn) {
    turn.charges.add(charge);
    return;
  }
  const startedAt = performance.now();
  if (startedAt - reading.at > READING_MS_MAX) read(startedAt);
  turn = { startedAt, charges: new Set([charge]) };
  afterTicks(ROUNDS);
}

/** Ticks and microtasks run in rounds until none is left; a library that goes on by ticks takes a few. */
const ROUNDS = 4;

function afterTicks(rounds: number): void {
  process.nextTick(() => {
    if (rounds === 0) endTurn();
    else queueMicrotask(() => afterTicks(rounds - 1));
  });
}

function endTurn(): void {
  const ended = turn;
  turn = null;
  if (!ended) return;
  const ms = Math.min(turnMs(ended), TURN_MS_MAX);
  for (const charge of ended.charges) charge(ms / ended.charges.size);
}

/**
 * The time of the clock; of a longer turn, the processor time of all threads since the last reading where that is less. The clock alone
 * would count what other processes take of a busy machine.
 */
function turnMs({ startedAt }: Turn): number {
  const now = performance.now();
  const tookMs = now - startedAt;
  return tookMs < SHORT_MS ? tookMs : Math.min(tookMs, read(now));
}

/** Reads the processor time. Returns what was used since the last reading, in milliseconds. */
function read(at: number): number {
  const { user, system } = process.cpuUsage();
  const before = reading.usedMs;
  reading = { at, usedMs: (user + system) / 1_000 };
  return reading.usedMs - before;
}
