import { record } from '#lib/json-value.ts';
import { parseSignature, type Signature } from '#solana/address.ts';
import { isBlockTime, isSlot } from '#solana/slot-and-time.ts';
import type { CallRate } from '../rpc/limits/refusal-texts.ts';
import type { RefusalKind } from '../rpc/limits/refusals.ts';
import { type Heard, type PoliteCall, PoliteCalls, type Politeness } from './polite-calls.ts';
import {
  askAccounts,
  askBlock,
  askBlockTime,
  askGenesis,
  askSlot,
  askVersion,
  body,
  firstBlock,
  newestSignature,
  otherSamples,
} from './samples.ts';

/** Whether an endpoint serves a method. `served` is null where that could not be seen. `words`: the plan's, or why no answer came. */
interface MethodFinding {
  readonly method: string;
  readonly served: boolean | null;
  readonly refusal: RefusalKind | null;
  readonly words: string;
}

/** `longest`: most items that were accepted, 0 where none was. `refused`: the plan's words, where it refused a longer one. */
interface ArrayFinding {
  readonly allowed: boolean | null;
  readonly longest: number;
  readonly counted: 'by_item' | null;
  readonly refused: string | null;
}

/** `most`: addresses of one call that were accepted; 0 where none was. */
interface AddressFinding {
  readonly most: number;
  readonly refused: string | null;
}

/** What the ledger holds. `kept` is false for a node without transactions. Times are Unix seconds. */
interface HistoryFinding {
  readonly kept: boolean | null;
  readonly oldestSlot: number | null;
  readonly oldestTime: number | null;
}

/** What one endpoint allows. `trouble` says why nothing else is known of it. `calls`: how many this took. */
export interface EndpointFindings {
  readonly origin: string;
  readonly trouble: string | null;
  readonly genesis: string | null;
  readonly latencyMs: number | null;
  readonly software: string | null;
  readonly featureSet: number | null;
  readonly arrays: ArrayFinding;
  readonly addresses: AddressFinding;
  readonly methods: readonly MethodFinding[];
  readonly history: HistoryFinding;
  /** The pace of reading transactions. `from` measurement it is a lower bound. */
  readonly pace: (CallRate & { readonly from: 'headers' | 'refusal' | 'measurement' }) | null;
  readonly calls: number;
}

const ARRAY_LENGTHS = [2, 10, 30, 100];
const ADDRESSES_MAX = 100;
/** The pace of single calls that was kept without a refusal. */
const KEPT_PACE: CallRate = { calls: 4, seconds: 1 };

/** Refusals of a node that serves the method. */
const SERVED: readonly RefusalKind[] = ['params', 'version', 'unknown_cursor', 'not_found', 'skipped', 'pruned'];
const UNSEEN: readonly RefusalKind[] = ['behind', 'broken'];
const TOO_MANY: readonly RefusalKind[] = ['list_too_long', 'answer_too_large', 'params'];

/** The text for people about an endpoint that refuses everything. */
const troubleBy: Partial<Record<RefusalKind, string>> = {
  denied: 'it refuses the key or the caller, or it is no RPC endpoint of Solana; check the URL and the key',
  broken: 'it does not answer as an RPC endpoint of Solana; check the URL',
  credits_gone: 'the credits of its plan are used up',
  too_fast: 'it refuses every call as too fast; ask again later',
};

/**
 * Finds out what an endpoint allows, politely and with few calls. `arraysMax`: the longest array that is tried. Never rejects. Throws when
 * `url` is no http(s) URL, and does not repeat it.
 */
export async function examineEndpoint(
  url: string,
  how: Politeness,
  arraysMax: number,
  signal?: AbortSignal,
): Promise<EndpointFindings> {
  const calls = new PoliteCalls(url, how, signal);
  try {
    return await new Examination(calls).run(arraysMax);
  } finally {
    await calls.close();
  }
}

