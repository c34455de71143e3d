import { expect, it } from 'vitest';
import { funderMetrics } from './funder/metrics.ts';
import type { Group, Member } from './metric.ts';
import { tokenMetrics } from './token/metrics.ts';
import { tradeMetrics } from './trade/metrics.ts';
import { walletMetrics } from './wallet/metrics.ts';

/** The unit that the last part of a name promises to whoever reads an answer. Millionths of a lamport have none. */
const UNITS: Readonly<Record<string, string>> = {
  bps: 'bps',
  lamports: 'lamports',
  percent: 'percent',
  seconds: 'seconds',
  slot: 'slot',
  unix: 'unix',
  usd: 'dollars',
};

const unitOf = (name: string): string | undefined => UNITS[name.split('_').at(-1) ?? ''];

/** Every member of a group and of the groups in it. */
function membersOf({ members }: Group): readonly (readonly [string, Member])[] {
  return Object.entries(members).flatMap(([name, member]) => {
    const { of } = member.type;
    const inner = typeof of !== 'string' && 'members' in of ? membersOf(of) : [];
    return [[name, member] as const, ...inner];
  });
}

const members = [funderMetrics, tokenMetrics, tradeMetrics, walletMetrics].flatMap(membersOf);

it('the name of a metric ends with the unit that it is declared in', () => {
  const promised = members.filter(([name]) => unitOf(name) !== undefined && !name.endsWith('_micro_lamports'));
  expect(promised.length).toBeGreaterThan(100);
  const wrong = promised.filter(([name, { type }]) => type.unit !== unitOf(name));
  expect(wrong.map(([name]) => name)).toEqual([]);
});
