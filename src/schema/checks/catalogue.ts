import { catalogue } from 'assay-core/rules/catalogue.ts';
import type { CodeEntry, Kind } from 'assay-core/rules/check.ts';
import { kinds } from 'assay-core/rules/index.ts';
import { pricesUsdc } from '#payments/prices.ts';
import { builder } from '../builder.ts';
import { codeText } from '../questions.ts';
import { enumOf, KindEnum, SeverityEnum, VerdictEnum } from '../vocabulary.ts';

const KindState = builder.enumType('KindState', {
  description: 'Whether a kind can be asked.',
  values: enumOf({
    available: 'It runs and is charged.',
    planned: 'It is announced, does not run and is never charged.',
  }),
});

const VerdictMeaning = builder.objectRef<{ verdict: string; meaning: string }>('VerdictMeaning').implement({
  description: 'A verdict and what it means for its kind.',
  fields: (t) => ({
    verdict: t.expose('verdict', { type: VerdictEnum, description: 'The verdict.' }),
    meaning: t.exposeString('meaning', { description: 'What it means.' }),
  }),
});

const Price = builder.objectRef<Kind>('Price').implement({
  description: 'What a kind of check answers and costs.',
  fields: (t) => ({
    kind: t.expose('name', { type: KindEnum, description: 'The kind of check.' }),
    summary: t.exposeString('summary', { description: 'What it answers.' }),
    state: t.expose('state', { type: KindState, description: 'Whether it can be asked.' }),
    priceUsdc: t.field({
      type: 'Usdc',
      description: 'Price of one call.',
      resolve: (k) => pricesUsdc[k.name],
    }),
    verdicts: t.field({
      type: [VerdictMeaning],
      description: 'Its verdicts, best first.',
      resolve: (k) => Object.entries(k.verdicts).map(([verdict, meaning]) => ({ verdict, meaning })),
    }),
  }),
});

interface ListedCode extends CodeEntry {
  readonly code: string;
  readonly kind: Kind['name'];
}

const ReasonCode = builder.objectRef<ListedCode>('ReasonCode').implement({
  description: 'What a reason code means and what to do about it.',
  fields: (t) => ({
    code: t.expose('code', { type: 'Code', description: 'The code.' }),
    kind: t.expose('kind', { type: KindEnum, description: 'The kind that uses it.' }),
    severity: t.expose('severity', { type: SeverityEnum, description: 'How much it weighs.' }),
    meaning: t.exposeString('meaning', { description: 'What it says about the subject.' }),
    action: t.exposeString('action', { description: 'What an agent should do.' }),
  }),
});

const Flag = builder.objectRef<{ flag: string; kind: Kind['name']; meaning: string }>('Flag').implement({
  description: 'A fact worth knowing that decides nothing.',
  fields: (t) => ({
    flag: t.expose('flag', { type: 'Code', description: 'The flag.' }),
    kind: t.expose('kind', { type: KindEnum, description: 'The kind that uses it.' }),
    meaning: t.exposeString('meaning', { description: 'What it says about the subject.' }),
  }),
});

function selected(kind: string | null | undefined): readonly Kind[] {
  return Object.values(kinds).filter((k) => !kind || k.name === kind);
}

builder.queryFields((t) => ({
  prices: t.field({
    type: [Price],
    description: 'The kinds of check with price and state. Free.',
    resolve: () => Object.values(kinds),
  }),
  reasonCodes: t.field({
    type: [ReasonCode],
    description: 'The reason codes, of one kind or all. Free.',
    args: {
      kind: t.arg({ type: KindEnum, description: 'Only the codes of this kind.' }),
      code: t.arg({ type: 'Code', description: 'Only this code.', validate: { schema: codeText } }),
    },
    resolve: (_root, { kind, code }) =>
      selected(kind).flatMap((k) =>
        Object.entries(catalogue[k.name].codes)
          .filter(([name]) => !code || name === code)
          .map(([name, entry]) => ({ ...entry, code: name, kind: k.name })),
      ),
  }),
  flags: t.field({
    type: [Flag],
    description: 'The flags, of one kind or all. Free.',
    args: { kind: t.arg({ type: KindEnum, description: 'Only the flags of this kind.' }) },
    resolve: (_root, { kind }) =>
      selected(kind).flatMap((k) =>
        Object.entries(catalogue[k.name].flags).map(([flag, meaning]) => ({ flag, meaning, kind: k.name })),
      ),
  }),
}));