class Examination {
  readonly #calls: PoliteCalls;
  readonly #methods: MethodFinding[] = [];
  /** A transaction of its ledger. */
  #signature: Signature | null = null;
  /** The first rate that a refusal named. */
  #named: CallRate | null = null;

  constructor(calls: PoliteCalls) {
    this.#calls = calls;
  }

  async run(arraysMax: number): Promise<EndpointFindings> {
    const hash = await this.#calls.ask(askGenesis);
    const newest = hash.is === 'unheard' ? hash : await this.#calls.ask(askSlot);
    const trouble = this.#troubleOf([hash, newest]);
    if (trouble !== null) return this.#findings({ trouble });
    const software = await this.#calls.ask(askVersion);
    const history = await this.#history(newest);
    for (const asked of otherSamples) await this.#seek(asked);
    const addresses = await this.#addresses();
    // Most arrays of checks read transactions; an endpoint without any is asked for its slot.
    const arrays = await this.#arrays(arraysMax, this.#signature === null ? askSlot : body(this.#signature));
    return this.#findings({ ...softwareOf(software), genesis: textOf(hash), history, addresses, arrays });
  }

  #findings(found: Partial<EndpointFindings>): EndpointFindings {
    return {
      origin: this.#calls.origin,
      trouble: null,
      genesis: null,
      software: null,
      featureSet: null,
      arrays: { allowed: null, longest: 0, counted: null, refused: null },
      addresses: { most: 0, refused: null },
      history: { kept: null, oldestSlot: null, oldestTime: null },
      ...found,
      latencyMs: this.#calls.latencyMs,
      methods: this.#methods,
      pace: found.trouble ? null : this.#pace(found.arrays?.longest ?? 0),
      calls: this.#calls.made,
    };
  }

  /** Why the endpoint need not be asked further: it answers neither question, or refuses every caller. */
  #troubleOf(heard: readonly Heard[]): string | null {
    const troubles = heard.map((one) => {
      if (one.is === 'unheard') return `it does not answer (${one.detail})`;
      const trouble = one.is === 'refused' ? troubleBy[one.refusal.kind] : undefined;
      return trouble && one.is === 'refused' ? `${trouble}: "${one.refusal.words}"` : null;
    });
    return troubles.every((trouble) => trouble !== null) ? (troubles[0] ?? null) : null;
  }

  /** Asks for a method and notes whether it is served. */
  async #seek(asked: PoliteCall): Promise<Heard> {
    const heard = await this.#calls.ask(asked);
    this.#note(heard);
    this.#methods.push(findingOf(asked.method, heard));
    return heard;
  }

  #note(heard: Heard): void {
    if (heard.is === 'refused' && heard.refusal.kind === 'too_fast') this.#named ??= heard.refusal.rate;
  }

  async #history(newest: Heard): Promise<HistoryFinding> {
    const listed = await this.#seek(newestSignature);
    this.#signature = signatureIn(listed);
    const read = await this.#seek(body(this.#signature));
    const first = await this.#calls.ask(firstBlock);
    const oldestSlot = first.is === 'result' && isSlot(first.result) ? first.result : null;
    const now = newest.is === 'result' && isSlot(newest.result) ? newest.result : 0;
    const time = await this.#seek(askBlockTime(oldestSlot || now));
    const oldestTime = oldestSlot && time.is === 'result' && isBlockTime(time.result) ? time.result : null;
    await this.#seek(askBlock(now));
    const isWithout = [listed, read].some((heard) => heard.is === 'refused' && heard.refusal.kind === 'pruned');
    return { kept: isWithout ? false : listed.is === 'result' || null, oldestSlot, oldestTime };
  }

  /** The most addresses: all, else the number that the refusal names, else half as many until it is taken. */
  async #addresses(): Promise<AddressFinding> {
    let refused: string | null = null;
    for (let count = ADDRESSES_MAX; ; ) {
      const heard = await this.#calls.ask(askAccounts(count));
      const isRefused = heard.is === 'refused' && TOO_MANY.includes(heard.refusal.kind);
      if (!isRefused || count === 1) {
        this.#note(heard);
        this.#methods.push(findingOf('getMultipleAccounts', heard));
        return { most: heard.is === 'result' ? count : 0, refused };
      }
      refused ??= heard.refusal.words;
      const named = heard.refusal.most;
      count = named !== null && named < count ? named : Math.floor(count / 2);
    }
  }

  /** Longer and longer arrays of a call until one is refused. */
  async #arrays(most: number, asked: PoliteCall): Promise<ArrayFinding> {
    let longest = 0;
    for (const length of ARRAY_LENGTHS.filter((one) => one <= most)) {
      const heard = await this.#calls.askTogether(Array.from({ length }, () => asked));
      const refused = [heard].flat().find((one) => one.is !== 'result');
      if (refused) {
        this.#note(refused);
        return arrayFinding(refused, longest);
      }
      longest = length;
    }
    return { allowed: longest > 0, longest, counted: null, refused: null };
  }

  #pace(longestArray: number): EndpointFindings['pace'] {
    const said = this.#calls.rateOf('getTransaction');
    if (said) return { ...said, from: 'headers' };
    if (this.#named) return { ...this.#named, from: 'refusal' };
    if (longestArray > KEPT_PACE.calls) return { calls: longestArray, seconds: 1, from: 'measurement' };
    return this.#calls.tooFast.has('getTransaction') ? null : { ...KEPT_PACE, from: 'measurement' };
  }
}

