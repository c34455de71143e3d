import { type DocumentNode, parse } from 'graphql';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { holding, openBuyer } from './buyer.ts';
import { type Gateway, openGateway } from './gateway.ts';
import { type LabelsSubgraph, labelsSdl, openLabels } from './labels-subgraph.ts';
import { peer } from './peer.ts';
import { openTown, type Town } from './town.ts';

/*
 * The service as a subgraph of a dashboard's supergraph: composed by two independent composers, and asked through Apollo's
 * gateway together with a subgraph that knows nothing of checks.
 */

const NO_ADDRESS = 'not-an-address';
const CENT = 10_000;

let town: Town;
let labels: LabelsSubgraph;
let gateway: Gateway;
let sdl: string;

beforeAll(async () => {
  [town, labels] = await Promise.all([openTown(), openLabels()]);
  sdl = (await town.graphql<{ _service: { sdl: string } }>('{ _service { sdl } }')).data._service.sdl;
  gateway = await openGateway([
    { name: 'assay', url: `${town.service.url}/graphql` },
    { name: 'labels', url: labels.url },
  ]);
});
afterAll(async () => {
  await gateway?.close();
  await labels?.close();
  await town?.service.end();
});

interface Composed {
  readonly errors?: readonly { readonly message: string }[];
  readonly hints?: readonly { readonly message: string; readonly definition: { readonly code: string } }[];
  readonly supergraphSdl?: string;
}

interface Composer {
  composeServices(services: readonly { name: string; url: string; typeDefs: DocumentNode }[]): Composed;
}

async function composed(composer: string, ours: string, theirs = labelsSdl) {
  const { composeServices } = await peer<Composer>(composer);
  const { errors, hints, supergraphSdl } = composeServices([
    { name: 'assay', url: 'http://127.0.0.1:1/graphql', typeDefs: parse(ours) },
    { name: 'labels', url: 'http://127.0.0.1:2/graphql', typeDefs: parse(theirs) },
  ]);
  return {
    errors: errors?.map(({ message }) => message) ?? [],
    hints: hints?.map(({ message, definition }) => `${definition.code}: ${message}`) ?? [],
    supergraphSdl,
  };
}

describe('the schema of the subgraph', () => {
  it('is linked to Federation 2, and leaves out what serves gateways', () => {
    expect(sdl).toMatch(/^extend schema @link\(url: "https:\/\/specs\.apollo\.dev\/federation\/v2\.\d+"/);
    expect(sdl).toMatch(/type Wallet @key\(fields: "address"\)/);
    expect(sdl).toMatch(/type Token @key\(fields: "mint"\)/);
    expect(sdl).not.toMatch(/_entities|_service|_Entity|_Any|_Service/);
  });

  it('keeps the node of each edge', () => {
    const edges = [...sdl.matchAll(/^type \w+Edge \{[^}]*\}/gm)].map(([edge]) => edge);
    expect(edges.length).toBeGreaterThanOrEqual(2);
    for (const edge of edges) expect(edge).toMatch(/^ {2}node: \w+!$/m);
  });

  describe.each(['@theguild/federation-composition', '@apollo/composition'])('for %s', (composer) => {
    it('composes with another subgraph without an error or a hint', async () => {
      const { errors, hints, supergraphSdl } = await composed(composer, sdl);
      expect([errors, hints]).toEqual([[], []]);
      const graphs = (key: string) => ['ASSAY', 'LABELS'].map((graph) => `@join__type(graph: ${graph}, key: "${key}")`);
      for (const join of [...graphs('address'), ...graphs('mint')]) expect(supergraphSdl).toContain(join);
    });

    it('would not compose if the type that both have were not shareable', async () => {
      const { errors } = await composed(composer, sdl.replace('type PageInfo @shareable', 'type PageInfo'));
      expect(errors.join('\n')).toMatch(/PageInfo\.\w+.*shareable/);
    });

    it('would not compose if the key of an entity were of another type', async () => {
      const { errors } = await composed(composer, sdl, labelsSdl.replace('address: ID!', 'address: Int!'));
      expect(errors.join('\n')).toContain('Wallet.address');
    });
  });
});

type Headers = Readonly<Record<string, string>>;

interface Answer {
  readonly data: {
    readonly portfolio: readonly {
      label: string;
      check: { verdict: string; billing?: { chargedUsdc: string } } | null;
    }[];
    readonly watchlist: readonly { note: string; check: { verdict: string } | null }[];
  };
  readonly errors?: readonly {
    readonly message: string;
    readonly path?: readonly unknown[];
    readonly extensions: Readonly<Record<string, unknown>>;
  }[];
}

