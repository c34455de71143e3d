import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectFitting } from './accessible.ts';
import { type Look, looks, printedKey, shoot, useBrowsing } from './browsing.ts';

const town = useBrowsing();

/** What a tab shows, and what its run brings. */
const TABS = [
  ['Batch', 'query Batch', '"requests":[{"kind":"WALLET"', '"data":{"checks":[{"kind":"WALLET"'],
  ['Funder', 'query Funder', '{"address":"', '"data":{"funderCheck":{"verdict":"CEX_FUNDED"'],
  ['Wallet', 'query Wallet', '{"address":"', '"data":{"walletCheck":{"verdict":"TRUSTED"'],
  ['Token', 'query Token', '{"mint":"', '"data":{"tokenCheck":{"verdict":"LOW_RISK"'],
  ['Trade', 'query Trade', '{"mint":"', '"data":{"tradeCheck":{"verdict":"ACCEPTABLE_COST"'],
  ['Stream', 'subscription Stream', '"requests":[{"kind":"WALLET"', '{"events":[{"data":{"checks":{'],
  ['Account', 'query Account', '{}', '"data":{"account":{"balanceUsdc":"'],
  ['Catalogue', 'query Catalogue', '{}', '"data":{"prices":[{"kind":'],
] as const;

const EDITORS = {
  operation: '.graphiql-query-editor',
  variables: '[aria-label="Variables"]',
  answer: '.graphiql-response',
} as const;

async function openGraphiql(look: Look = {}): Promise<Page> {
  const page = await town.open('/graphql', look);
  await page.getByRole('button', { name: /^Execute query/ }).waitFor();
  return page;
}

/** The lines of an editor that are in sight, without blanks. */
async function linesOf(page: Page, editor: keyof typeof EDITORS): Promise<string> {
  return (await page.locator(`${EDITORS[editor]} .view-lines:visible`).first().innerText()).replace(/\s/g, '');
}

const choose = (page: Page, tab: string) => page.getByRole('button', { name: tab, exact: true }).click();
const run = (page: Page) => page.getByRole('button', { name: /^Execute query/ }).click();
const shows = (page: Page, editor: keyof typeof EDITORS) => expect.poll(() => linesOf(page, editor));

it.each(looks)('shows in each tab its own operation, whose run brings data, $width and $theme', async (look) => {
  const page = await openGraphiql(look);
  for (const [tab, operation, variables, answer] of TABS) {
    await choose(page, tab);
    await shows(page, 'operation').toContain(operation.replace(' ', ''));
    await shows(page, 'variables').toContain(variables);
    await run(page);
    await shows(page, 'answer').toContain(answer);
    await shoot(page, `graphiql-${look.width}-${look.theme}-${tab}`);
  }
  await expectFitting(page);
});

it('shows all results of a subscription, the earlier ones too', async () => {
  const page = await openGraphiql();
  await choose(page, 'Stream');
  await shows(page, 'operation').toContain('subscriptionStream');
  await run(page);
  // How many are shown at a time depends on how fast they come.
  await shows(page, 'answer').toMatch(/"done":1.*"done":2/);
  await page.getByRole('button', { name: /^Execute query/ }).waitFor();
});

/** What the row of tabs is, and which of them is shown. */
const tabsOf = async (page: Page) => ({
  all: (await page.locator('.graphiql-tab').allInnerTexts()).map((title) => title.trim()),
  shown: (await page.locator('.graphiql-tab-active').innerText()).trim(),
});

const stored = (page: Page) => page.evaluate(() => localStorage.getItem('graphiql:tabState') ?? '');

// The library opens an empty tab where it finds none of what it is given: https://github.com/graphql/graphiql/pull/4476
describe('a browser that was here before', () => {
  const ALL = TABS.map(([title]) => title);

  it('shows the tab that was left, and none beside those that it had', async () => {
    const page = await openGraphiql();
    expect(await tabsOf(page)).toEqual({ all: ALL, shown: 'Batch' });
    await page.reload();
    await shows(page, 'operation').toContain('queryBatch');
    expect(await tabsOf(page)).toEqual({ all: ALL, shown: 'Batch' });
    await choose(page, 'Trade');
    await shows(page, 'operation').toContain('queryTrade');
    // The library writes down which tab is shown a moment later.
    await expect.poll(() => stored(page)).toContain(`"activeTabIndex":${ALL.indexOf('Trade')}`);
    await page.goto('/graphql');
    await shows(page, 'operation').toContain('queryTrade');
    await shows(page, 'variables').toContain('"sizeSol":');
    expect(await tabsOf(page)).toEqual({ all: ALL, shown: 'Trade' });
    await run(page);
    await shows(page, 'answer').toContain('"data":{"tradeCheck":{"verdict":"ACCEPTABLE_COST"');
  });

  it('keeps a text that was changed, and its tab', async () => {
    const page = await openGraphiql();
    await choose(page, 'Catalogue');
    await shows(page, 'operation').toContain('queryCatalogue');
    await page.locator('.graphiql-query-editor .monaco-editor').first().click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('# mine ');
    await expect.poll(() => stored(page)).toContain('# mine ');
    await page.reload();
    await shows(page, 'operation').toContain('#mine');
    expect(await tabsOf(page)).toEqual({ all: ALL, shown: 'Catalogue' });
  });
});