/** What the first refusal of an array says. A limit that is passed by the number of items shows that each item counts. */
function arrayFinding(heard: Heard, longest: number): ArrayFinding {
  if (heard.is !== 'refused') return { allowed: longest > 0 || null, longest, counted: null, refused: null };
  const { kind, most, words } = heard.refusal;
  if (kind === 'too_fast') return { allowed: longest > 0 || null, longest, counted: 'by_item', refused: words };
  if (kind === 'broken' && longest === 0) return { allowed: null, longest, counted: null, refused: words };
  const length = kind === 'arrays_refused' && most !== null ? most : longest;
  return { allowed: length > 0, longest: length, counted: null, refused: words };
}

function findingOf(method: string, heard: Heard): MethodFinding {
  if (heard.is === 'result') return { method, served: true, refusal: null, words: '' };
  if (heard.is === 'unasked') return { method, served: null, refusal: null, words: 'not asked: no call was left' };
  if (heard.is === 'unheard') return { method, served: null, refusal: null, words: heard.detail };
  const { kind, words } = heard.refusal;
  if (SERVED.includes(kind)) return { method, served: true, refusal: null, words: '' };
  return { method, served: UNSEEN.includes(kind) ? null : false, refusal: kind, words };
}

function textOf(heard: Heard): string | null {
  return heard.is === 'result' && typeof heard.result === 'string' ? heard.result : null;
}

function signatureIn(heard: Heard): Signature | null {
  const [entry] = heard.is === 'result' && Array.isArray(heard.result) ? heard.result : [];
  return parseSignature(record(entry)?.signature);
}

/** Firedancer counts its versions from 0 with three digits behind the point, Agave from 2. */
function softwareOf(heard: Heard): Pick<EndpointFindings, 'software' | 'featureSet'> {
  const version = heard.is === 'result' ? record(heard.result) : null;
  const core = version?.['solana-core'];
  const set = version?.['feature-set'];
  const featureSet = typeof set === 'number' ? set : null;
  if (typeof core !== 'string' || !/^[\w.+-]{1,40}$/.test(core)) return { software: null, featureSet };
  const name = /^0\.\d{3}/.test(core) ? 'Firedancer' : Number.parseInt(core, 10) >= 2 ? 'Agave' : 'solana-core';
  return { software: `${name} ${core}`, featureSet };
}