async function ask(query: string, headers: Headers = {}): Promise<Answer> {
  const response = await fetch(gateway.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query }),
  });
  return JSON.parse(await response.text());
}

/** Everything that the key's account says of what it paid. In cents, for exact sums. */
async function account() {
  const { data } = await town.graphql<{
    account: {
      balanceUsdc: string;
      entries: { edges: { node: { amountUsdc: string; ref: string } }[] };
      checks: { edges: { node: { subject: string; chargedUsdc: string } }[] };
    };
  }>(`{ account { balanceUsdc
        entries(first: 100, kinds: [CHARGE]) { edges { node { amountUsdc ref } } }
        checks(first: 100) { edges { node { subject chargedUsdc } } } } }`);
  const { balanceUsdc, entries, checks } = data.account;
  return {
    atomic: Math.round(Number(balanceUsdc) * 100 * CENT),
    charges: entries.edges.map(({ node }) => node),
    checks: checks.edges.map(({ node }) => node),
  };
}

/** What the account paid since a moment ago. */
async function paid() {
  const before = await account();
  return async () => {
    const after = await account();
    return {
      atomic: before.atomic - after.atomic,
      charges: after.charges.slice(0, after.charges.length - before.charges.length),
      checks: after.checks.slice(0, after.checks.length - before.checks.length),
    };
  };
}

