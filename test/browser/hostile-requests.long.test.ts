import type { BrowserContext } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectFitting } from './accessible.ts';
import { sendHeaders, shoot, useBrowsing } from './browsing.ts';
import { useKey } from './dashboard-page.ts';
import { elementCounts, expectOnlyText, strangeElements } from './elements.ts';
import { FEW, fitsHeader, HOSTILE, MARKUP } from './hostile-texts.ts';
import { openTestWallet } from './test-wallet.ts';

const town = useBrowsing();
const SOL_MINT = 'So11111111111111111111111111111111111111112';

/** What says that a page is there. */
const PAGES = [
  ['/dashboard', '#price-token:not(:empty)'],
  ['/topup', '#wallets button'],
  ['/status', '#parts table'],
  ['/docs', '#docs-key:not([hidden])'],
  ['/graphql', '.schema h3'],
] as const;

describe('the address of a page', () => {
  it.each(PAGES)('%s stays text in query and fragment', async (path, there) => {
    const page = await town.open(path);
    for (const { text } of path === '/docs' || path === '/graphql' ? FEW : HOSTILE) {
      const word = encodeURIComponent(text);
      const query = `url=${word}&configUrl=${word}&query=${word}&headers=${word}&operationName=${word}&key=${word}`;
      await page.goto(`${path}?${query}#/${word}/${word}&token=${word}&subject=${word}&size=${word}&key=${word}`);
      await page.locator(there).first().waitFor();
      expect(await strangeElements(page)).toEqual([]);
    }
    await expectOnlyText(page, path);
  });

  it('is shown in words by the dashboard, with letters that nobody sees by their names', async () => {
    const page = await town.open('/dashboard', { width: 'narrow' });
    for (const { text } of HOSTILE.filter((one) => !/[\s,;]/.test(one.text))) {
      const named = text.replace(/\p{Cf}/gu, (letter) => `U+${letter.codePointAt(0)?.toString(16).toUpperCase()}`);
      await page.goto(`/dashboard?${named.length}#${encodeURIComponent(`token:${text}`)}`);
      const problem = page.locator('#problems li').first();
      await problem.getByText(`Line 1: “${`token:${named}`.slice(0, 48)}`).waitFor();
      expect(await problem.locator('*').count()).toBe(0);
      await expectFitting(page);
    }
    await expectOnlyText(page, '/dashboard');
  });
});

describe('a request', () => {
  it.each(HOSTILE)('for $name is refused in JSON or by a page, which hold it as text', async ({ text }) => {
    const page = await town.open('/health', { allowed: [400, 401, 402, 404, 422] });
    const ofJson = await elementCounts(page);
    if (fitsHeader(text)) await sendHeaders(page, { 'x-request-id': text, 'x-api-key': text });
    const word = encodeURIComponent(text);
    const paths = ['', 'check/token/', 'check/wallet/', 'errors/', 'reason-codes/', 'docs/', 'web/', '.well-known/'];
    const queries = [
      `reason-codes?kind=${word}`,
      `check/trade/${SOL_MINT}?size_sol=${word}`,
      `graphql?query=a&variables=${word}`,
    ];
    for (const path of [...paths.map((folder) => folder + word), `check/${word}/${word}`, ...queries]) {
      const response = await page.goto(`/${path}`);
      expect(response?.headers()['x-request-id']).toMatch(/^[\w-]{1,36}$/);
      if (response?.headers()['content-type']?.startsWith('text/html')) {
        expect([404, 422]).toContain(response.status());
        if (response.status() === 422) await page.getByLabel('Addresses or mints').waitFor();
        expect(await strangeElements(page)).toEqual([]);
        continue;
      }
      expect(response?.headers()['content-type']).toMatch(/^application\/(problem\+)?json/);
      expect(await page.locator('pre').textContent()).toBe(await response?.text());
      expect(await elementCounts(page)).toEqual(ofJson);
    }
  });

  it('by the documentation stays text in its answer', async () => {
    const page = await town.open('/docs', { allowed: [422] });
    const operation = page.locator('#prepareCredit');
    await operation.locator('summary').first().click();
    for (const { text } of FEW) {
      await operation.locator('textarea').fill(JSON.stringify({ payer: text, amount_atomic: 5_000_000 }));
      await operation.getByRole('button', { name: 'Run' }).click();
      await operation
        .locator('.answer')
        .getByText(`"input": ${JSON.stringify(text)}`)
        .waitFor();
      expect(await strangeElements(page)).toEqual([]);
    }
    await expectOnlyText(page, '/docs');
  });

  it('with a key that is none is refused in our own words', async () => {
    const page = await town.open('/dashboard', { allowed: [401] });
    await useKey(page, 'assay_nobody');
    await page.getByText('The service does not know this key.').waitFor();
    const ofNobody = await elementCounts(page);
    for (const { text } of HOSTILE) {
      // The refusal of the key before goes first, so that the one below is this key's.
      await page.getByRole('button', { name: 'Forget it' }).click();
      await page.locator('#account:empty').waitFor({ state: 'attached' });
      await useKey(page, text);
      await page.locator('#account').getByText('does not know this key').waitFor();
      expect(await elementCounts(page)).toEqual(ofNobody);
    }
    await expectOnlyText(page, '/dashboard');
  });
});

