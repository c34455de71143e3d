import { holdingAccount } from 'assay-sandbox/pools/pump-curve.ts';
import type { Label, LabelTable } from '#chain/labels/label.ts';
import { type Address, addressBytes, SYSTEM_PROGRAM } from '#solana/address.ts';
import { TOKEN_PROGRAM, WRAPPED_SOL } from '#solana/token/programs.ts';
import { type Event, MovesChain, named, SOL, slotBefore } from '../chain.ts';
import { transferOf } from '../transfers.ts';
import { Act, accountFor, launchFor, RENT } from '../wallets/acts.ts';
import type { CreditFacts, FunderDust, FunderFacts, Giver } from './facts.ts';

export const ADDRESS = named('the address of moves');
const SINK = named('who is paid by the address');
const DUSTER = named('who sends dust to the address');
const PROGRAM = named('a program that pays out and that nobody knows');
const DUST_MINT = named('dust that is sent to the address');
const MINUTE_SECONDS = 60;
const DAY_MINUTES = 1_440;
const MILLI = SOL / 1_000n;
const DUST_LAMPORTS = 1_000n;
const HUB_PAYMENTS = 1_100;
const GIVERS = 4;

const rich: Readonly<Partial<Record<Giver, Pick<Label, 'category' | 'fundingClass'>>>> = {
  exchange: { category: 'cex', fundingClass: 'exchange' },
  mixer: { category: 'privacy_account', fundingClass: 'privacy' },
  exploiter: { category: 'exploiter', fundingClass: 'exploiter' },
};

const labelled = new Map<Address, Label>(
  Object.entries(rich).flatMap(([kind, which]) =>
    Array.from({ length: GIVERS }, (_, n) => {
      const at = giver(kind as Giver, n);
      const common = { exchange: kind === 'exchange' ? kind : null, grade: 'strong', date: '2026-11' } as const;
      return [at, { address: at, label: `${kind} ${n}`, ...which, ...common, onCurve: true, sources: [] }] as const;
    }),
  ),
);

/** The labels of every world. */
export const funderLabels: LabelTable = { size: labelled.size, find: (of) => labelled.get(of) ?? null };

function giver(kind: Giver, n: number): Address {
  return named(`${kind} ${n} who gives`);
}

const slotAt = (minutes: number, seconds = 0) => slotBefore(minutes * MINUTE_SECONDS - seconds);

/** The chain on which the facts hold. */
export function funderChain(facts: FunderFacts): MovesChain {
  const chain = new MovesChain();
  for (const at of [...labelled.keys(), DUSTER]) chain.enrich(at);
  chain.stock({ account: accountFor(DUSTER, DUST_MINT), owner: DUSTER, mint: DUST_MINT, by: 10n ** 15n });
  const added = new Set<Address>();
  for (const credit of facts.credits) addGiver(chain, credit, added);
  for (const [n, credit] of facts.credits.entries()) tellCredit(chain, credit, n);
  tellSiblings(chain, facts);
  if (facts.spentMinutes !== null) chain.give(ADDRESS, SINK, MILLI, slotAt(facts.spentMinutes));
  for (const dust of facts.dust) if (dust.what !== 'names') tellDust(chain, facts, dust);
  chain.play();
  for (const dust of facts.dust) if (dust.what === 'names') tellNames(chain, facts, dust);
  chain.withholdAt([...chain.history(ADDRESS)].reverse(), facts.withheld);
  for (const at of [
    ADDRESS,
    ...facts.credits.flatMap((credit, n) => [giver(credit.from, credit.n), ...hopsOf(credit, n)]),
  ]) {
    chain.put({ address: at, owner: SYSTEM_PROGRAM, data: new Uint8Array(0), lamports: chain.lamports(at) });
  }
  for (const { account, mint, by } of chain.holdings(ADDRESS)) {
    chain.put({ ...holdingAccount({ authority: ADDRESS, mint, amount: by, address: account }), lamports: RENT });
  }
  return chain;
}

const lamportsOf = ({ milliSol }: CreditFacts) => BigInt(milliSol) * MILLI;
const hopsOf = ({ hops }: CreditFacts, n: number) =>
  Array.from({ length: hops }, (_, hop) => named(`hop ${hop} of ${n}`));

/** Where a giver without a label has its money from, and what it did before. */
function addGiver(chain: MovesChain, { from, n, minutes }: CreditFacts, added: Set<Address>): void {
  const who = giver(from, n);
  if (added.has(who) || rich[from]) return;
  added.add(who);
  const exchange = giver('exchange', n % GIVERS);
  const before = from === 'fresh' ? minutes + 60 : minutes + 40 * DAY_MINUTES;
  chain.give(exchange, who, 50_000n * SOL, slotAt(before));
  if (from === 'person') chain.give(who, SINK, MILLI, slotAt(before - DAY_MINUTES));
  if (from === 'hub') chain.frequent(who, HUB_PAYMENTS, slotAt(minutes, -60), 60, 5_000n);
}

