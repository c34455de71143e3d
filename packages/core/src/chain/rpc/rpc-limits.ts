const KIB = 1024;

const MIB = 1024 * KIB;

/** The longest pause that an endpoint can ask for. One mistake must not lose it for a day. */
export const ASKED_PAUSE_MS_MAX = 60_000;

/** An answer of a few numbers, or of a list of a node's fixed length. */
const SHORT: AnswerSize = { bytes: 64 * KIB, values: 4 * KIB };

/**
 * The first bytes of an account that are read. The largest account that is decoded is a position of 1,400 bins, of 157,080 bytes; a
 * mint can have 64 KiB of metadata.
 */
export const ACCOUNT_BYTES_READ = 160 * KIB;

/**
 * A hundred accounts of that size in base64, or one of the 10 MiB that an account can have: few values, most of them long texts.
 */
const ACCOUNTS: AnswerSize = { bytes: 24 * MIB, values: 8 * KIB };

/**
 * The largest answers of an honest endpoint, by method. That of a transaction allows the longest trace of instructions with as much
 * data as each may have; the largest of 516 recorded ones took 39 kilobytes with 1,300 values.
 */
const sizes: Readonly<Record<string, AnswerSize>> = {
  getMultipleAccounts: ACCOUNTS,
  getAccountInfo: ACCOUNTS,
  // 20,000 accounts are read, most of them with extensions.
  getTokenAccountsByOwner: { bytes: 10 * MIB, values: 256 * KIB },
  getSignaturesForAddress: { bytes: MIB, values: 32 * KIB },
  getTransaction: { bytes: 2 * MIB, values: 64 * KIB },
  // A block has room for 98,000 of the cheapest transactions (100 million compute units).
  getBlock: { bytes: 10 * MIB, values: 128 * KIB },
  simulateTransaction: { bytes: MIB, values: 32 * KIB },
  getSignatureStatuses: { bytes: 256 * KIB, values: 16 * KIB },
};

const COMMA = 0x2c;

const BRACKET = 0x5b;

const BRACE = 0x7b;

/**
 * Which calls may share a JSON-RPC array. Some providers bound arrays of history methods far below others, which is learned by
 * class. A `scan` is refused by many endpoints and may have an answer of any size: it goes alone while fewer wait than requests can
 * be under way, and a refusal says nothing about the endpoint's health. A page of `bodies` is as large as many transactions and
 * many endpoints lack its method: it always goes alone.
 */
export type BatchClass = 'state' | 'history' | 'transaction' | 'bodies' | 'scan';

/** Bounds of the transport. Every name ends with the unit; tests shorten the times. */
export interface RpcLimits {
  /** Longest wait for one HTTP answer; a reader with little time shortens it further. */
  readonly requestTimeoutMs: number;
  readonly connectTimeoutMs: number;
  /** HTTP requests under way to one endpoint that takes arrays. */
  readonly lanes: number;
  /** HTTP requests under way to one endpoint that takes single calls only. */
  readonly lanesWithoutArrays: number;
  readonly arrayItemsMax: Readonly<Record<BatchClass, number>>;
  /** Arrays are cut so that an answer is expected to stay below this. */
  readonly answerBytesTarget: number;
  /** A node refuses requests above 50 KiB. */
  readonly requestBytesMax: number;
  /** A larger request is tried where enough calls wait. A size that was refused is not tried again for `arrayMemoryMs`. */
  readonly requestBytesTried: number;
  /** An answer that grows beyond this is given up, even where its methods would allow more. */
  readonly answerBytesMax: number;
  /** The same for the number of values in it, because many values take long to parse. */
  readonly answerValuesMax: number;
  /** Both for a scan. */
  readonly scanBytesMax: number;
  readonly scanValuesMax: number;
  /** Both for a page of bodies. With its text and the parsed objects, a check stays below 64 MiB. */
  readonly bodiesBytesMax: number;
  readonly bodiesValuesMax: number;
  /** How long single calls are sent after arrays failed twice in a row: some endpoints refuse them with a 5xx or a cut. */
  readonly arrayDoubtMs: number;
  /** How long it is remembered how long an array, a list or a request was that an endpoint refused. */
  readonly arrayMemoryMs: number;
  /**
   * How long an endpoint is not asked for a method that it refused, and then once again; and how long it is remembered that it takes a
   * later form of a method's parameters.
   */
  readonly methodMemoryMs: number;
  /** Shortest and longest pause of an endpoint after a failure; doubled each time, with jitter. */
  readonly restMsMin: number;
  readonly restMsMax: number;
  /** Shortest and longest time for which other endpoints are preferred to one that failed. */
  readonly shunMsMin: number;
  readonly shunMsMax: number;
  /**
   * An endpoint is silent after so many timeouts in a row and so many milliseconds without an answer. It counts as silent only for
   * calls that grant no longer timeout than those that failed.
   */
  readonly silencesMax: number;
  readonly silentMsMin: number;
  /**
   * A silent endpoint is asked one trial question at a time, which may take `requestTimeoutMs`. After one that failed, calls that
   * only silent endpoints could answer wait at most so long for the next trial; before that, as long as for any answer.
   */
  readonly trialWaitMs: number;
  /** An endpoint that is further behind the best one is not trusted about the present. */
  readonly lagMsMax: number;
  /** Endpoints whose slots are further apart contradict each other about where the chain is. */
  readonly leadMsMax: number;
  /** Endpoints are asked for their slot at most this often. */
  readonly probeEveryMs: number;
  /** What is known of slots is too old after this, and the next answer waits for news. */
  readonly probeAgeMsMax: number;
  /** The longest such wait. */
  readonly probeWaitMs: number;
  /** Endpoints are asked at most this often where their ledger begins, and the end of a list waits at most so long for that. */
  readonly ledgerEveryMs: number;
  readonly ledgerWaitMs: number;
  /** One endpoint is asked for the slot time at most this often, beside a probe. */
  readonly slotTimeEveryMs: number;
  /** Memory for unchanging data: finalized transactions, decoded, and times of blocks. */
  readonly cacheBytesMax: number;
  /** How long a reading of the present is shared between sessions that overlap, from when it was asked; 0 shares nothing. */
  readonly sharedMs: number;
  /** Memory for that. */
  readonly sharedBytesMax: number;
  /** Most calls to all endpoints within any second, each item of an array counted; null sets no bound. */
  readonly callsPerSecondMax: number | null;
}

