import { catalogue } from 'assay-core/rules/catalogue.ts';
import { kinds } from 'assay-core/rules/index.ts';
import { parseAddress } from 'assay-core/solana/address.ts';
import { describe, expect, it } from 'vitest';
import { answerExamples } from './answer-examples.ts';

const SUBJECT = '86xCnPeV69n6t3DnyGvkKobf9FdN2H9oiVDdaMpo2MMY';
const all = Object.values(kinds).flatMap((kind) =>
  Object.entries(answerExamples(kind, SUBJECT)).map(([name, { value }]) => ({ kind, name, value })),
);

describe.each(all)('the example $name of $kind.name', ({ kind, value }) => {
  it('uses the words of its kind, and is of mainnet', () => {
    expect([value.kind, Object.keys(kind.verdicts).includes(value.verdict)]).toEqual([kind.name, true]);
    expect(parseAddress(value.subject)).not.toBeNull();
    expect(value.network).toBe('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp');
    expect(value).not.toHaveProperty('sandbox');
    if (kind.state === 'planned') return;
    expect(value.reason_codes.filter((code) => !Object.hasOwn(catalogue[kind.name].codes, code))).toEqual([]);
    expect(value.flags.filter((flag) => !Object.hasOwn(catalogue[kind.name].flags, flag))).toEqual([]);
  });

  it('is a charged answer with all its parts, or a free one that a gap decided', () => {
    const isFree = value.billing.route === 'none';
    expect(value.reason_codes.length).toBeGreaterThan(0);
    expect(value.gaps.length > 0).toBe(isFree);
    expect(Object.keys(value.metrics).length === 0).toBe(isFree);
    expect(value.attestation === undefined).toBe(isFree);
    if (isFree) return;
    expect(value.reasons.map(({ code, severity }) => [code, severity])).toEqual(
      value.reason_codes.map((code) => [code, catalogue[kind.name].codes[code]?.severity]),
    );
  });
});

it('shows a verdict of every kind that runs', () => {
  const running = Object.values(kinds).filter(({ state }) => state === 'available');
  for (const kind of running) expect(answerExamples(kind, SUBJECT)).toHaveProperty('verdict');
});