describe.each(['new', 'known'])('a link to a query, in a %s browser', (browser) => {
  it('opens that query with its variables, in a tab beside the others', async () => {
    const page = await openGraphiql();
    if (browser === 'new') await page.evaluate(() => localStorage.clear());
    const query = 'query Linked($code: Code!) { reasonCode(code: $code) { code } }';
    const link = new URLSearchParams({ query, variables: '{"code":"TOKEN_NEW"}' });
    await page.goto(`/graphql?${link}`);
    await shows(page, 'operation').toContain('queryLinked');
    await shows(page, 'variables').toContain('TOKEN_NEW');
    const { all, shown } = await tabsOf(page);
    expect([all.length, shown]).toEqual([TABS.length + 1, 'Linked']);
    await page.reload();
    await shows(page, 'operation').toContain('queryLinked');
    expect(await tabsOf(page)).toEqual({ all, shown });
  });
});

it('says what to do where the key is missing or unknown', async () => {
  const noKey = (context: BrowserContext) => context.route('**/sandbox', (route) => route.fulfill({ json: {} }));
  const page = await openGraphiql({ prepare: noKey, allowed: [401, 402] });
  await run(page);
  await shows(page, 'answer').toMatch(/^\{"help":"Checksarepaid\.PutanAPIkey/);
  await shoot(page, 'graphiql-no-key');
  await choose(page, 'Account');
  await shows(page, 'operation').toContain('queryAccount');
  await run(page);
  await shows(page, 'answer').toContain('PutanAPIkeythatthisserviceknows');
});

it('takes the key that the dashboard uses', async () => {
  const key = printedKey(town);
  const page = await town.open('/dashboard');
  await page.evaluate((value) => sessionStorage.setItem('assay.key', value), key);
  await page.goto('/graphql');
  await page.getByRole('button', { name: 'Headers' }).click();
  await expect.poll(() => page.getByLabel('Headers').innerText()).toContain(key);
});

it('knows the schema and loads nothing from elsewhere or against its policy', async () => {
  const page = await openGraphiql();
  await page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
  await page.getByRole('link', { name: 'Query', exact: true }).first().click();
  await page.getByText('reasonCodes').first().waitFor();
  await shoot(page, 'graphiql');
  const kinds = () =>
    new Set(page.workers().map((worker) => /\/graphiql\/([a-z]+)-worker-[0-9a-f]{16}\.js$/.exec(worker.url())?.[1]));
  await expect.poll(kinds).toEqual(new Set(['editor', 'graphql', 'json']));
});

it('marks what the schema does not have, which its worker finds out', async () => {
  const page = await openGraphiql();
  await page.getByRole('button', { name: 'New tab' }).click();
  await page.locator('.graphiql-editor .monaco-editor').first().click();
  await page.locator('.graphiql-editor .monaco-editor.focused').first().waitFor();
  await page.keyboard.type('{ nothingOfOurs }');
  await page.locator('.squiggly-error').first().waitFor();
});

it('is a small document, and a browser that has its files does not ask for them again', async () => {
  const page = await openGraphiql();
  const again = await page.reload();
  expect((await again?.body())?.length).toBeLessThan(64 * 1024);
  await page.getByRole('button', { name: /^Execute query/ }).waitFor();
  const sizes = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => /\/graphiql\/(?:app|styles)-/.test(name))
      .map(({ transferSize, decodedBodySize }) => ({ transferSize, isWhole: decodedBodySize > 0 })),
  );
  expect(sizes).toEqual(Array.from({ length: 2 }, () => ({ transferSize: 0, isWhole: true })));
});
