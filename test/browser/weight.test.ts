import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { useBrowsing } from './browsing.ts';

const town = useBrowsing();
const BYTES_MAX = 300_000;

/** A check that the sandbox has. */
async function sample(): Promise<string> {
  const { samples } = await (await fetch(`${town.service.url}/sandbox`)).json();
  return samples[0].path;
}

/** The bytes that come over the network for a page, headers included, until nothing more is asked for. */
async function weightOf(path: string): Promise<number> {
  const page = await town.open('about:blank', { allowed: [404] });
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  let bytes = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await page.goto(path, { waitUntil: 'networkidle' });
  await isWhole(page, path);
  return bytes;
}

/** The page of GraphQL has its largest file and the schema; of the others the network says it. */
async function isWhole(page: Page, path: string): Promise<void> {
  if (path === '/graphql') await page.getByRole('heading', { name: 'Queries' }).waitFor();
}

it.each([
  '/',
  '/dashboard',
  '/topup',
  '/sandbox',
  '/reason-codes',
  '/reason-codes/RPC_UNAVAILABLE',
  '/errors',
  '/errors/in_flight',
  '/check',
  '/check/trade',
  'a check',
  '/credits',
  '/docs',
  '/graphql',
  '/status',
  '/nothing-is-here',
])('%s comes in at most 300 KB to a browser that has nothing of it', async (path) => {
  const bytes = await weightOf(path === 'a check' ? await sample() : path);
  console.log(`${path}: ${bytes} bytes`);
  expect(bytes).toBeGreaterThan(5_000);
  expect(bytes).toBeLessThanOrEqual(BYTES_MAX);
});
