import type { Account, HoldRow, MemoryBooks, PaymentRow } from './memory-books.ts';

/** The contradictions in the books, in words; none in sound ones. */
export function problemsOf(books: MemoryBooks): readonly string[] {
  const holds = [...books.holds.values()];
  return [
    ...books.refused,
    ...(sum(books.accounts.map(({ balance }) => balance)) === 0n ? [] : ['the balances do not sum to zero']),
    ...books.accounts.flatMap((account) => problemsOfAccount(books, account, holds)),
    ...books.passes.flatMap(({ id, used, ...pass }) => {
      const drawn = holds.filter((hold) => hold.pass?.id === id && isCounted(hold)).length;
      return drawn === used ? [] : [`${used} calls of pass ${id} of account ${pass.account.id} are used, not ${drawn}`];
    }),
    ...holds.flatMap((hold) => problemsOfHold(books, hold)),
    ...problemsOfPayments(books),
  ];
}

function problemsOfAccount(books: MemoryBooks, account: Account, holds: readonly HoldRow[]): readonly string[] {
  const movements = [...books.movements.values()];
  const taken = sum(movements.filter(({ to }) => to === account).map(({ amount }) => amount));
  const given = sum(movements.filter(({ from }) => from === account).map(({ amount }) => amount));
  const open = holds.filter((hold) => hold.account === account && hold.state === 'held');
  const held = sum(open.map(({ amount }) => amount));
  const { id, balance } = account;
  return [
    ...(balance === taken - given ? [] : [`account ${id} has ${balance}, and moved ${taken - given}`]),
    ...(account.held === held ? [] : [`account ${id} holds ${account.held}, and ${held} are open`]),
  ];
}

/** A charge if and only if there is a stored answer. */
function problemsOfHold(books: MemoryBooks, { id, state, amount, answer, account }: HoldRow): readonly string[] {
  const charge = books.movements.get(`hold:${id}`);
  const isRight = charge?.amount === amount && charge.from === account;
  if (state !== 'posted') return charge || answer ? [`hold ${id} is ${state}, and charged or answered`] : [];
  if (!answer) return [`hold ${id} is charged without an answer`];
  return amount === 0n || isRight ? [] : [`the charge of hold ${id} is not of ${amount}`];
}

/** Earnings and change moved once, and of settled payments only. */
function problemsOfPayments(books: MemoryBooks): readonly string[] {
  return [...books.payments].flatMap(([hash, row]) => [
    ...problemsOfMovement(books, `x402:${hash}`, row.state === 'settled' ? row.earnedAtomic : null),
    ...problemsOfMovement(books, `change:${hash}`, row.changeCreditedAtMs === null ? null : changeOf(row)),
    ...(row.state === 'settled' && row.answers === null ? [`payment ${hash} is settled without answers`] : []),
  ]);
}

function problemsOfMovement(books: MemoryBooks, cause: string, due: bigint | null): readonly string[] {
  const amount = books.movements.get(cause)?.amount ?? null;
  return amount === due ? [] : [`${cause} moved ${amount}, not ${due}`];
}

function changeOf({ amountAtomic, earnedAtomic }: PaymentRow): bigint {
  return amountAtomic - (earnedAtomic ?? 0n);
}

function isCounted({ state }: HoldRow): boolean {
  return state === 'held' || state === 'posted';
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}
