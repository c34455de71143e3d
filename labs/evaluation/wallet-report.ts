import { chanceOf } from '../../packages/core/test/support/chance.ts';
import { type Passed, passedBy } from './wallet-judge.ts';
import { keptLosers, population, roundTrips, type Shape, shapes } from './wallet-population.ts';

const sizes = [30, 60, 120, 300] as const;
type Size = (typeof sizes)[number];
type Rule = keyof Passed;

/** Shares of wallets that each rule passes, by the edge of the wallets. */
interface Cell {
  readonly shape: Shape;
  readonly size: Size;
  readonly wallets: number;
  readonly shares: ReadonlyMap<number, Readonly<Record<Rule, number>>>;
}

/** The figures of the reference: share with an edge among those that pass all tests; power for an edge of 25 percent or more. */
const reference = {
  mild: { profit: 0.19, lower95: 0.71, trusted: [0.87, 0.93, 0.96, 0.98], power: [0.57, 0.76, 0.99, 1] },
  memecoin: { profit: 0.1, lower95: 0.4, trusted: [0.68, 0.82, 0.89, 1], power: [0.11, 0.23, 0.5, 0.83] },
  lottery: { profit: 0.09, lower95: 0.21, trusted: [0.58, 0.5, 0.84, 0.87], power: [0.06, 0.04, 0.15, 0.37] },
} as const;
const KEPT = [
  { share: 0, closedOnly: 0.01, pessimistic: 0.01 },
  { share: 0.3, closedOnly: 0.14, pessimistic: 0.003 },
  { share: 0.6, closedOnly: 0.6, pessimistic: 0 },
  { share: 0.9, closedOnly: 0.99, pessimistic: 0 },
] as const;

const rules: readonly Rule[] = ['profit', 'lower95', 'lower99', 'trusted', 'upper95', 'untrusted'];

/** All classes of wallets of one shape and number of round trips. The same number of wallets gives the same answer. */
export function simulate(shape: Shape, size: Size, wallets: number): Cell {
  const shares = population.map(({ edge, simulated }) => {
    const chance = chanceOf('wallets', `${shape} ${size} ${edge}`);
    const count = Math.max(1, Math.round(wallets * simulated));
    const passed = Array.from({ length: count }, () => passedBy(roundTrips(chance, shape, edge, size)));
    return [edge, sharesOf(passed)] as const;
  });
  return { shape, size, wallets, shares: new Map(shares) };
}

function sharesOf(passed: readonly Passed[]): Readonly<Record<Rule, number>> {
  const share = (rule: Rule) => passed.filter((one) => one[rule]).length / passed.length;
  return Object.fromEntries(rules.map((rule) => [rule, share(rule)])) as Record<Rule, number>;
}

/** The share with a real edge among wallets of the population that a rule passes; null where it passes none. */
export function withEdge({ shares }: Cell, rule: Rule): number | null {
  const part = (has: (edge: number) => boolean) =>
    population.reduce((sum, { edge, weight }) => sum + (has(edge) ? weight * (shares.get(edge)?.[rule] ?? 0) : 0), 0);
  const all = part(() => true);
  return all > 0 ? part((edge) => edge > 0) / all : null;
}

/** The mean share that a rule passes of wallets with these edges. */
export function meanShare({ shares }: Cell, rule: Rule, edges: readonly number[]): number {
  return edges.reduce((sum, edge) => sum + (shares.get(edge)?.[rule] ?? 0), 0) / edges.length;
}

/** Memecoin traders without an edge, 120 round trips, of whose losers a share is never sold: the passes at 99 percent and of all rules. */
export function keepingLosers(
  share: number,
  wallets: number,
): { closedOnly: number; pessimistic: number; trusted: number } {
  const chance = chanceOf('wallets', `losers ${share}`);
  const runs = Array.from({ length: wallets }, () => {
    const trips = keptLosers(chance, roundTrips(chance, 'memecoin', 0, 120), share);
    return { all: passedBy(trips), sold: passedBy(trips.filter(({ state }) => state === 'closed')) };
  });
  const part = (has: (run: (typeof runs)[number]) => boolean) => runs.filter(has).length / wallets;
  return {
    closedOnly: part(({ sold }) => sold.lower99),
    pessimistic: part(({ all }) => all.lower99),
    trusted: part(({ all }) => all.trusted),
  };
}

