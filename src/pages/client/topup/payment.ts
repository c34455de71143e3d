import { isSignature } from '../base58.ts';
import { byId, fill, h } from '../dom.ts';
import type { KeyStore } from '../key-store.ts';
import type { NamedChain } from '../network.ts';
import { type ApiProblem, api, type Claimed, type TopupAnswer } from './api.ts';
import { creditedBody, keyForm, newKeyBody, signatureForm, stoppedBody, waitingBody } from './payment-view.ts';
import { entryOf, type Payments, type PendingPayment, tailOf } from './pending.ts';
import { inWords } from './words.ts';

/** Finality takes about 7 seconds, at the worst of paces twice as long: seven calls at the two seconds that the service asks for. */
const PATIENT_CALLS = 8;

const GROWTH = 1.5;

const WAIT_SECONDS_MIN = 1;

const WAIT_SECONDS_MAX = 30;

/** The shared parts of payments on the page. */
export interface PaymentContext {
  readonly payments: Payments;
  readonly keys: KeyStore;
  readonly chain: NamedChain;
}

/** Facts that only the page of the payment knows. */
export interface PaymentStart {
  /** The key to credit. */
  readonly key?: string | null;
  /** Signed by the wallet and not sent yet. */
  readonly unsent?: Uint8Array | null;
  /** The wallet's message if it is unclear whether it sent. */
  readonly trouble?: string;
}

/**
 * A payment on the page, from its signature to the credit. It stays in the browser until it is credited and, where that made
 * a key, until the person has kept the key; or until the person says that it is to be forgotten.
 */
export function openPayment(first: PendingPayment, service: PaymentContext, start: PaymentStart = {}): void {
  const entry = entryOf(first.ticket);
  const list = byId('payment-list', HTMLElement);
  for (const shown of list.querySelectorAll<HTMLElement>('article')) if (shown.dataset.entry === entry) shown.remove();
  const article = h('article', { class: 'panel stack', 'data-entry': entry });
  list.prepend(article);
  byId('payments', HTMLElement).hidden = false;
  new OpenPayment(first, service, start, article).go();
}

class OpenPayment {
  #payment: PendingPayment;
  readonly #service: PaymentContext;
  readonly #unsent: Uint8Array | null;
  readonly #trouble: string;
  readonly #article: HTMLElement;
  #key: string | null;
  #gone = false;

  constructor(payment: PendingPayment, service: PaymentContext, start: PaymentStart, article: HTMLElement) {
    this.#payment = payment;
    this.#service = service;
    this.#unsent = start.unsent ?? null;
    this.#trouble = start.trouble ?? '';
    this.#key = start.key ?? null;
    this.#article = article;
  }

  /** Continues from the payment's present state. */
  go(): void {
    const { apiKey, signature, creditTo } = this.#payment;
    if (creditTo !== null) this.#key ??= this.#keptKey(creditTo);
    if (apiKey !== null) void this.#showNewKey(apiKey);
    else if (signature === null) this.#askSignature(this.#trouble);
    else if (creditTo !== null && this.#key === null) this.#askKey('');
    else void this.#claim();
  }

  #keptKey(tail: string): string | null {
    const kept = this.#service.keys.read()?.key;
    return kept !== undefined && tailOf(kept) === tail ? kept : null;
  }

