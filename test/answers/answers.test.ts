import { join } from 'node:path';
import { worldOfBodies } from 'assay-sandbox/replay/bodies.ts';
import { replayMethods } from 'assay-sandbox/replay/methods.ts';
import { type Sandbox, startSandbox } from 'assay-sandbox/start.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLedger } from '#ledger/ledger.ts';
import { hasPools } from '../../packages/core/test/support/recorded-pools.ts';
import { hasTokens, recordedTokens } from '../../packages/core/test/support/recorded-tokens.ts';
import { recordedPools } from '../../packages/core/test/support/recorded-worlds.ts';
import { tokenMethods, tokenWorld } from '../../packages/core/test/support/token-worlds.ts';
import { COLLECTED, hasCollected } from '../replay/collected.ts';
import { type App, withApp } from '../support/app.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { withRecorded } from '../support/recorded-service.ts';
import { withTokens } from '../support/token-service.ts';

/*
 * Every answer to the sandbox's subjects, to recorded accounts of mainnet, and every document, against those recorded beside this
 * file. A change of structure changes none. A change of judgement records them anew with
 * `npx vitest run --project fast test/answers -u`, and its diff shows what a caller sees of it.
 */

/** The end of the sample world, so that every age in it is the same in each run. */
const ANCHOR_MS = Date.UTC(2026, 0, 1);
/** Draws which payers of a wallet are looked at. */
const TICKET_SECRET = 'the same in each run of this test';
const DOCUMENTS = ['/openapi.json', '/llms.txt', '/.well-known/agent-card.json', '/.well-known/x402', '/reason-codes'];
/** Every so many of the addresses that the collected transactions name. */
const EVERY = 100;

/** Members that say when a check ran, or are made anew for each answer. */
const OF_THE_MOMENT = new Set([
  ...[
    'slot',
    'time',
    'attestation',
    'age_seconds',
    'market_age_seconds',
    'from_unix',
    'to_unix',
    'window_from_unix',
    'window_to_unix',
  ],
  ...['unlocks_at_unix', 'liquidity_unlocks_at_unix'],
  ...['checked_at', 'balance_usdc', 'request_id', 'figure'],
]);
const HEADERS_OF_THE_MOMENT = ['date', 'x-request-id', 'ratelimit', 'assay-balance-usdc', 'keep-alive', 'connection'];

function lasting(name: string, value: unknown): unknown {
  if (OF_THE_MOMENT.has(name) && value !== null) return typeof value;
  return value;
}

/** How deep members stand on lines of their own: what differs in an answer is one line of a diff. */
const LINES_DEPTH = 3;

function written(value: unknown, depth = 0): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth === LINES_DEPTH)
    return JSON.stringify(value, lasting);
  const indent = ' '.repeat(depth);
  const lines = Object.entries(value).flatMap(([name, member]) => {
    const kept = lasting(name, member);
    return kept === undefined ? [] : [`${indent} ${JSON.stringify(name)}: ${written(kept, depth + 1)}`];
  });
  return lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n${indent}}`;
}

const recordedAs = (answers: object): string => `${written(answers).replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1')}\n`;

const fileOf = (name: string): string => join(import.meta.dirname, `${name}.json`);

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.stop());

async function answerOf(app: App, path: string): Promise<object> {
  // Each question has a key of its own: a key with many answers that a gap decided has to wait.
  const { apiKey } = await openLedger(database.database).grant(1_000_000n);
  const response = await fetch(`${app.url}${path}`, {
    headers: { 'X-API-Key': String(apiKey), 'accept-encoding': 'identity' },
  });
  const headers = [...response.headers].filter(([name]) => !HEADERS_OF_THE_MOMENT.includes(name));
  return { status: response.status, headers: Object.fromEntries(headers), body: await response.json() };
}

describe('answers to the subjects of the sandbox', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await startSandbox({ anchorMs: ANCHOR_MS });
  });
  afterAll(() => sandbox.stop());

  it.each(['funder', 'token', 'trade', 'wallet'])('%s: are those that were recorded', async (kind) => {
    const answers: Record<string, object> = {};
    await withApp(database, [], { SOLANA_RPC_URLS: sandbox.url, TICKET_SECRET }, async (app) => {
      for (const { address, what } of sandbox.subjects.filter((subject) => subject.kind === kind))
        answers[address] = { what, ...(await answerOf(app, `/check/${kind}/${address}`)) };
    });
    expect(Object.keys(answers).length).toBeGreaterThan(10);
    await expect(recordedAs(answers)).toMatchFileSnapshot(fileOf(`sandbox-${kind}`));
  });

  it('documents are those that were recorded', async () => {
    const answers: Record<string, object> = {};
    await withApp(database, [], { SOLANA_RPC_URLS: sandbox.url, TICKET_SECRET }, async (app) => {
      for (const path of DOCUMENTS) {
        const response = await fetch(`${app.url}${path}`, { headers: { 'accept-encoding': 'identity' } });
        const text = await response.text();
        const isJson = response.headers.get('content-type')?.includes('json');
        answers[path] = { status: response.status, body: isJson ? JSON.parse(text) : text.split('\n') };
      }
    });
    await expect(recordedAs(answers)).toMatchFileSnapshot(fileOf('documents'));
  });
});

describe('answers to recorded accounts of mainnet', () => {
  it.runIf(hasPools)('trade: are those that were recorded', async () => {
    const answers: Record<string, object> = {};
    for (const [name, open] of Object.entries(recordedPools)) {
      const { accounts, options, mint, quotes } = open();
      await withRecorded(database, accounts, options, async ({ ask }) => {
        for (const size of ['0.1', ...Object.keys(quotes)]) answers[`${name} ${size}`] = await ask(mint, size);
      });
    }
    await expect(recordedAs(answers)).toMatchFileSnapshot(fileOf('mainnet-trade'));
  });

  it.runIf(hasTokens)('token: are those that were recorded', async () => {
    const answers: Record<string, object> = {};
    for (const mint of recordedTokens('mint')) {
      const worlds = [tokenMethods(tokenWorld(mint))];
      await withTokens(database, worlds, async ({ ask }) => {
        answers[mint.file] = await ask(mint.address);
      });
    }
    await expect(recordedAs(answers)).toMatchFileSnapshot(fileOf('mainnet-token'));
  });

  it.runIf(hasCollected)('funder: are those that were recorded', async () => {
    const { world } = worldOfBodies(join(COLLECTED, 'transactions'));
    const answers: Record<string, object> = {};
    const mainnet = { SOLANA_NETWORK: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' };
    await withApp(database, [replayMethods(world)], mainnet, async (app) => {
      for (const address of [...world.histories.keys()].filter((_, index) => index % EVERY === 0))
        answers[address] = await answerOf(app, `/check/funder/${address}`);
    });
    await expect(recordedAs(answers)).toMatchFileSnapshot(fileOf('mainnet-funder'));
  });
});
