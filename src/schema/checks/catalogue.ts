import { catalogue } from 'assay-core/rules/catalogue.ts';
import type { CodeEntry, Kind } from 'assay-core/rules/check.ts';
import { kinds } from 'assay-core/rules/index.ts';
import { pricesUsdc } from '#payments/prices.ts';
import { builder } from '../builder.ts';
import { globalId, Node, nodeType } from '../node.ts';
import { enumOf, KindEnum, SeverityEnum, VerdictEnum } from '../vocabulary.ts';

const KindState = builder.enumType('KindState', {
  description: 'Whether a kind of check can be asked.',
  values: enumOf({
    available: 'The check runs and is charged.',
    planned: 'The check is announced. It does not run and is never charged.',
  }),
});

const VerdictMeaning = builder.objectRef<{ verdict: string; meaning: string }>('VerdictMeaning').implement({
  description: 'A verdict of a kind and its meaning.',
  fields: (t) => ({
    verdict: t.expose('verdict', { type: VerdictEnum, description: 'The verdict as answers give it.' }),
    meaning: t.exposeString('meaning', { description: 'The meaning of the verdict for the kind.' }),
  }),
});

const CheckOffer = builder.objectRef<Kind>('CheckOffer').implement({
  description: 'A kind of check, with its price and its verdicts.',
  fields: (t) => ({
    kind: t.expose('name', { type: KindEnum, description: 'The kind of check.' }),
    summary: t.exposeString('summary', { description: 'The question that the check answers.' }),
    state: t.expose('state', { type: KindState, description: 'Whether the kind can be asked.' }),
    priceUsdc: t.field({
      type: 'USDC',
      description: 'The price of one check in USDC.',
      resolve: (k) => pricesUsdc[k.name],
    }),
    verdicts: t.field({
      type: [VerdictMeaning],
      description: 'The verdicts of the kind, best first.',
      resolve: (k) => Object.entries(k.verdicts).map(([verdict, meaning]) => ({ verdict, meaning })),
    }),
  }),
});

interface ListedCode extends CodeEntry {
  readonly code: string;
  readonly kind: Kind['name'];
}

interface ListedFlag {
  readonly code: string;
  readonly kind: Kind['name'];
  readonly meaning: string;
}

const ReasonCode = builder.objectRef<ListedCode>('ReasonCode').implement({
  description: 'A reason code, with its meaning and what to do about it.',
  interfaces: [Node],
  fields: (t) => ({
    id: t.id({
      description: 'The global id of the code for the kind.',
      resolve: ({ kind, code }) => globalId('ReasonCode', `${kind}:${code}`),
    }),
    code: t.expose('code', { type: 'Code', description: 'The reason code.' }),
    kind: t.expose('kind', { type: KindEnum, description: 'The kind of check that uses the code.' }),
    severity: t.expose('severity', { type: SeverityEnum, description: 'The weight of a reason with the code.' }),
    meaning: t.exposeString('meaning', { description: 'The fact about the subject that the code stands for.' }),
    action: t.exposeString('action', { description: 'The action that an agent should take.' }),
  }),
});

const Flag = builder.objectRef<ListedFlag>('Flag').implement({
  description: 'A flag: a fact that is worth knowing and does not decide the verdict.',
  interfaces: [Node],
  fields: (t) => ({
    id: t.id({
      description: 'The global id of the flag for the kind.',
      resolve: ({ kind, code }) => globalId('Flag', `${kind}:${code}`),
    }),
    code: t.expose('code', { type: 'Code', description: 'The code of the flag.' }),
    kind: t.expose('kind', { type: KindEnum, description: 'The kind of check that uses the code.' }),
    meaning: t.exposeString('meaning', { description: 'The fact about the subject that the code stands for.' }),
  }),
});

/** The flags of one kind or all. */
function flagsOf(kind: string | null | undefined): ListedFlag[] {
  return selected(kind).flatMap((k) =>
    Object.entries(catalogue[k.name].flags).map(([code, meaning]) => ({ code, meaning, kind: k.name })),
  );
}

nodeType('Flag', { find: (key) => flagsOf(null).find(({ kind, code }) => `${kind}:${code}` === key) ?? null });

function selected(kind: string | null | undefined): readonly Kind[] {
  return Object.values(kinds).filter((k) => !kind || k.name === kind);
}

/** The codes of each kind by their names. */
const codesByKind = new Map(
  Object.values(kinds).map(({ name: kind }) => {
    const codes = Object.entries(catalogue[kind].codes);
    return [kind, new Map(codes.map(([code, entry]): [string, ListedCode] => [code, { ...entry, code, kind }]))];
  }),
);

/** The codes of one kind or all that have this name, or all names. */
function codesOf(kind: string | null | undefined, code: string | null | undefined): readonly ListedCode[] {
  return selected(kind).flatMap(({ name }) => {
    const codes = codesByKind.get(name);
    return code ? (codes?.get(code) ?? []) : [...(codes?.values() ?? [])];
  });
}

nodeType('ReasonCode', {
  find: (key) => {
    const [kind, code] = key.split(':');
    return (kind && code && codesOf(kind, code)[0]) || null;
  },
});

builder.queryFields((t) => ({
  prices: t.field({
    type: [CheckOffer],
    description: 'The kinds of check with their prices. Free.',
    resolve: () => Object.values(kinds),
  }),
  reasonCodes: t.field({
    type: [ReasonCode],
    nullable: true,
    description:
      'The reason codes of one kind or of all kinds. Free. Null with an error where an argument is malformed.',
    args: {
      kind: t.arg({ type: KindEnum, description: 'Keeps the codes of this kind. All kinds where absent or null.' }),
      code: t.arg({
        type: 'Code',
        description: 'Keeps this code, at most 64 characters long. All codes where absent or null.',
      }),
    },
    resolve: (_root, { kind, code }) => codesOf(kind, code),
  }),
  flags: t.field({
    type: [Flag],
    description: 'The flags of one kind or of all kinds. Free.',
    args: {
      kind: t.arg({ type: KindEnum, description: 'Keeps the flags of this kind. All kinds where absent or null.' }),
    },
    resolve: (_root, { kind }) => flagsOf(kind),
  }),
}));
