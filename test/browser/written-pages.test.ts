import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessible } from './accessible.ts';
import { looks, printedKey, shoot, useBrowsing } from './browsing.ts';

const town = useBrowsing();
const run = promisify(execFile);

interface Listed {
  readonly samples: readonly { readonly kind: string; readonly subject: string; readonly path: string }[];
}

async function samples(kind: string): Promise<Listed['samples']> {
  const response = await fetch(`${town.service.url}/sandbox`);
  const { samples } = (await response.json()) as Listed;
  return samples.filter((sample) => sample.kind === kind);
}

const pages = [
  ['/', 'home'],
  ['/reason-codes?kind=trade', 'codes'],
  ['/reason-codes/RPC_UNAVAILABLE', 'code'],
  ['/errors', 'errors'],
  ['/errors/in_flight', 'error'],
  ['/check', 'usage'],
  ['/check/trade', 'usage-trade'],
  ['/credits', 'credits'],
  ['/sandbox', 'samples'],
] as const;

describe.each(pages)('%s', (path, name) => {
  it.each(looks)('is usable by everybody, $width and $theme', async (look) => {
    const page = await town.open(path, look);
    await expectAccessible(page);
    await shoot(page, `${name}-${look.width}-${look.theme}`);
  });
});

/** Where a page leads, without opening it: the page of a check asks for its answer by itself. */
async function leadsTo(page: Page, act: () => Promise<unknown>): Promise<string> {
  const asked = page.waitForRequest((request) => request.isNavigationRequest());
  await page.route('**/check/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>a check</title>' }),
  );
  await act();
  return new URL((await asked).url()).pathname;
}

const field = (page: Page) => page.getByLabel('Address or mint');

describe('the search box', () => {
  it('leads to the check of an address, with the keyboard alone', async () => {
    const [sample] = await samples('token');
    const page = await town.open('/');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent?.trim())).toBe('Skip to content');
    await field(page).focus();
    await page.keyboard.type(sample?.subject ?? '');
    expect(await leadsTo(page, () => page.keyboard.press('Enter'))).toBe(sample?.path);
  });

  it('asks the kind that is chosen', async () => {
    const [sample] = await samples('funder');
    const page = await town.open('/', { width: 'narrow' });
    await field(page).fill(sample?.subject ?? '');
    await page.getByRole('radio', { name: 'Funder 0.05' }).check();
    const go = () => page.getByRole('button', { name: 'Check', exact: true }).click();
    expect(await leadsTo(page, go)).toBe(sample?.path);
  });

  it('takes the link of an explorer, and chooses by it', async () => {
    const [sample] = await samples('wallet');
    const page = await town.open('/');
    await field(page).fill(`https://solscan.io/account/${sample?.subject}?cluster=devnet`);
    expect(await page.getByRole('radio', { name: 'Wallet 0.10' }).isChecked()).toBe(true);
    expect(await leadsTo(page, () => page.keyboard.press('Enter'))).toBe(sample?.path);
  });

  it('says what is wrong with anything else, and stays', async () => {
    const page = await town.open('/');
    await field(page).fill('<img src=x> 0OIl');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('Enter a Solana address').waitFor();
    expect(await field(page).getAttribute('aria-invalid')).toBe('true');
    expect(new URL(page.url()).pathname).toBe('/');
    await expectAccessible(page);
    await field(page).fill('A');
    expect(await page.getByRole('alert').textContent()).toBe('');
  });
});

describe('the first page', () => {
  it('shows an answer of each kind as a person and as a program reads it', async () => {
    const page = await town.open('/');
    for (const [kind, verdict] of [
      ['Token', 'ELEVATED'],
      ['Trade', 'ELEVATED_COST'],
      ['Wallet', 'NEUTRAL'],
      ['Funder', 'CEX_FUNDED'],
    ] as const) {
      await page.getByRole('group', { name: 'Example answer of the check' }).getByText(kind, { exact: true }).click();
      const example = page.locator('.example:visible');
      expect(await example.count()).toBe(1);
      expect(await example.locator('.verdict').first().innerText()).toBe(verdict.replace('_', ' '));
      const document = JSON.parse(await example.getByRole('region').innerText());
      expect([document.kind, document.verdict]).toEqual([kind.toLowerCase(), verdict]);
    }
  });

  it('leads to the sample that it names', async () => {
    const page = await town.open('/');
    const path = await leadsTo(page, () => page.locator('.chip').first().click());
    expect((await samples('token')).map((sample) => sample.path)).toContain(path);
  });
});

