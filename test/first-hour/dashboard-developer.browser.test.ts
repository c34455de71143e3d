import {
  buildClientSchema,
  type DocumentNode,
  getIntrospectionQuery,
  type IntrospectionQuery,
  parse,
  print,
  validate,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { printedKey, useBrowsing } from '../browser/browsing.ts';

const town = useBrowsing();

// Who writes a dashboard: tries an operation in the browser, takes the schema, and asks from a program of her own.

const THREE = parse(`
  query Three($requests: [CheckRequest!]!) {
    checks(requests: $requests) { ... on Check { kind subject verdict billing { chargedUsdc } } }
  }
`);
const PROGRESS = parse(`
  subscription Progress($requests: [CheckRequest!]!) {
    checks(requests: $requests) { done total result { ... on Check { subject verdict } } }
  }
`);
const ACCOUNT = parse(`
  query Account { account { balanceUsdc checks(first: 3) { edges { node { kind subject verdict chargedUsdc } } } } }
`);

interface Sample {
  readonly kind: string;
  readonly verdict: string;
  readonly subject: string;
}

async function post(document: DocumentNode | string, variables: object, accept: string): Promise<Response> {
  return await fetch(`${town.service.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept, 'X-API-Key': printedKey(town) },
    body: JSON.stringify({ query: typeof document === 'string' ? document : print(document), variables }),
  });
}

async function ask<T>(document: DocumentNode | string, variables: object = {}): Promise<T> {
  const { data, errors } = await (await post(document, variables, 'application/json')).json();
  expect(errors).toBeUndefined();
  return data;
}

/** One sample of three kinds, as the sandbox lists them. */
async function samples(): Promise<readonly Sample[]> {
  const listed: { samples: readonly Sample[] } = await (await fetch(`${town.service.url}/sandbox`)).json();
  return ['token', 'trade', 'funder'].flatMap((kind) => listed.samples.find((one) => one.kind === kind) ?? []);
}

const requestsOf = (asked: readonly Sample[]) =>
  asked.map(({ kind, subject }) => ({
    [kind]: { [kind === 'token' || kind === 'trade' ? 'mint' : 'address']: subject },
  }));

const atomic = (usdc: string): number => Math.round(Number(usdc) * 1_000_000);

describe('within five minutes a developer of a dashboard', () => {
  it('runs a batch in the browser without typing anything, and reads there what it cost', async () => {
    const page = await town.open('/graphql');
    await page.getByRole('button', { name: 'Run' }).click();
    const answer = page.getByRole('textbox', { name: 'Answer' });
    await answer.getByText('"TRUSTED"').first().waitFor();
    await answer.getByText('"chargedUsdc"').first().waitFor();
    await answer.getByText('"0.10"').first().waitFor();
  });

  it('reads the prices, which are what a batch is charged', async () => {
    const { prices } = await ask<{ prices: { kind: string; priceUsdc: string }[] }>('{ prices { kind priceUsdc } }');
    const asked = await samples();
    const { checks } = await ask<{ checks: { kind: string; billing: { chargedUsdc: string } }[] }>(THREE, {
      requests: requestsOf(asked),
    });
    const priceOf = Object.fromEntries(prices.map(({ kind, priceUsdc }) => [kind, priceUsdc]));
    expect(checks.map(({ kind, billing }) => [kind, billing.chargedUsdc])).toEqual(
      asked.map(({ kind }) => [kind.toUpperCase(), priceOf[kind.toUpperCase()]]),
    );
  });

  it('takes the schema by introspection, and it is what her documents are checked against', async () => {
    const told = buildClientSchema(await ask<IntrospectionQuery>(getIntrospectionQuery()));
    for (const document of [THREE, PROGRESS, ACCOUNT]) expect(validate(told, document)).toEqual([]);
    const mistake = parse('query { account { balanceEuro } }');
    expect(validate(told, mistake).map(({ message }) => message)).toEqual([
      expect.stringContaining('Cannot query field "balanceEuro" on type "Account"'),
    ]);
  });

  it('asks three checks on one bill and finds them in her account', async () => {
    const before = (await ask<{ account: { balanceUsdc: string } }>(ACCOUNT)).account.balanceUsdc;
    const asked = await samples();
    const { checks } = await ask<{ checks: { verdict: string; billing: { chargedUsdc: string } }[] }>(THREE, {
      requests: requestsOf(asked),
    });
    expect(checks.map(({ verdict }) => verdict)).toEqual(asked.map(({ verdict }) => verdict));
    const { account } = await ask<{
      account: { balanceUsdc: string; checks: { edges: { node: { subject: string } }[] } };
    }>(ACCOUNT);
    const charged = checks.reduce((sum, { billing }) => sum + atomic(billing.chargedUsdc), 0);
    expect(charged).toBeGreaterThan(0);
    expect(atomic(before) - atomic(account.balanceUsdc)).toBe(charged);
    expect(new Set(account.checks.edges.map(({ node }) => node.subject))).toEqual(
      new Set(asked.map(({ subject }) => subject)),
    );
  });

  it('follows a batch as it comes', async () => {
    const requests = requestsOf(await samples());
    const text = await (await post(PROGRESS, { requests }, 'text/event-stream')).text();
    const events = [...text.matchAll(/^data: ?(\{.*\})$/gm)].map(([, json]) => JSON.parse(String(json)).data.checks);
    expect(events.map(({ done, total }) => `${done} of ${total}`)).toEqual(['1 of 3', '2 of 3', '3 of 3']);
  });
});