function tellCredit(chain: MovesChain, credit: CreditFacts, n: number): void {
  const lamports = lamportsOf(credit);
  let from = giver(credit.from, credit.n);
  for (const [hop, next] of hopsOf(credit, n).entries()) {
    const left = credit.hops - hop;
    chain.give(
      from,
      next,
      lamports * BigInt(1 + credit.beside) + MILLI * BigInt(left * 10),
      slotAt(credit.minutes + 4 * left),
    );
    from = next;
  }
  const slot = slotAt(credit.minutes);
  const act = new Act(chain, from, slot);
  switch (credit.how) {
    case 'transfer':
      act.give(from, ADDRESS, lamports);
      for (let other = 0; other < credit.beside; other += 1) act.give(from, named(`beside ${n} ${other}`), lamports);
      act.done();
      return;
    case 'create':
      chain.happen({
        slot,
        payer: from,
        instructions: [createOf(from, lamports)],
        lamports: paid(from, ADDRESS, lamports),
      });
      return;
    case 'program':
      payOut(chain, from, lamports, credit.minutes);
      return;
    case 'unwrap':
      unwrap(chain, from, lamports, credit.minutes);
  }
}

const paid = (from: Address, to: Address, lamports: bigint): NonNullable<Event['lamports']> => [
  [from, -lamports],
  [to, lamports],
];

function createOf(from: Address, lamports: bigint): Event['instructions'][number] {
  const data = new Uint8Array(52);
  new DataView(data.buffer).setBigUint64(4, lamports, true);
  data.set(addressBytes(SYSTEM_PROGRAM), 20);
  return { program: SYSTEM_PROGRAM, accounts: [from, ADDRESS], data };
}

/** The giver pays a program, which credits the address from an account of its own. */
function payOut(chain: MovesChain, from: Address, lamports: bigint, minutes: number): void {
  const vault = named('vault of the program that pays out', false);
  const into = { program: PROGRAM, accounts: [from, vault], data: Uint8Array.of(1) };
  const inner = [[0, transferOf(from, vault, lamports)]] as const;
  chain.happen({
    slot: slotAt(minutes + 5),
    payer: from,
    instructions: [into],
    inner,
    lamports: paid(from, vault, lamports),
  });
  const out = { program: PROGRAM, accounts: [from, vault, ADDRESS], data: Uint8Array.of(2) };
  chain.happen({ slot: slotAt(minutes), payer: from, instructions: [out], lamports: paid(vault, ADDRESS, lamports) });
}

/** The giver wraps lamports, and closes the account to the address. */
function unwrap(chain: MovesChain, from: Address, lamports: bigint, minutes: number): void {
  const account = accountFor(from, WRAPPED_SOL);
  const held = { account, owner: from, mint: WRAPPED_SOL };
  const rest = lamports > RENT ? lamports - RENT : 0n;
  const opened = new Act(chain, from, slotAt(minutes + 5)).open(from, WRAPPED_SOL).give(from, account, rest);
  opened.move(account, from, WRAPPED_SOL, rest).done();
  chain.happen({
    slot: slotAt(minutes),
    payer: from,
    lamports: paid(account, ADDRESS, rest + RENT),
    instructions: [{ program: TOKEN_PROGRAM, accounts: [account, ADDRESS, from], data: Uint8Array.of(9) }],
    tokens: [{ ...held, by: -rest, closes: true }],
  });
}

/** Whoever gave most gives as much to others. */
function tellSiblings(chain: MovesChain, { credits, siblings }: FunderFacts): void {
  const most = credits.reduce((best, one) => (one.milliSol > best.milliSol ? one : best));
  const first = giver(most.from, most.n);
  const from = hopsOf(most, credits.indexOf(most)).at(-1) ?? first;
  const lamports = lamportsOf(most) * BigInt(siblings + 1);
  if (siblings > 0 && from !== first) chain.give(first, from, lamports, slotAt(most.minutes, -20));
  for (let n = 0; n < siblings; n += 1) {
    chain.give(from, named(`sibling ${n}`), lamportsOf(most), slotAt(most.minutes, 10 * (n + 1)));
  }
}

/** When the `n`th dust of a kind arrives, in minutes before now. */
function minutesOf({ credits }: FunderFacts, { when, count }: FunderDust, n: number): number {
  const first = Math.max(...credits.map(({ minutes }) => minutes));
  if (when === 'before') return first + 30 + (count - n) * 0.2;
  return when === 'after' ? first - 1 - n * 0.01 : 2 + (count - n) * 0.01;
}

/** The crowd goes back from the last of its transactions, as many slots apart as other dust of its kind. */
function tellNames(chain: MovesChain, facts: FunderFacts, dust: FunderDust): void {
  const last = slotAt(minutesOf(facts, dust, dust.count - 1));
  const apart = dust.when === 'before' ? 30 : 1.5;
  for (const one of targetsOf(facts, dust)) chain.crowd(one, dust.count, last, apart, dust.failed);
}

function targetsOf({ credits: [first] }: FunderFacts, { on }: FunderDust): readonly Address[] {
  return on && first ? [giver(first.from, first.n), ...hopsOf(first, 0)] : [ADDRESS];
}

function tellDust(chain: MovesChain, facts: FunderFacts, dust: FunderDust): void {
  const from = dust.by === 'exchange' ? giver('exchange', GIVERS - 1) : DUSTER;
  for (let n = 0; n < dust.count; n += 1) {
    const slot = slotAt(minutesOf(facts, dust, n));
    if (dust.what === 'lamports') {
      for (const to of targetsOf(facts, dust)) chain.give(from, to, DUST_LAMPORTS + BigInt(n), slot);
    } else if (dust.what === 'launches') launchFor(chain, ADDRESS, named(`launch ${dust.when} ${n}`), slot);
    else {
      const mint = named(`dust ${dust.when} ${n}`);
      chain.stock({ account: accountFor(from, mint), owner: from, mint, by: 10n ** 15n });
      new Act(chain, from, slot).open(ADDRESS, mint).send(mint, from, ADDRESS, 7n).done();
    }
  }
}