/** All tables as text, the figures of the reference behind ours, and the bounds that ours miss. */
export function evaluateWallet(wallets: number): {
  readonly lines: readonly string[];
  readonly missed: readonly string[];
} {
  const names = Object.keys(shapes) as Shape[];
  const cells = names.flatMap((shape) => sizes.map((size) => simulate(shape, size, wallets)));
  const losers = KEPT.map((row) => ({ ...row, found: keepingLosers(row.share, wallets) }));
  return {
    lines: [
      `${wallets} wallets a cell; in brackets the figure of the reference`,
      '',
      'share with a real edge among the wallets that pass',
      row('returns', 'n', 'PnL > 0', 'LCB95', 'LCB99', 'TRUSTED'),
      ...cells.map(edgeRow),
      '',
      'passed of wallets with an edge of 25 % or more, condemned of wallets with an edge',
      row('returns', 'n', 'LCB99', 'TRUSTED', 'UCB95 < 0', 'UNTRUSTED'),
      ...cells.map(powerRow),
      '',
      'no edge, memecoin returns, n = 120, losers never sold: passed',
      row('unsold', '', 'closed only', 'LCB99', 'TRUSTED'),
      ...losers.map(({ share, closedOnly, pessimistic, found }) =>
        row(
          `${share * 100} %`,
          '',
          beside(found.closedOnly, closedOnly),
          beside(found.pessimistic, pessimistic),
          text(found.trusted),
        ),
      ),
    ],
    missed: [...cells.flatMap(missedBy), ...losers.flatMap(({ share, found }) => missedByLosers(share, found))],
  };
}

function edgeRow(cell: Cell): string {
  const { shape, size } = cell;
  const known = reference[shape];
  const first = size === sizes[0];
  return row(
    shape,
    `${size}`,
    beside(withEdge(cell, 'profit'), first ? known.profit : null),
    beside(withEdge(cell, 'lower95'), first ? known.lower95 : null),
    text(withEdge(cell, 'lower99')),
    beside(withEdge(cell, 'trusted'), known.trusted[sizes.indexOf(size)] ?? null),
  );
}

function powerRow(cell: Cell): string {
  const good = [0.25, 0.5];
  return row(
    cell.shape,
    `${cell.size}`,
    text(meanShare(cell, 'lower99', good)),
    beside(meanShare(cell, 'trusted', good), reference[cell.shape].power[sizes.indexOf(cell.size)] ?? null),
    text(meanShare(cell, 'upper95', [0.1, ...good])),
    text(meanShare(cell, 'untrusted', [0.1, ...good])),
  );
}

/** Conditions for every distribution of returns, with room for the scatter of a simulation. */
function missedBy(cell: Cell): readonly string[] {
  const name = `${cell.shape}, n = ${cell.size}`;
  const all = [0, -0.03, -0.08, -0.15];
  const condemned = meanShare(cell, 'untrusted', [0.1, 0.25, 0.5]);
  const most = cell.shape === 'lottery' ? 0.1 : 0.04;
  const trusted = withEdge(cell, 'trusted');
  return [
    ...(meanShare(cell, 'trusted', all) > 0.01
      ? [`${name}: more than 1 % of wallets without an edge are TRUSTED`]
      : []),
    ...(condemned > most ? [`${name}: ${text(condemned)} of wallets with an edge are UNTRUSTED`] : []),
    ...(trusted !== null && trusted < (withEdge(cell, 'profit') ?? 0)
      ? [`${name}: TRUSTED says less than a profit`]
      : []),
  ];
}

function missedByLosers(share: number, { pessimistic, trusted }: ReturnType<typeof keepingLosers>): readonly string[] {
  return Math.max(pessimistic, trusted) > 0.02 ? [`losers kept, ${share * 100} %: wallets pass`] : [];
}

function row(...columns: readonly string[]): string {
  return columns.map((column, at) => (at < 2 ? column.padEnd(at === 0 ? 10 : 5) : column.padStart(14))).join('');
}

function beside(ours: number | null, theirs: number | null): string {
  return theirs === null ? `${text(ours)}      ` : `${text(ours)} (${theirs.toFixed(2)})`;
}

function text(share: number | null): string {
  return share === null ? 'none' : share.toFixed(3);
}
