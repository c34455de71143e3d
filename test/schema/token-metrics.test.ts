import { known, missing } from 'assay-core/lib/reading.ts';
import type { Type } from 'assay-core/rules/metric.ts';
import type { AuthorityFacts } from 'assay-core/rules/token/authority-facts.ts';
import type {
  AgeFacts,
  CreatorFacts,
  HolderRole,
  LiquidityPart,
  MetadataFacts,
  TokenEvidence,
} from 'assay-core/rules/token/evidence.ts';
import { metricsOf } from 'assay-core/rules/token/figures.ts';
import * as words from 'assay-core/rules/token/metric-words.ts';
import type { TokenMetrics } from 'assay-core/rules/token/metrics.ts';
import type { MintExtensionType } from 'assay-core/solana/token/decoded-mint.ts';
import type { IssuerFacts } from 'assay-core/solana/token/issuers.ts';
import type { ProgramPower } from 'assay-core/solana/token/powers/program-power.ts';
import fc from 'fast-check';
import { type GraphQLEnumType, isEnumType } from 'graphql';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { metricsSchema, type NamedSchemas } from '#schema/metrics.ts';
import { schema } from '#schema/schema.ts';
import * as sample from '../../packages/core/test/support/token-evidence.ts';
import { strictSchema } from '../support/published-schemas.ts';

const named: NamedSchemas = new Map();
metricsSchema('token', named);
const published = { components: { schemas: Object.fromEntries(named) } };
const parser = strictSchema(published, 'TokenMetrics');
const quality = { control: 100, holders: 100, liquidity: 50, exit: 0, origin: 50 };

function issuesOf(evidence: TokenEvidence): unknown {
  const sent: TokenMetrics = JSON.parse(JSON.stringify(metricsOf(evidence, quality)));
  return parser.safeParse(sent).error?.issues ?? [];
}

/** The values of a list of words. */
type WordOf<T extends Type> = NonNullable<T['value']>;

describe('the words of the metrics', () => {
  it('are those of the evidence, each explained', () => {
    expectTypeOf<WordOf<typeof words.TokenExtension>>().toEqualTypeOf<MintExtensionType>();
    expectTypeOf<WordOf<typeof words.AuthorityKind>>().toEqualTypeOf<AuthorityFacts['kind']>();
    expectTypeOf<WordOf<typeof words.PowerProofKind>>().toEqualTypeOf<ProgramPower['how']>();
    expectTypeOf<WordOf<typeof words.UpgradeBy>>().toEqualTypeOf<ProgramPower['upgrade']['by']>();
    expectTypeOf<WordOf<typeof words.HolderRole>>().toEqualTypeOf<HolderRole>();
    expectTypeOf<WordOf<typeof words.MetadataSource>>().toEqualTypeOf<MetadataFacts['source']>();
    expectTypeOf<WordOf<typeof words.LiquidityHow>>().toEqualTypeOf<LiquidityPart['how']>();
    expectTypeOf<WordOf<typeof words.TrialSale>>().toEqualTypeOf<'passed' | 'refused'>();
    expectTypeOf<WordOf<typeof words.AgeProofKind>>().toEqualTypeOf<AgeFacts['proof']['what']>();
    expectTypeOf<WordOf<typeof words.IssuerProof>>().toEqualTypeOf<Exclude<IssuerFacts['how'], 'not_signed'>>();
    expectTypeOf<WordOf<typeof words.CreatorSource>>().toEqualTypeOf<CreatorFacts['by']>();
  });

  it('are sent by REST as the evidence spells them', () => {
    const type = schema.getType('HolderRole');
    expect(isEnumType(type)).toBe(true);
    const values = (type as GraphQLEnumType).getValues().map(({ value }) => value);
    const { of } = words.HolderRole;
    const declared = typeof of === 'object' && 'words' in of ? Object.keys(of.words) : [];
    expect(values).toEqual([...declared, 'other']);
    expect(named.get('HolderRole')?.enum).toEqual(declared);
  });
});

describe('the published form of the metrics', () => {
  it('explains every member', () => {
    const undescribed = [...named].flatMap(([type, { properties = {} }]) =>
      Object.entries(properties).flatMap(([name, { description = '' }]) =>
        description.length < 4 ? [[type, name]] : [],
      ),
    );
    expect(undescribed).toEqual([]);
    expect(named.get('TokenMetrics')?.required?.length).toBeGreaterThan(60);
  });

  it('takes a subject that is whole, one that is none, and one of which nothing was read', () => {
    const gap = missing('anything', 'rpc_unavailable');
    const names = Object.keys(sample.tokenEvidence()).filter((name) => name !== 'subject');
    const blind = sample.tokenEvidence(Object.fromEntries(names.map((name) => [name, gap])));
    const proof = { transaction: '5'.repeat(88), slot: 300_000_000, what: 'creation' } as const;
    const whole = sample.tokenEvidence({ age: known(sample.age({ proof })) });
    expect([whole, sample.noMint, blind].map(issuesOf)).toEqual([[], [], []]);
  });

  it('has every member that the figures have, and no other', () => {
    expect(Object.keys(metricsOf(sample.tokenEvidence(), quality)).sort()).toEqual(
      [...(named.get('TokenMetrics')?.required ?? [])].sort(),
    );
  });
});

/** Amounts, times and shares as no honest chain has them. */
const amount = fc.bigInt({ min: -(2n ** 140n), max: 2n ** 140n });
const time = fc.oneof(fc.integer(), fc.double(), fc.constantFrom(2 ** 63, -1));
const text = fc.string({ unit: fc.integer({ min: 0, max: 0x10_ffff }).map((point) => String.fromCodePoint(point)) });

const absurd = fc.record({ amount, other: amount, time, text, supply: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }) });

it('holds for whatever stands in accounts', () => {
  const { key, holder, holdersOf } = sample;
  fc.assert(
    fc.property(absurd, ({ amount, other, time, text, supply }) => {
      const parts = Array.from({ length: 30 }, () => ({ how: 'wallet', owner: key(9), bps: time }) as const);
      const pool = sample.tokenPool({
        depthLamports: amount,
        depthUsdMicros: other,
        openedAtUnix: time,
        parts,
        refused: text.length > 3 ? 'disabled' : null,
      });
      const evidence = sample.tokenEvidence({
        mint: known(sample.mint({ supply, unknownExtensions: Array.from({ length: 99 }, (_, n) => n) })),
        metadata: known(sample.metadata({ name: text, symbol: text, uri: text })),
        holders: known(
          holdersOf(holder(1, { tokens: supply }), holder(2, { role: 'burn', tokens: supply, label: text })),
        ),
        liquidity: known({
          pools: Array.from({ length: 30 }, () => pool),
          unmeasured: [{ account: key(3), venue: 'raydium_clmm', tokens: amount }],
          usdMicrosPerSol: other,
        }),
        saleQuote: known(sample.saleQuote({ sizeLamports: other, tokens: amount, lamportsBack: amount })),
        trialSale: known({ sold: false, by: 'hook', error: text }),
        age: known({ provenSince: time, exact: true, proof: { transaction: null, slot: time, what: 'use' } }),
        creator: known(sample.creator({ tokens: amount })),
      });
      expect(issuesOf(evidence)).toEqual([]);
    }),
  );
});