describe('a wallet', () => {
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script><image href="https://evil.example/"/></svg>';

  it.each([
    ['is a script', 'javascript:alert(1)', 0],
    ['is a page', `data:text/html;base64,${btoa('<script>alert(1)</script>')}`, 0],
    ['is elsewhere', 'https://evil.example/icon.png', 0],
    ['has a script in it', `data:image/svg+xml;base64,${btoa(drawing)}`, 1],
  ])('whose picture %s stays text in its name, its words and its accounts', async (_what, icon, pictures) => {
    const traits = { name: MARKUP, label: MARKUP, complaint: MARKUP, icon };
    const wallet = await openTestWallet(town.rpcUrl, traits);
    wallet.mood = 'broken';
    const page = await town.open('/topup', { width: 'narrow', allowed: [401], prepare: wallet.install });
    await page.getByRole('button', { name: MARKUP, exact: true }).click();
    await page.getByText(`${MARKUP} is connected.`).waitFor();
    expect(await page.locator('#account option').allTextContents()).toEqual([expect.stringContaining(MARKUP)]);
    await page.getByLabel('A key that I have').check();
    await page.getByLabel('API key').fill(MARKUP);
    await page.getByRole('button', { name: 'Prepare the transfer' }).click();
    await page.getByText('This service knows no such key.').waitFor();
    await page.getByLabel('A new key').check();
    await page.getByRole('button', { name: 'Prepare the transfer' }).click();
    await page.getByRole('button', { name: /^Sign and send with/ }).click();
    await page.getByText(`Your wallet said: ${MARKUP}`).waitFor();
    const named = page.locator('#wallets button').filter({ hasText: MARKUP });
    expect(await named.locator('img').count()).toBe(pictures);
    await expectFitting(page);
    await shoot(page, 'hostile-wallet');
    await expectOnlyText(page, '/topup');
  });
});

describe('what text does when it is more than text', () => {
  const noticed = (troubles: readonly string[], what: RegExp) =>
    expect.poll(() => troubles.filter((one) => what.test(one))).not.toEqual([]);

  it('is noticed in a page without a policy', async () => {
    const answer = (text: string) => (context: BrowserContext) =>
      context.route('**/own', (route) =>
        route.fulfill({ contentType: 'text/html', body: `<!doctype html><p>${text}` }),
      );
    const page = await town.open('/own', { prepare: answer('text') });
    const ofText = await elementCounts(page);
    await expectOnlyText(page, '/own');
    const troubles = town.troublesOf(page);
    expect(troubles).toEqual([]);
    await answer(HOSTILE[0]?.text ?? '')(page.context());
    await page.reload();
    await noticed(troubles, /^dialog: 1$/);
    expect(await elementCounts(page)).not.toEqual(ofText);
    expect(await strangeElements(page)).toEqual(['<img src="x" onerror="alert(1)">']);
    await expect(expectOnlyText(page, '/own')).rejects.toThrow();
    await page.route('https://evil.example/', (route) => route.abort());
    await page.evaluate(() => void fetch('https://evil.example/').catch(() => undefined));
    await noticed(troubles, /^request to https:\/\/evil\.example\/$/);
  });

  it.each(PAGES)('is noticed in %s, where nothing of it runs', async (path, there) => {
    const page = await town.open(path);
    await page.locator(there).first().waitFor();
    const troubles = town.troublesOf(page);
    expect(troubles).toEqual([]);
    const handled = page.evaluate(() => document.createElement('img').setAttribute('onerror', 'alert(1)'));
    await expect(handled).rejects.toThrow('TrustedScript');
    await noticed(troubles, /^policy violation: require-trusted-types-for .*onerror\|alert\(1\)/);
    await page.evaluate(() => {
      const picture = document.createElement('img');
      picture.src = 'https://evil.example/';
      document.body.append(picture);
    });
    await noticed(troubles, /^policy violation: img-src https:\/\/evil\.example/);
    expect(await strangeElements(page)).toEqual(['<img src="https://evil.example/">']);
    expect(troubles.filter((one) => one.startsWith('dialog'))).toEqual([]);
  });
});
