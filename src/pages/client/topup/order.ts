import { byId, fill, h } from '../dom.ts';
import { displayUsdc, grouped, micros, words } from '../format.ts';
import type { KeyStore } from '../key-store.ts';
import { api, type Guide } from './api.ts';
import { inWords } from './words.ts';

const AMOUNT = /^\d{1,9}(\.\d{1,6})?$/;

/** A person's order: an amount of credit, or the pass with exactly that price. */
export interface TopupOrder {
  readonly amountAtomic: bigint;
  readonly pass: boolean;
}

/** The part of the form for the purchase and its key. */
export interface OrderForm {
  /** The order; null where something is wrong with it, which is then shown. */
  order(): TopupOrder | null;
  /**
   * The key to credit, or null for a new one. False where it is missing or unknown to the service, which is then shown:
   * a payment for it could not be claimed. A key that the service knows is kept as the person wishes.
   */
  target(): Promise<string | null | false>;
  /** The key in the form, not verified; null for a new one. */
  typedKey(): string | null;
}

const PRESETS = ['1', '5', '20'];
const PRESET = '5';
const ATOMIC_PER_USDC = 1_000_000;

/** Fills the form with the offers. */
export function openOrderForm(guide: Guide, keys: KeyStore): OrderForm {
  const amount = byId('amount', HTMLInputElement);
  const wrong = byId('amount-wrong', HTMLElement);
  fillOffers(guide);
  byId('bounds', HTMLElement).textContent = `From ${guide.min_topup_usdc} to ${guide.max_topup_usdc} USDC.`;
  const form = byId('order', HTMLFormElement);
  const chosen = (): string => checkedValue(form, 'offer');
  const orderOf = (choice: string): TopupOrder | string => {
    const tier = guide.passes.tiers.find((one) => one.tier === choice);
    if (tier) return { amountAtomic: BigInt(Math.round(tier.usdc * ATOMIC_PER_USDC)), pass: true };
    const amountAtomic = parseAmount(choice === 'own' ? amount.value : choice, guide);
    return typeof amountAtomic === 'string' ? amountAtomic : { amountAtomic, pass: false };
  };
  const show = (): void => {
    byId('own', HTMLElement).hidden = chosen() !== 'own';
    const order = orderOf(chosen());
    const { fair_use, renewal } = guide.passes;
    const words =
      typeof order === 'string' ? '' : order.pass ? `${fair_use} ${renewal}` : amountWorth(order.amountAtomic, guide);
    byId('offer-note', HTMLElement).textContent = words;
  };
  const complain = (why: string): void => {
    wrong.textContent = why;
    amount.setAttribute('aria-invalid', String(why !== ''));
    if (why !== '') amount.focus();
  };
  form.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.name !== 'offer') return;
    show();
    complain('');
    if (chosen() === 'own') amount.focus();
  });
  amount.addEventListener('input', show);
  show();
  return {
    order() {
      const order = orderOf(chosen());
      complain(typeof order === 'string' ? order : '');
      return typeof order === 'string' ? null : order;
    },
    ...openTarget(keys),
  };
}

function fillOffers({ passes }: Guide): void {
  const offer = (value: string, title: string, hint: string): HTMLElement =>
    h(
      'label',
      { class: 'choice' },
      h('input', { type: 'radio', name: 'offer', value, checked: value === PRESET }),
      h('span', {}, h('strong', {}, title), h('span', { class: 'hint' }, hint)),
    );
  const credit = PRESETS.map((preset) => offer(preset, `${preset}.00 USDC`, 'credit'));
  const sold = passes.tiers.map(({ tier, usdc: price, days, fair_use_calls }) =>
    offer(
      tier,
      `${displayUsdc(BigInt(Math.round(price * ATOMIC_PER_USDC)))} USDC`,
      `${words(tier)} pass: ${grouped(fair_use_calls)} checks in ${days} days`,
    ),
  );
  fill(byId('credit', HTMLElement), ...credit, offer('own', 'Own amount', 'credit'));
  fill(byId('passes', HTMLElement), ...sold);
}

function openTarget(keys: KeyStore): Pick<OrderForm, 'target' | 'typedKey'> {
  const form = byId('order', HTMLFormElement);
  const field = byId('key', HTMLInputElement);
  const remember = byId('remember', HTMLInputElement);
  const wrong = byId('key-wrong', HTMLElement);
  const kept = keys.read();
  // A person who comes with a key, usually from the dashboard, wants that key credited.
  if (kept) {
    field.value = kept.key;
    remember.checked = kept.remembered;
    for (const one of form.querySelectorAll<HTMLInputElement>('input[name=target]')) one.checked = one.value === 'own';
  }
  const isOwn = (): boolean => checkedValue(form, 'target') === 'own';
  const show = (): void => {
    byId('target-own', HTMLElement).hidden = !isOwn();
  };
  const complain = (why: string): false => {
    wrong.textContent = why;
    field.setAttribute('aria-invalid', String(why !== ''));
    if (why !== '') field.focus();
    return false;
  };
  form.addEventListener('change', show);
  show();
  const typedKey = (): string | null => (isOwn() ? field.value.trim() : null);
  return {
    typedKey,
    async target() {
      const key = typedKey();
      complain('');
      if (key === null) return null;
      if (key === '') return complain('Paste the key that is to be credited, or choose a new one.');
      const answer = await api.balance(key);
      if ('problem' in answer) {
        const { what, next } = inWords(answer.problem);
        return complain(answer.problem.status === 401 ? 'This service knows no such key.' : `${what} ${next}`);
      }
      keys.write(key, remember.checked);
      return key;
    },
  };
}

function checkedValue(within: HTMLElement, name: string): string {
  return within.querySelector<HTMLInputElement>(`input[name=${name}]:checked`)?.value ?? '';
}

/** The offers with their bounds and prices. */
type Offer = Pick<Guide, 'min_topup_usdc' | 'max_topup_usdc' | 'prices_usdc'>;

/** The typed amount in atomic units, or its error. */
export function parseAmount(typed: string, { min_topup_usdc: min, max_topup_usdc: max }: Offer): bigint | string {
  const text = typed.trim();
  if (!AMOUNT.test(text)) return 'Type an amount in digits, such as 5 or 2.50.';
  const atomic = micros(text);
  if (atomic < micros(min)) return `The smallest top-up is ${min} USDC.`;
  return atomic > micros(max) ? `The largest top-up is ${max} USDC.` : atomic;
}

/** The worth of an amount, such as "5.00 USDC pays for 50 wallet, or 250 token checks.". */
export function amountWorth(atomic: bigint, { prices_usdc }: Offer): string {
  const counts = Object.entries(prices_usdc)
    .filter(([, price]) => micros(price) > 0n)
    .map(([kind, price]) => `${grouped((atomic / micros(price)).toString())} ${kind}`);
  return `${displayUsdc(atomic)} USDC pays for ${counts.join(', or ')} checks.`;
}