describe("a dashboard's gateway", () => {
  const VERDICTS = ['TRUSTED', 'NEUTRAL', 'UNTRUSTED', 'INSUFFICIENT'];
  const PRICE = 10 * CENT;
  const portfolio = '{ portfolio { label check { verdict billing { chargedUsdc } } } }';
  const keyed = (headers: Headers = {}) => ({ 'x-api-key': town.apiKey, ...headers });
  const wallets = () => VERDICTS.map((verdict) => town.sample('wallet', verdict));
  const tokens = () => [town.sample('token', 'LOW_RISK')];

  beforeEach(() => {
    gateway.take();
  });

  it('hangs verdicts on a list of another subgraph by one request and one charge', async () => {
    labels.show({ wallets: wallets(), mints: [] });
    const since = await paid();
    const { data, errors } = await ask(portfolio, keyed());
    expect(errors).toBeUndefined();
    expect(data.portfolio).toEqual(
      VERDICTS.map((verdict, n) => ({
        label: `wallet ${n}`,
        check: { verdict, billing: { chargedUsdc: '0.10' } },
      })),
    );
    const { sent, bills } = gateway.take();
    expect(sent.map(({ subgraph }) => subgraph)).toEqual(['labels', 'assay']);
    expect(sent[1]?.query).toContain('_entities');
    expect(bills).toEqual([{ checks: 4, delivered: 4, priceUsdc: '0.40', chargedUsdc: '0.40' }]);
    const { atomic, charges, checks } = await since();
    expect(atomic).toBe(VERDICTS.length * PRICE);
    expect(charges.map(({ ref }) => ref).sort()).toEqual(
      wallets()
        .map((address) => `wallet/${address}`)
        .sort(),
    );
    expect(checks.map(({ subject }) => subject).sort()).toEqual(wallets().sort());
    expect(new Set(checks.map(({ chargedUsdc }) => chargedUsdc))).toEqual(new Set(['0.10']));
  });

  it('pays once for a wallet that is listed three times', async () => {
    const [one, other] = wallets() as [string, string];
    labels.show({ wallets: [one, other, one, one], mints: [] });
    const since = await paid();
    const { data } = await ask(portfolio, keyed());
    expect(data.portfolio.map(({ check }) => check?.verdict)).toEqual([
      ...['TRUSTED', 'NEUTRAL', 'TRUSTED', 'TRUSTED'],
    ]);
    expect(gateway.take().bills).toMatchObject([{ checks: 2, chargedUsdc: '0.20' }]);
    const { atomic, charges } = await since();
    expect([atomic, charges.length]).toEqual([2 * PRICE, 2]);
  });

  it('pays nothing for a verdict that a gap of ours decided, beside one that it pays', async () => {
    const verdicts = ['UNVERIFIABLE_ORIGIN', 'CEX_FUNDED'];
    labels.show({ wallets: verdicts.map((verdict) => town.sample('funder', verdict)), mints: [] });
    const since = await paid();
    const { data } = await ask('{ portfolio { funderCheck { verdict billing { chargedUsdc } } } }', keyed());
    expect(data.portfolio).toEqual([
      { funderCheck: { verdict: 'UNVERIFIABLE_ORIGIN', billing: { chargedUsdc: '0.00' } } },
      { funderCheck: { verdict: 'CEX_FUNDED', billing: { chargedUsdc: '0.05' } } },
    ]);
    expect(gateway.take().bills).toMatchObject([{ checks: 2, delivered: 2, chargedUsdc: '0.05' }]);
    expect((await since()).atomic).toBe(5 * CENT);
  });

  it('gets null and an error for a wallet whose address is none, and the others stand', async () => {
    const [one, other] = wallets() as [string, string];
    labels.show({ wallets: [one, NO_ADDRESS, other], mints: [] });
    const since = await paid();
    const { data, errors } = await ask(portfolio, keyed({ 'x-request-id': 'gateway-1' }));
    expect(data.portfolio.map(({ label, check }) => [label, check?.verdict ?? null])).toEqual([
      ['wallet 0', 'TRUSTED'],
      ['wallet 1', null],
      ['wallet 2', 'NEUTRAL'],
    ]);
    expect(errors).toHaveLength(1);
    expect(errors?.[0]).toMatchObject({
      path: ['portfolio', 1],
      extensions: { code: 'INVALID_REQUEST', requestId: 'gateway-1', invalid: [{ input: NO_ADDRESS }] },
    });
    expect((await since()).atomic).toBe(2 * PRICE);
  });

  it('gets PAYMENT_REQUIRED without a key, beside what the other subgraph knows', async () => {
    labels.show({ wallets: wallets(), mints: [] });
    const since = await paid();
    const { data, errors } = await ask(portfolio);
    expect(data.portfolio).toEqual(VERDICTS.map((_, n) => ({ label: `wallet ${n}`, check: null })));
    expect(errors).toHaveLength(1);
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'PAYMENT_REQUIRED',
      response: { status: 402, body: { code: 'payment_required', price_usdc: '0.40', accepts: [] } },
    });
    expect(gateway.take().bills).toEqual([]);
    expect((await since()).atomic).toBe(0);
  });

  it('repeats two lists under one Idempotency-Key and pays them once', async () => {
    labels.show({ wallets: wallets().slice(0, 2), mints: tokens() });
    const both = '{ portfolio { label check { verdict } } watchlist { note check { verdict } } }';
    const since = await paid();
    const first = await ask(both, keyed({ 'idempotency-key': 'dashboard-1' }));
    expect(first.errors).toBeUndefined();
    expect(first.data.watchlist).toEqual([{ note: 'token 0', check: { verdict: 'LOW_RISK' } }]);
    expect(
      gateway
        .take()
        .sent.map(({ subgraph }) => subgraph)
        .sort(),
    ).toEqual(['assay', 'assay', 'labels']);
    const { atomic } = await since();
    expect(atomic).toBe(2 * PRICE + 2 * CENT);
    expect(await ask(both, keyed({ 'idempotency-key': 'dashboard-1' }))).toEqual(first);
    expect((await since()).atomic).toBe(atomic);
  });

  it('cannot spend a payment per call: it is not taken, and pays afterwards what it was made for', async () => {
    const [address] = wallets() as [string];
    labels.show({ wallets: [address], mints: [] });
    const single = async (headers: Headers = {}) => {
      const response = await fetch(`${town.service.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ query: `{ walletCheck(address: "${address}") { verdict billing { route } } }` }),
      });
      return { headers: response.headers, body: JSON.parse(await response.text()) };
    };
    const { headers, body } = await single();
    const [{ asset, payTo }] = body.accepts;
    const buyer = await openBuyer(town.rpcUrl);
    const payment = await buyer.sign(headers.get('payment-required'));
    const holdings = () =>
      Promise.all([holding(town.rpcUrl, buyer.address, asset), holding(town.rpcUrl, payTo, asset)]);
    const before = await holdings();
    const { data, errors } = await ask(portfolio, payment);
    expect(gateway.take().sent[1]?.forwarded).toEqual(['payment-signature']);
    expect(data.portfolio).toEqual([{ label: 'wallet 0', check: null }]);
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'PAYMENT_REQUIRED' });
    expect(await holdings()).toEqual(before);
    const { body: answered } = await single(payment);
    expect(answered.data.walletCheck).toEqual({ verdict: 'TRUSTED', billing: { route: 'X402' } });
    expect((await holdings())[0]).toBe((before[0] ?? 0n) - BigInt(PRICE));
  });
});
