import { known, missing } from '#lib/reading.ts';
import type { Address, Signature } from '#solana/address.ts';
import { isSameTransaction } from '#solana/decode/same-transaction.ts';
import type { Transaction } from '#solana/transaction.ts';
import type { SignatureEntry } from './chain-reader.ts';
import { getTransaction } from './loaders/transactions.ts';
import type { Wait } from './rpc/call-wait.ts';
import type { Endpoint } from './rpc/endpoint.ts';
import type { AnsweredCall, RpcCaller } from './rpc/rpc-caller.ts';

/** Block times of two answers may differ by so many seconds. Beyond that one of them is wrong. */
const CLOCK_SECONDS_MAX = 150;

interface Listed extends Pick<SignatureEntry, 'slot' | 'failed' | 'blockTime'> {
  readonly from: Endpoint | undefined;
}

/** Is called with an endpoint that was caught, once in an operation. */
export type CaughtLog = (endpoint: Endpoint) => void;

/** The endpoints that one operation distrusts, and the statements of lists about transactions. */
export class Trust {
  readonly distrusted: Set<Endpoint>;
  readonly #listed = new Map<Signature, Listed>();
  /** How many entries of the list of an address each endpoint gave. */
  readonly #givers = new Map<Address, Map<Endpoint, number>>();
  readonly #log: CaughtLog;

  constructor(log: CaughtLog, distrusted: Iterable<Endpoint> = []) {
    this.#log = log;
    this.distrusted = new Set(distrusted);
  }

  /** Distrusts endpoints for the rest of the operation. */
  distrust(endpoints: readonly Endpoint[]): void {
    for (const endpoint of endpoints) {
      if (this.distrusted.has(endpoint)) continue;
      this.distrusted.add(endpoint);
      this.#log(endpoint);
    }
  }

  /** Notes a page of the list of an address. The first entry from a trusted endpoint counts. */
  note(of: Address, entries: readonly SignatureEntry[], from: Endpoint | undefined): void {
    const givers = this.#givers.get(of) ?? new Map<Endpoint, number>();
    if (from) this.#givers.set(of, givers.set(from, (givers.get(from) ?? 0) + entries.length));
    for (const { signature, slot, failed, blockTime } of entries) {
      if (!this.#said(signature)) this.#listed.set(signature, { slot, failed, blockTime, from });
    }
  }

  /** The endpoints that gave pages of the list of an address, those of most entries first. */
  giversOf(of: Address): readonly Endpoint[] {
    return [...(this.#givers.get(of) ?? [])].sort(([, a], [, b]) => b - a).map(([endpoint]) => endpoint);
  }

  /** The endpoint whose list contradicts the transaction; `by` is undefined where it is unknown. Null: no list does. */
  contradiction({ signature, slot, failed, blockTime }: Transaction): { readonly by: Endpoint | undefined } | null {
    const listed = this.#said(signature);
    if (!listed) return null;
    const apart = blockTime === null || listed.blockTime === null ? 0 : Math.abs(blockTime - listed.blockTime);
    const agrees = listed.slot === slot && listed.failed === failed && apart <= CLOCK_SECONDS_MAX;
    return agrees ? null : { by: listed.from };
  }

  #said(signature: Signature): Listed | null {
    const listed = this.#listed.get(signature);
    return listed && !(listed.from && this.distrusted.has(listed.from)) ? listed : null;
  }
}

/** The transaction as one endpoint gives it. */
interface Vote {
  readonly endpoint: Endpoint;
  readonly body: Transaction;
}

/**
 * Asks every trusted endpoint for a transaction that two answers give differently. An endpoint whose transaction contradicts itself, or
 * its own list, does not count. The transaction that most endpoints give counts, at least two. One endpoint is enough where another did
 * not count and no other version exists. Endpoints that gave another version are `caught`. Otherwise the gap is `rpc_disagrees`.
 */
export async function arbitrate(
  rpc: RpcCaller,
  signature: Signature,
  wait: Wait,
  trust: Trust | null,
): Promise<AnsweredCall<Transaction>> {
  const answers = await Promise.all(
    rpc.trusted.map(async (endpoint) => {
      return { endpoint, ...(await rpc.callAt(endpoint, getTransaction, signature, wait)) };
    }),
  );
  const bytes = answers.reduce((sum, answer) => sum + answer.bytes, 0);
  const selfContradicting = answers
    .filter((answer) => contradictsItself(answer, trust))
    .map(({ endpoint }) => endpoint);
  const groups: Vote[][] = [];
  for (const { endpoint, reading } of answers) {
    if (reading.known && !selfContradicting.includes(endpoint)) join(groups, { endpoint, body: reading.value });
  }
  const [most = [], ...others] = groups.sort((a, b) => b.length - a.length);
  const [winner] = most;
  const isMajority = most.length > Math.max(1, others[0]?.length ?? 0);
  if (!winner || !(isMajority || (others.length === 0 && selfContradicting.length > 0)))
    return { reading: missing('rpc', 'rpc_disagrees', `${signature} is told in two ways`), bytes };
  const lister = trust?.contradiction(winner.body)?.by ?? [];
  const caught = [...selfContradicting, ...others.flat().map(({ endpoint }) => endpoint)].concat(lister);
  return { reading: known(winner.body), bytes, from: winner.endpoint, caught };
}

/** True for a transaction that contradicts itself, or a list of the same endpoint. */
function contradictsItself(
  { endpoint, reading }: AnsweredCall<Transaction> & { readonly endpoint: Endpoint },
  trust: Trust | null,
) {
  if (!reading.known) return reading.gap.cause === 'rpc_disagrees';
  return trust?.contradiction(reading.value)?.by === endpoint;
}

function join(groups: Vote[][], vote: Vote): void {
  const group = groups.find(([first]) => first !== undefined && isSameTransaction(first.body, vote.body));
  if (group) group.push(vote);
  else groups.push([vote]);
}