/** What the copy button of that name puts into the clipboard. */
async function copied(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name: `Copy ${name}`, exact: true }).click();
  return await page.evaluate(() => navigator.clipboard.readText());
}

const openCopying = (path: string) =>
  town.open(path, { prepare: (context) => context.grantPermissions(['clipboard-read', 'clipboard-write']) });

describe('what is copied', () => {
  it.each([
    ['the REST call', '"verdict":"LOW_RISK"'],
    ['the GraphQL call', '"verdict":"LOW_RISK"'],
    ['the A2A call', '"verdict":"LOW_RISK"'],
    ['step 1 of x402', '402 Payment Required'],
  ])('runs as it is: %s', async (name, expected) => {
    const page = await openCopying('/');
    const { stdout } = await run('sh', ['-c', await copied(page, name)]);
    expect(stdout).toContain(expected);
  });

  it('is a configuration that names the endpoint of this service', async () => {
    const page = await openCopying('/');
    const { mcpServers } = JSON.parse(await copied(page, 'the MCP configuration'));
    expect((await fetch(mcpServers.assay.url)).status).toBe(200);
    expect(await copied(page, 'the TypeScript code')).toContain(`url: '${town.service.url}'`);
  });

  it('is the key of the sandbox, on the page of its samples', async () => {
    const page = await openCopying('/sandbox');
    expect(await copied(page, 'the API key')).toBe(printedKey(town));
  });
});

describe('the codes', () => {
  it('are found by words of their meaning, and all come back', async () => {
    const page = await town.open('/reason-codes');
    const shown = page.locator('.entry:visible');
    const all = await shown.count();
    await page.getByLabel('Search codes').fill('permanent DELEGATE');
    await page.getByText(`of ${all}`).waitFor();
    const found = await shown.allInnerTexts();
    expect(found.length).toBeGreaterThan(0);
    expect(found.length).toBeLessThan(all);
    for (const word of ['permanent', 'delegate'])
      expect(found.every((text) => text.toLowerCase().includes(word))).toBe(true);
    await expectAccessible(page);
    await page.getByLabel('Search codes').fill('');
    expect(await shown.count()).toBe(all);
  });

  it('are those of one kind where it is chosen, and lead to a page of their own', async () => {
    const page = await town.open('/reason-codes');
    await page.getByRole('navigation', { name: 'Kinds of check' }).getByText('Funder').click();
    await page.waitForURL('**/reason-codes?kind=funder');
    expect(await page.locator('#CEX_AT_HOP_2').count()).toBe(1);
    expect(await page.locator('#LP_BURNED').count()).toBe(0);
    await page.getByRole('link', { name: 'CEX_AT_HOP_2' }).click();
    await page.getByRole('heading', { name: 'CEX_AT_HOP_2' }).waitFor();
  });

  it('are marked where a link names one', async () => {
    const page = await town.open('/reason-codes#LP_BURNED');
    expect(await page.locator(':target').innerText()).toContain('LP_BURNED');
  });
});

it('every page is in the navigation, which marks the present one and fits a phone', async () => {
  const page = await town.open('/reason-codes', { width: 'narrow' });
  const nav = page.getByRole('navigation', { name: 'Pages' });
  const links = await nav.getByRole('link').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  expect(links).toEqual(['/dashboard', '/topup', '/sandbox', '/reason-codes', '/docs', '/graphql', '/status']);
  expect(await page.getByRole('link', { name: 'Assay' }).getAttribute('href')).toBe('/');
  expect(await nav.locator('[aria-current="page"]').allInnerTexts()).toEqual(['Codes']);
  const tops = await nav.getByRole('link').evaluateAll((all) => all.map((link) => link.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
});

it('an address that nothing is served at leads back', async () => {
  const page = await town.open('/nothing', { allowed: [404] });
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: 'Home' }).click();
  await page.getByRole('heading', { level: 1, name: 'Know what can be proven' }).waitFor();
});
