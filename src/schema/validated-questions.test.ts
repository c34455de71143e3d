import { parseAddress } from 'assay-core/solana/address.ts';
import fc from 'fast-check';
import {
  type ExecutionResult,
  execute,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  getNamedType,
  getOperationAST,
  getVariableValues,
  isInputObjectType,
  isNonNullType,
  isScalarType,
  isSpecifiedScalarType,
  parse,
  parseValue,
  validate,
  valueFromASTUntyped,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { Fault } from '#lib/fault.ts';
import type { Context } from './builder.ts';
import { execute as executeOurs } from './operation/execution.ts';
import { planningOf } from './operation/selection-plan.ts';
import { addressText, asGiven, codeText, invalidRequest, isMalformed } from './questions.ts';
import { schema } from './schema.ts';

const address = 'BJQPNKBqpGKSvdgFwCFGDXWKVdMdzPdnJBN3fE5TS4Hs';

describe('arguments', () => {
  it('accept exactly what the parser of addresses accepts', () => {
    fc.assert(
      fc.property(fc.string(), (text) => addressText.safeParse(text).success === (parseAddress(text) !== null)),
    );
    expect(addressText.safeParse('11111111111111111111111111111111').success).toBe(true);
    expect(codeText.safeParse('NO_HISTORY').success).toBe(true);
    expect(codeText.safeParse('no history').success).toBe(false);
  });

  it('are refused with the place and the input, long input left out', () => {
    const refusal = (input: Record<string, string>) => {
      const result = codeText.safeParse(input.code);
      if (result.success) throw new Error('accepted');
      return invalidRequest(result.error, input.code);
    };
    const fault = refusal({ code: 'x' });
    expect(fault).toBeInstanceOf(Fault);
    expect(fault.extra.invalid).toEqual([
      { loc: [], msg: 'A code is SCREAMING_SNAKE_CASE', type: 'invalid_format', input: 'x' },
    ]);
    expect(refusal({ code: 'x'.repeat(1000) }).extra.invalid?.[0]).not.toHaveProperty('input');
  });
});

describe('scalars', () => {
  const scalars: readonly (readonly [string, readonly unknown[], readonly unknown[]])[] = [
    ['Address', [address], ['', 'x', 1, null, '1111111111111111111111111111111', ' ', ['x'], { x: 1 }]],
    ['TransactionSignature', ['1'.repeat(64)], ['1'.repeat(63), 'x', 7]],
    ['Code', ['NO_HISTORY'], ['no', '_A', 'A-B', 3]],
    ['USDC', ['0.05', '4'], ['-1', '1e3', '0.1234567', 0.05]],
    ['USD', ['12.50', '0.00'], ['-1', '1e3', 'x', 5]],
    ['Lamports', ['1000000000'], ['1.5', '-1', 1, '']],
    ['SignedAmount', ['-5000', '0', '7'], ['-0', '+1', '1.5', 1, '']],
    ['SignedLamports', ['-5000', '0', '7'], ['-0', '+1', '1.5', 1, '']],
    ['TokenAmount', ['0'], ['1,000', ' 1']],
    ['Slot', [0, 412_345_678_901], [-1, 1.5, '1', 2 ** 60]],
    ['BlockHeight', [0, 412_345_678_901], [-1, 1.5, '1', 2 ** 60]],
    ['DateTime', ['2026-11-20T12:00:00Z'], ['2026-11-20', 'yesterday', 5]],
  ];

  it.each(scalars)('%s takes what it describes, and marks everything else', (name, good, bad) => {
    const type = schema.getType(name);
    if (!type || !('parseValue' in type)) throw new Error(`${name} is no scalar`);
    for (const value of good) expect(type.parseValue(value)).toBe(value);
    for (const value of bad) {
      const marked = type.parseValue(value);
      expect(isMalformed(marked) && marked.malformed.items.length > 0, String(value)).toBe(true);
      expect(asGiven(marked)).toBe(value);
    }
  });

  it('name the document that specifies them', () => {
    const named = Object.values(schema.getTypeMap()).filter(isScalarType);
    const own = named.filter((type) => !isSpecifiedScalarType(type));
    expect(own.filter(({ specifiedByURL }) => !specifiedByURL?.startsWith('https://')).map(String)).toEqual([]);
  });
});

type Run = (text: string, variables: object, context: object) => Promise<ExecutionResult>;

const engines: readonly (readonly [string, Run])[] = [
  [
    'the reference engine',
    async (text, variables, contextValue) =>
      await execute({ schema, document: parse(text), variableValues: { ...variables }, contextValue }),
  ],
  [
    'our engine',
    async (text, given, context) => {
      const document = parse(text);
      const operation = getOperationAST(document);
      if (!operation) throw new Error(`no operation: ${text}`);
      const { coerced, errors } = getVariableValues(schema, operation.variableDefinitions ?? [], { ...given });
      if (!coerced) return { errors };
      const plan = planningOf({ schema, document, operation })(coerced);
      return await executeOurs(plan, { context: context as Context, variables: coerced });
    },
  ],
];

const GOOD: Readonly<Record<string, string>> = {
  Address: `"${address}"`,
  CheckRequest: `{ token: { mint: "${address}" } }`,
  ID: '"x"',
  String: '"x"',
  TokenAmount: '"5000000"',
  TransactionSignature: `"${'1'.repeat(64)}"`,
};

/** A value of an input type, as a literal, with `bad` at a place in it; without what may be left out. */
function literalOf(type: GraphQLInputType, [name, ...rest]: readonly string[], bad: string): string {
  const of = getNamedType(type);
  if (name === undefined) return bad;
  if (!isInputObjectType(of)) throw new Error(`${of} has no ${name}`);
  const fields = Object.values(of.getFields()).flatMap((field) => {
    if (field.name === name) return `${name}: ${literalOf(field.type, rest, bad)}`;
    return isNonNullType(field.type) ? `${field.name}: ${GOOD[getNamedType(field.type).name]}` : [];
  });
  return `{ ${fields.join(' ')} }`;
}

/** The places of own scalars in an input type. */
function placesIn(type: GraphQLInputType): readonly (readonly string[])[] {
  const of = getNamedType(type);
  if (isInputObjectType(of)) {
    return Object.values(of.getFields()).flatMap((field) => placesIn(field.type).map((at) => [field.name, ...at]));
  }
  return isScalarType(of) && !isSpecifiedScalarType(of) && of.name !== '_Any' ? [[]] : [];
}

interface Argument {
  readonly field: GraphQLField<unknown, unknown>;
  readonly path: readonly string[];
}

const argumentsIn = (type: string): readonly Argument[] =>
  Object.values((schema.getType(type) as GraphQLObjectType).getFields()).flatMap((field) =>
    field.args.flatMap(({ name, type: of }) => placesIn(of).map((at) => ({ field, path: [name, ...at] }))),
  );

/** The arguments of a field with `bad` at a place, as a literal or as a variable. */
function written({ field, path: [name = '', ...rest] }: Argument, bad: string, isVariable: boolean) {
  const given = field.args.flatMap((arg) => {
    if (arg.name === name) return `${name}: ${isVariable ? '$v' : literalOf(arg.type, rest, bad)}`;
    return isNonNullType(arg.type) ? `${arg.name}: ${GOOD[getNamedType(arg.type).name]}` : [];
  });
  const type = field.args.find((arg) => arg.name === name)?.type;
  return { call: `bad: ${field.name}(${given.join(' ')}) { __typename }`, type: String(type) };
}

const PARENTS: Readonly<Record<string, readonly [string, string]>> = {
  Query: ['', ''],
  Mutation: ['', ''],
  Account: ['in: account {', '}'],
  Token: [`in: token(mint: "${address}") {`, '}'],
};
const BAD = '[[7]]';

/** The field beside a good one, with the bad value as a literal and as a variable. */
function documentsOf(parent: string, argument: Argument): readonly (readonly [text: string, variables: object])[] {
  const [open, close] = PARENTS[parent] ?? ['', ''];
  const good = parent === 'Mutation' ? '' : `good: wallet(address: "${address}") { address }`;
  const operation = parent === 'Mutation' ? 'mutation' : 'query';
  const { call, type } = written(argument, BAD, true);
  const [name, ...rest] = argument.path;
  const of = argument.field.args.find((arg) => arg.name === name)?.type;
  const value = of && valueFromASTUntyped(parseValue(literalOf(of, rest, BAD)));
  return [
    [`${operation} { ${good} ${open} ${written(argument, BAD, false).call} ${close} }`, {}],
    [`${operation}($v: ${type}) { ${good} ${open} ${call} ${close} }`, { v: value }],
  ];
}

const everyArgument = Object.keys(PARENTS).flatMap((parent) =>
  argumentsIn(parent)
    // A batch answers each request by itself.
    .filter(({ field }) => field.name !== 'checks' || parent !== 'Query')
    .map((argument) => [parent, `${argument.field.name}(${argument.path.join('.')})`, argument] as const),
);

it('every argument of a scalar of ours is tried', () => {
  expect(everyArgument.length).toBeGreaterThan(18);
});

describe.each(engines)('a malformed argument in %s', (_, run) => {
  const asked: string[] = [];
  const context = {
    operation: {
      check: async ({ subject }: { subject: string }) => {
        asked.push(subject);
        throw new Fault('not_ready');
      },
    },
    caller: { credentials: { apiKey: 'assay_x' } },
    money: { accounts: { statement: async () => ({ balanceAtomic: 5n, passes: [] }) } },
  };

  it.each<[string, string, object, string, string]>([
    [
      'a literal',
      '{ good: wallet(address: "ADDRESS") { address } bad: funderCheck(address: "x") { verdict } }',
      {},
      'address',
      'base58',
    ],
    [
      'a literal of another type',
      '{ good: wallet(address: "ADDRESS") { address } bad: wallet(address: 5) { id } }',
      {},
      'address',
      'string',
    ],
    [
      'a list',
      '{ good: wallet(address: "ADDRESS") { address } bad: wallet(address: ["x"]) { id } }',
      {},
      'address',
      'string',
    ],
    [
      'a variable',
      'query($a: Address!) { good: wallet(address: "ADDRESS") { address } bad: wallet(address: $a) { check { verdict } } }',
      { a: 'x' },
      'address',
      'base58',
    ],
    [
      'a size',
      'query($s: SOL) { good: wallet(address: "ADDRESS") { address } bad: tradeCheck(mint: "ADDRESS", sizeSol: $s) { verdict } }',
      { s: 0 },
      'sizeSol',
      '10000',
    ],
    [
      'a code',
      '{ good: wallet(address: "ADDRESS") { address } bad: reasonCodes(code: "no code") { code } }',
      {},
      'code',
      'SCREAMING',
    ],
  ])('that is %s spoils its own field alone', async (_case, text, variables, name, bound) => {
    asked.length = 0;
    const document = text.replaceAll('ADDRESS', address);
    expect(validate(schema, parse(document))).toEqual([]);
    const { data, errors } = await run(document, variables, context);
    expect(data).toMatchObject({ good: { address }, bad: null });
    expect(errors).toHaveLength(1);
    const [error] = errors ?? [];
    expect(error?.path).toEqual(['bad']);
    expect(error?.locations).toHaveLength(1);
    const fault = error?.originalError as Fault;
    expect([fault.code, fault.extra.invalid?.map(({ loc }) => loc)]).toEqual(['invalid_request', [[name]]]);
    expect(fault.message).toMatch(new RegExp(`^${name}: .*${bound}`));
    expect(asked).toEqual([]);
  });

  it.each([
    ['first: 0', 'first: A page has 1 to 100 items'],
    ['last: 101', 'last: A page has 1 to 100 items'],
    ['first: 1, last: 1', 'last: Excludes `first`'],
    ['since: "yesterday"', 'since: Not an RFC 3339 time'],
    ['after: "nowhere"', 'after: Not a cursor of this list'],
    ['subject: 7', 'subject: An address is a string'],
  ])('of a list, %s, is named with its bound', async (args, message) => {
    const { data, errors } = await run(
      `{ account { balanceAtomic checks(${args}) { edges { cursor } } } }`,
      {},
      context,
    );
    expect(data).toEqual({ account: { balanceAtomic: '5', checks: null } });
    expect(errors?.[0]?.path).toEqual(['account', 'checks']);
    expect(errors?.[0]?.message).toContain(message);
  });

  it.each(everyArgument)(
    '%s.%s spoils its own field alone, as a literal and as a variable',
    async (parent, _name, argument) => {
      const isDeep = PARENTS[parent]?.[0] !== '';
      const good = parent === 'Mutation' ? {} : { good: { address } };
      for (const [text, variables] of documentsOf(parent, argument)) {
        expect(validate(schema, parse(text)), text).toEqual([]);
        const { data, errors } = await run(text, variables, context);
        expect(data, text).toEqual({ ...good, ...(isDeep ? { in: { bad: null } } : { bad: null }) });
        expect(errors?.map(({ path }) => path)).toEqual([isDeep ? ['in', 'bad'] : ['bad']]);
        expect(errors?.[0]?.message).toMatch(new RegExp(`^${argument.path.join('\\.')}: .{5,}`));
      }
    },
  );

  it('in an input is named by its place', async () => {
    const text = `mutation($i: PreparePaymentInput!) { preparePayment(input: $i) { transaction } }`;
    const input = { payer: 'nobody', check: { trade: { mint: address, sizeSol: '0' } } };
    const { data, errors } = await run(text, { i: input }, context);
    expect(data).toEqual({ preparePayment: null });
    const fault = errors?.[0]?.originalError as Fault;
    const places = fault.extra.invalid?.map(({ loc }) => loc.join('.')) ?? [];
    expect(places.sort()).toEqual(['input.check.trade.sizeSol', 'input.payer']);
  });
});