  #keep(change: Partial<PendingPayment>): void {
    this.#payment = { ...this.#payment, ...change };
    this.#service.payments.put(this.#payment);
  }

  /** Takes the focus along where the person is at this payment or nowhere, and leaves it where the person works on. */
  #show(...body: readonly Node[]): void {
    fill(this.#article, ...body);
    const at = document.activeElement;
    if (at === null || at === document.body || at.closest('[hidden]')) {
      this.#article.querySelector<HTMLElement>('h3')?.focus();
    }
  }

  #forget = (): void => {
    const sure = confirm(
      'Forget this payment? If it was sent after all, nobody can claim its USDC without this ticket.',
    );
    if (sure) this.#leave();
  };

  #leave(): void {
    this.#gone = true;
    this.#service.payments.drop(this.#payment.ticket);
    this.#article.remove();
    const list = byId('payment-list', HTMLElement);
    byId('payments', HTMLElement).hidden = list.childElementCount === 0;
  }

  #askSignature(trouble: string): void {
    const take = (text: string): string => {
      const signature = text.trim();
      if (!isSignature(signature)) return 'That is no signature of a transaction: base58 of 64 bytes.';
      this.#keep({ signature });
      this.go();
      return '';
    };
    this.#show(...signatureForm(this.#payment, trouble, { take, forget: this.#forget }));
  }

  #askKey(trouble: string): void {
    const take = (text: string): string => {
      const key = text.trim();
      if (key === '') return 'Paste the key that is to be credited.';
      this.#key = key;
      this.#keep({ creditTo: tailOf(key) });
      void this.#claim();
      return '';
    };
    const makeNew = (): void => {
      this.#key = null;
      this.#keep({ creditTo: null });
      void this.#claim();
    };
    this.#show(...keyForm(this.#payment, trouble, { take, makeNew, forget: this.#forget }));
  }

  /** One tab at a time: a second claim of a payment that made a key would replace that key. */
  async #claim(): Promise<void> {
    const { body, tell } = waitingBody(this.#payment, this.#service.chain, this.#unsent, this.#forget);
    this.#show(...body);
    const name = entryOf(this.#payment.ticket);
    const run = (): Promise<void> => this.#claimAlone(tell);
    if (navigator.locks) await navigator.locks.request(name, run);
    else await run();
  }

  async #claimAlone(tell: (words: string) => void): Promise<void> {
    const { ticket, signature } = this.#payment;
    const stored = this.#service.payments.get(ticket);
    if (stored?.apiKey) {
      this.#payment = stored;
      return await this.#showNewKey(stored.apiKey);
    }
    const key = this.#key;
    const decided = await claimUntilDecided({
      ask: () => api.claim({ signature: signature ?? '', ticket, ...(key !== null && { key }) }),
      wait: (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000)),
      reported: (problem) => {
        const { what, next } = inWords(problem);
        tell(`${what} ${next}`);
      },
      isGivenUp: () => this.#gone,
    });
    if (decided === null) return;
    if ('code' in decided) this.#stop(decided);
    else await this.#credited(decided);
  }

  #stop(problem: ApiProblem): void {
    const words = inWords(problem);
    if (problem.code === 'api_key_unknown') {
      this.#key = null;
      this.#askKey(`${words.what} ${words.next}`);
      return;
    }
    const again = (): void => void this.#claim();
    const other = (): void => this.#askSignature('');
    this.#show(...stoppedBody(this.#payment, words, this.#service.chain, { again, other, forget: this.#forget }));
  }

  async #credited(claimed: Claimed): Promise<void> {
    if (claimed.api_key !== undefined) {
      // Kept before anything else can go wrong: the service does not show it again once it was used.
      this.#keep({ apiKey: claimed.api_key, creditedUsdc: claimed.credited_usdc });
      return await this.#showNewKey(claimed.api_key);
    }
    this.#service.payments.drop(this.#payment.ticket);
    const answer = this.#key === null ? null : await api.balance(this.#key);
    const owned = answer && 'value' in answer ? answer.value : null;
    this.#show(...creditedBody(claimed, owned, this.#service.chain, this.#payment));
  }

  async #showNewKey(key: string): Promise<void> {
    const answer = await api.balance(key);
    const owned = 'value' in answer ? answer.value : null;
    const use = (remember: boolean): void => this.#service.keys.write(key, remember);
    this.#show(...newKeyBody(this.#payment, key, owned, { use, kept: () => this.#leave() }));
  }
}

/** The dependencies of a claim: one call, and a wait in seconds that ends early when the claim is given up. */
interface ClaimParts {
  readonly ask: () => Promise<TopupAnswer<Claimed>>;
  readonly wait: (seconds: number) => Promise<void>;
  /** Called after each refusal that leads to another call, with the number of calls so far. */
  readonly reported: (problem: ApiProblem, calls: number) => void;
  readonly isGivenUp: () => boolean;
}

/** Claims until it is credited or refused for good; null when it was given up. Repeats credit nothing twice. */
export async function claimUntilDecided(parts: ClaimParts): Promise<Claimed | ApiProblem | null> {
  for (let calls = 1; !parts.isGivenUp(); calls += 1) {
    const answer = await parts.ask();
    if ('value' in answer) return answer.value;
    const { problem } = answer;
    if (!problem.retryable) return problem;
    parts.reported(problem, calls);
    await parts.wait(waitSeconds(problem.retryAfterSeconds, calls));
  }
  return null;
}

/** The delay after this many calls: the service's own, growing where that does not help. */
export function waitSeconds(retryAfterSeconds: number | null, calls: number): number {
  const asked = Math.max(WAIT_SECONDS_MIN, retryAfterSeconds ?? 2);
  const grown = asked * GROWTH ** Math.max(0, calls - PATIENT_CALLS);
  return Math.max(asked, Math.min(grown, WAIT_SECONDS_MAX));
}
