import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { hangMs } from '../support/pace.ts';

/** What a request may take at most: a check's own time, waits for the database before and after it, and some. */
const ANSWER_MS_MAX = hangMs(45_000);
const DECIDED_MS_MAX = hangMs(50_000);
const PAUSE_MS = 100;
/** Refusals that tell the client to come again, each with the seconds after which. */
const AGAIN = [409, 429, 503];

/** An answer to a check, as far as drills read it. */
export interface Reply {
  readonly status: number;
  readonly code: string | null;
  readonly verdict: string | null;
  readonly retryAfter: string | null;
  readonly charged: string | null;
  readonly attestation: string | null;
  readonly text: string;
}

/** One check; throws where no answer comes within any bound that the service promises. */
export async function askCheck(url: string, headers: Readonly<Record<string, string>>): Promise<Reply> {
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(ANSWER_MS_MAX) });
  const text = await response.text();
  const body = JSON.parse(text);
  return {
    status: response.status,
    code: body.code ?? null,
    verdict: body.verdict ?? null,
    retryAfter: response.headers.get('retry-after'),
    charged: body.billing?.charged_usdc ?? null,
    attestation: body.attestation ?? null,
    text,
  };
}

/** Customers who name each check by an Idempotency-Key and ask for it until it is answered. */
export class Customers {
  /** Attestations of the answers that were delivered, by the name of the check. */
  readonly delivered = new Map<string, string>();
  /** How often each refusal was met, by status and code. */
  readonly refusals = new Map<string, number>();
  readonly #url: string;
  readonly #keys: readonly string[];
  #over = false;
  #asking: Promise<unknown> = Promise.resolve();

  /** `url`: the check that they ask for. */
  constructor(url: string, keys: readonly string[]) {
    this.#url = url;
    this.#keys = keys;
  }

  /** All keys at work, each with one check after the other, until `rest`. */
  work(): void {
    this.#over = false;
    this.#asking = Promise.all(this.#keys.map((key) => this.#loop(key)));
    // Whoever calls `rest` gets what went wrong.
    this.#asking.catch(() => undefined);
  }

  /** Lets everybody come to the end of what he asked for. */
  async rest(): Promise<void> {
    this.#over = true;
    await this.#asking;
  }

  /** Waits until so many more checks were answered. */
  async answered(more: number): Promise<void> {
    const goal = this.delivered.size + more;
    const end = Date.now() + DECIDED_MS_MAX;
    while (this.delivered.size < goal) {
      if (Date.now() > end) throw new Error(`${goal - this.delivered.size} answers are missing after ${this.#met}`);
      await pause(10);
    }
  }

  get #met(): string {
    return [...this.refusals].map(([refusal, times]) => `${times} times ${refusal}`).join(', ');
  }

  async #loop(key: string): Promise<void> {
    while (!this.#over) await this.check(key);
  }

  /** A new check by `key`, asked for until it is answered. */
  async check(key: string): Promise<Reply> {
    const name = randomUUID();
    const end = Date.now() + DECIDED_MS_MAX;
    for (let last = ''; Date.now() < end; ) {
      const reply = await askCheck(this.#url, { 'X-API-Key': key, 'Idempotency-Key': name });
      if (reply.status === 200 && reply.attestation !== null) {
        this.delivered.set(name, reply.attestation);
        return reply;
      }
      last = `${reply.status} ${reply.code ?? reply.verdict}`;
      this.refusals.set(last, (this.refusals.get(last) ?? 0) + 1);
      const free = reply.status === 200 && reply.charged === '0.00';
      if (!free && !(AGAIN.includes(reply.status) && Number(reply.retryAfter) >= 1)) throw new Error(reply.text);
      await pause(PAUSE_MS);
    }
    throw new Error(`a check was not answered in ${DECIDED_MS_MAX} ms`);
  }
}
