import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessible } from './accessible.ts';
import { type Look, looks, printedKey, shoot, useBrowsing } from './browsing.ts';

const town = useBrowsing();

/** What a tab shows, and what its run brings. */
const TABS = [
  ['Batch', 'query Batch', '"requests":[{"wallet":{"address":', '"data":{"checks":[{"kind":"WALLET"'],
  ['Funder', 'query Funder', '{"address":"', '"data":{"funderCheck":{"verdict":"CEX_FUNDED"'],
  ['Wallet', 'query Wallet', '{"address":"', '"data":{"walletCheck":{"verdict":"TRUSTED"'],
  ['Token', 'query Token', '{"mint":"', '"data":{"tokenCheck":{"verdict":"LOW_RISK"'],
  ['Trade', 'query Trade', '{"mint":"', '"data":{"tradeCheck":{"verdict":"ACCEPTABLE_COST"'],
  ['Stream', 'subscription Stream', '"requests":[{"wallet":{"address":', '{"events":[{"data":{"checks":{'],
  ['Account', 'query Account', '{}', '"data":{"account":{"balanceUsdc":"'],
  ['Catalogue', 'query Catalogue', '{}', '"data":{"prices":[{"kind":'],
] as const;

const EDITORS = { operation: 'Operation', variables: 'Variables', answer: 'Answer' } as const;

async function openGraphiql(look: Look = {}): Promise<Page> {
  const page = await town.open('/graphql', look);
  await page.getByRole('button', { name: 'Run' }).waitFor();
  return page;
}

const editorOf = (page: Page, editor: keyof typeof EDITORS) =>
  page.getByRole('textbox', { name: EDITORS[editor], exact: true });

/** The lines of an editor that are in sight, without blanks. */
async function linesOf(page: Page, editor: keyof typeof EDITORS): Promise<string> {
  return (await editorOf(page, editor).innerText()).replace(/\s/g, '');
}

const operations = (page: Page) => page.getByRole('navigation', { name: 'Operations' });
const choose = (page: Page, tab: string) => operations(page).getByRole('button', { name: tab, exact: true }).click();
const run = (page: Page) => page.getByRole('button', { name: 'Run' }).click();
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
  await expectAccessible(page);
});

it('shows all results of a subscription, the earlier ones too', async () => {
  const page = await openGraphiql();
  await choose(page, 'Stream');
  await shows(page, 'operation').toContain('subscriptionStream');
  await run(page);
  // How many are shown at a time depends on how fast they come.
  await shows(page, 'answer').toMatch(/"done":1.*"done":2/);
  await page.getByRole('button', { name: 'Run', disabled: false }).waitFor();
});

/** What the row of tabs is, and which of them is shown. */
const tabsOf = async (page: Page) => ({
  all: await operations(page).locator('.operation > button:first-child').allInnerTexts(),
  shown: await operations(page).locator('[aria-current]').innerText(),
});

const stored = (page: Page) => page.evaluate(() => localStorage.getItem('assay.graphql') ?? '');

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
    await expect.poll(() => stored(page)).toContain(`"active":${ALL.indexOf('Trade')}`);
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
    await editorOf(page, 'operation').click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('# mine ');
    await expect.poll(() => stored(page)).toContain('# mine ');
    await page.reload();
    await shows(page, 'operation').toContain('#mine');
    expect(await tabsOf(page)).toEqual({ all: ALL, shown: 'Catalogue' });
    await page.getByRole('button', { name: 'Reset' }).click();
    await shows(page, 'operation').not.toContain('#mine');
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
  await shows(page, 'answer').toMatch(/^\{"help":"PutanAPIkeybetween/);
  await page.getByRole('button', { name: 'Headers' }).click();
  await page.getByRole('textbox', { name: 'Headers' }).fill('{ "X-API-Key": "assay_of_nobody" }');
  await run(page);
  await shows(page, 'answer').toMatch(/^\{"help":"PutanAPIkeythatthisserviceknows/);
});

it('takes the key that the dashboard uses', async () => {
  const key = printedKey(town);
  const page = await town.open('/dashboard');
  await page.evaluate((value) => sessionStorage.setItem('assay.key', value), key);
  await page.goto('/graphql');
  await page.getByRole('button', { name: 'Headers' }).click();
  await expect.poll(() => page.getByRole('textbox', { name: 'Headers' }).innerText()).toContain(key);
});

describe('the schema', () => {
  it('is read from the overview to a type and back, and found by a word', async () => {
    const page = await openGraphiql();
    const schema = page.getByRole('region', { name: 'Schema' });
    await schema.getByRole('heading', { name: 'Queries' }).waitFor();
    await schema.getByRole('link', { name: 'Account', exact: true }).first().click();
    await schema.getByRole('heading', { name: 'Account' }).waitFor();
    await schema.getByText('balanceUsdc', { exact: true }).waitFor();
    await shoot(page, 'graphiql-type');
    await page.goBack();
    await schema.getByRole('heading', { name: 'Queries' }).waitFor();
    await schema.getByRole('searchbox').fill('balanceusdc');
    await schema.getByRole('link', { name: 'Account.balanceUsdc' }).click();
    await schema.getByRole('heading', { name: 'Account' }).waitFor();
  });

  it('marks what it does not have, and completes what it has', async () => {
    const page = await openGraphiql();
    await page.getByRole('button', { name: 'New tab' }).click();
    const editor = editorOf(page, 'operation');
    await editor.click();
    await page.keyboard.type('{ nothingOfOurs }');
    await editor.locator('.cm-lintRange-error').first().waitFor();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('{ pri');
    const offered = page.getByRole('listbox', { name: 'Completions' }).getByRole('option', { name: /^prices/ });
    await offered.waitFor();
    await shoot(page, 'graphiql-completion');
    await offered.click();
    await shows(page, 'operation').toContain('{prices');
  });
});

it('runs by the keyboard, formats, and opens and closes tabs', async () => {
  const page = await openGraphiql();
  await page.getByRole('button', { name: 'New tab' }).click();
  await editorOf(page, 'operation').fill('# mine\nquery Mine { prices { kind } }');
  expect((await tabsOf(page)).shown).toBe('Mine');
  await page.getByRole('button', { name: 'Format' }).click();
  await expect
    .poll(() => editorOf(page, 'operation').innerText())
    .toMatch(/# mine\s+query Mine \{\s+prices \{\s+kind\s+\}\s+\}/);
  await editorOf(page, 'operation').press('Control+Enter');
  await shows(page, 'answer').toContain('"data":{"prices":[{"kind":');
  await page.getByRole('button', { name: 'Close Mine' }).click();
  expect((await tabsOf(page)).all).toEqual(TABS.map(([title]) => title));
});

it('shows what is wrong with the variables, and stops a run', async () => {
  const page = await openGraphiql();
  await editorOf(page, 'variables').fill('{ "requests": ');
  await run(page);
  await shows(page, 'answer').toContain('ThevariablesarenotJSON');
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.route('**/graphql', () => undefined);
  await run(page);
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('button', { name: 'Run', disabled: false }).waitFor();
});

it('is a small document, and a browser that has its files gets none of them again', async () => {
  const page = await openGraphiql();
  const again = await page.reload();
  expect((await again?.body())?.length).toBeLessThan(64 * 1024);
  await page.getByRole('button', { name: 'Run' }).waitFor();
  const sizes = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => /\/web\/(?:graphiql|pages)\./.test(name))
      .map(({ transferSize }) => transferSize < 2_000),
  );
  expect(sizes).toEqual([true, true]);
});