export const rpcLimits: RpcLimits = {
  requestTimeoutMs: 8_000,
  connectTimeoutMs: 4_000,
  lanes: 4,
  lanesWithoutArrays: 16,
  arrayItemsMax: { state: 100, history: 100, transaction: 100, bodies: 1, scan: 10 },
  answerBytesTarget: 2 * 1024 * 1024,
  requestBytesMax: 48 * 1024,
  requestBytesTried: 1024 * 1024,
  answerBytesMax: 24 * 1024 * 1024,
  answerValuesMax: 256 * 1024,
  scanBytesMax: 8 * 1024 * 1024,
  scanValuesMax: 384 * 1024,
  bodiesBytesMax: 16 * 1024 * 1024,
  bodiesValuesMax: 1024 * 1024,
  arrayMemoryMs: 600_000,
  arrayDoubtMs: 30_000,
  methodMemoryMs: 60_000,
  restMsMin: 100,
  restMsMax: 2_000,
  shunMsMin: 1_000,
  shunMsMax: 30_000,
  silencesMax: 2,
  silentMsMin: 5_000,
  trialWaitMs: 1_500,
  lagMsMax: 60_000,
  leadMsMax: 86_400_000,
  probeEveryMs: 5_000,
  probeAgeMsMax: 60_000,
  probeWaitMs: 600,
  ledgerEveryMs: 600_000,
  ledgerWaitMs: 2_000,
  slotTimeEveryMs: 60_000,
  cacheBytesMax: 64 * 1024 * 1024,
  sharedMs: 0,
  sharedBytesMax: 32 * 1024 * 1024,
  callsPerSecondMax: null,
};

/** Milliseconds on a clock that never goes back. */
export function now(): number {
  return performance.now();
}

/** How large an answer may be: bytes of its text, and values in it. Few bytes can hold very many values. */
export interface AnswerSize {
  readonly bytes: number;
  readonly values: number;
}

/** The largest answer to a request with calls of these methods. */
export function answerSizeMax(methods: readonly string[], limits: RpcLimits): AnswerSize {
  let bytes = 0;
  let values = 0;
  for (const method of methods) {
    const size = sizes[method] ?? SHORT;
    bytes += size.bytes;
    values += size.values;
  }
  return { bytes: Math.min(bytes, limits.answerBytesMax), values: Math.min(values, limits.answerValuesMax) };
}

/** The largest answer to calls of a class that shares a request with no other class; null for other classes. */
export function answerSizeOfClass(batch: BatchClass, limits: RpcLimits): AnswerSize | null {
  if (batch === 'scan') return { bytes: limits.scanBytesMax, values: limits.scanValuesMax };
  if (batch === 'bodies') return { bytes: limits.bodiesBytesMax, values: limits.bodiesValuesMax };
  return null;
}

/** The most values that JSON text can hold: one after each comma and at the start of each list or object. */
export function valuesIn(text: Uint8Array): number {
  let values = 0;
  // Reads by index, because every byte of every answer passes here and an iterator takes three times as long.
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at];
    if (byte === COMMA || byte === BRACKET || byte === BRACE) values += 1;
  }
  return values;
}
