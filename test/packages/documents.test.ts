import { readFileSync } from 'node:fs';
import { createClient } from 'assay-client';
import {
  buildSchema,
  type GraphQLOutputType,
  getNullableType,
  isLeafType,
  isListType,
  isObjectType,
  isScalarType,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documents, PricesDocument } from '../../packages/assay-client/src/documents.ts';
import { scalars } from '../../packages/assay-client/src/schema.ts';
import { rpc } from '../../packages/core/test/sandbox/rpc.ts';
import { openService, type Service } from '../support/service.ts';

let service: Service;
let apiKey: string;
let samples: readonly { readonly kind: string; readonly verdict: string; readonly address: string }[];

beforeAll(async () => {
  service = await openService();
  apiKey = String(/assay_\S+/.exec(service.output())?.[0]);
  const { sandbox_rpc: sandbox } = await (await fetch(service.url)).json();
  samples = await rpc(sandbox.url, 'sandbox_subjects');
});
afterAll(() => service?.end());

function sample(kind: string, verdict: string): string {
  const found = samples.find((one) => one.kind === kind && one.verdict === verdict);
  if (!found) throw new Error(`the sandbox has no ${kind} that is ${verdict}`);
  return found.address;
}

async function send(query: string, variables: object, accept = 'application/json'): Promise<string> {
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey, accept },
    body: JSON.stringify({ query, variables }),
  });
  return await response.text();
}

const bodyOf = (name: string) => documents.find((one) => one.name === name)?.body ?? '';

async function checkId(): Promise<string> {
  const { data } = JSON.parse(await send(bodyOf('TokenCheck'), { mint: sample('token', 'LOW_RISK') }));
  return data.tokenCheck.id;
}

/** The variables that each document is run with. */
const variablesOf: Readonly<Record<string, () => object | Promise<object>>> = {
  Account: () => ({}),
  CheckProgress: () => ({ requests: [{ token: { mint: sample('token', 'LOW_RISK') } }] }),
  Checks: () => ({
    requests: [{ trade: { mint: sample('trade', 'ACCEPTABLE_COST') } }, { funder: { address: 'nobody' } }],
  }),
  Entries: () => ({ first: 3 }),
  FunderCheck: () => ({ address: sample('funder', 'CEX_FUNDED') }),
  PastChecks: () => ({ first: 3 }),
  Prices: () => ({}),
  ReasonCodes: () => ({ kind: 'TOKEN' }),
  StoredCheck: async () => ({ id: await checkId() }),
  TokenCheck: () => ({ mint: sample('token', 'LOW_RISK') }),
  TokenReport: () => ({ mint: sample('token', 'LOW_RISK'), sizeSol: '1' }),
  TradeCheck: () => ({ mint: sample('trade', 'ACCEPTABLE_COST') }),
  WalletCheck: () => ({ address: sample('wallet', 'TRUSTED') }),
  WalletReport: () => ({ address: sample('wallet', 'TRUSTED') }),
};

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));

/** Places below a value whose scalar is of another type than the package says. */
function misfits(value: unknown, type: GraphQLOutputType, place: string): readonly string[] {
  const bare = getNullableType(type);
  if (value === null || value === undefined) return [];
  if (isListType(bare)) return (value as unknown[]).flatMap((one, n) => misfits(one, bare.ofType, `${place}.${n}`));
  if (isLeafType(bare)) {
    const expected = isScalarType(bare) ? scalars[bare.name] : undefined;
    const fits = expected === undefined || expected === 'unknown' || expected.split(' | ').includes(typeof value);
    return fits ? [] : [`${place} is a ${typeof value}, and ${bare.name} is ${expected}`];
  }
  const fields = value as Readonly<Record<string, unknown>>;
  const object = isObjectType(bare) ? bare : schema.getType(String(fields.__typename));
  if (!isObjectType(object)) return [`${place} has no __typename`];
  return Object.entries(fields).flatMap(([name, member]) => {
    const field = object.getFields()[name];
    return field ? misfits(member, field.type, `${place}.${name}`) : [];
  });
}

describe('the documents of the client', () => {
  it('are each run here', () => {
    expect(documents.map(({ name }) => name)).toEqual(Object.keys(variablesOf));
  });

  it.each(documents)('$name runs, and its scalars have the types that the package says', async (document) => {
    const { name, type, body } = document;
    const isStream = type === 'subscription';
    const accept = isStream ? 'text/event-stream' : 'application/json';
    const text = await send(body, (await variablesOf[name]?.()) ?? {}, accept);
    const { data, errors } = JSON.parse(isStream ? (/^data: ?(\{.*)$/m.exec(text)?.[1] ?? '') : text);
    expect(errors).toBeUndefined();
    const root = schema.getRootType(type as never);
    expect(Object.values(data).filter((value) => value === null)).toEqual([]);
    if (root) expect(misfits(data, root, name)).toEqual([]);
  });

  it('can be given to the client, which knows their types', async () => {
    const { prices } = await createClient({ url: service.url }).graphql(PricesDocument);
    expect(prices.map(({ kind }) => kind).sort()).toEqual(['FUNDER', 'TOKEN', 'TRADE', 'WALLET']);
  });
});
