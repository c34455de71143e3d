import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectAccessible } from './accessible.ts';
import { type Look, looks, shoot, useBrowsing } from './browsing.ts';

const town = useBrowsing();

async function openDocs(look: Look): Promise<Page> {
  const page = await town.open('/docs', look);
  await page.getByRole('heading', { name: 'Checks' }).waitFor();
  return page;
}

it.each(looks)(
  'is usable by everybody, and runs a check with the key of the sandbox, $width and $theme',
  async (look) => {
    const page = await openDocs(look);
    await expectAccessible(page);
    await shoot(page, `docs-${look.width}-${look.theme}`);
    await expect.poll(() => page.getByLabel('API key').inputValue()).toMatch(/^assay_/);
    const check = page.locator('#checkToken');
    await check.locator('summary').first().click();
    await check.getByRole('button', { name: 'Run' }).click();
    await check.locator('.answer').getByText('"verdict": "LOW_RISK"').first().waitFor();
    await expectAccessible(page);
    await shoot(page, `docs-${look.width}-${look.theme}-answer`);
  },
);

it('sends a body, a query and what was refused as it came', async () => {
  const page = await town.open('/docs', { allowed: [422] });
  const prepare = page.locator('#prepareCredit');
  await prepare.locator('summary').first().click();
  await prepare.getByRole('button', { name: 'Run' }).click();
  await prepare.locator('.answer').getByText('"ticket"').first().waitFor();
  await prepare.locator('textarea').fill('{"payer":"nobody"}');
  await prepare.getByRole('button', { name: 'Run' }).click();
  await prepare.locator('.answer').getByText('422').first().waitFor();
  const trade = page.locator('#checkTrade');
  await trade.locator('summary').first().click();
  await trade.getByLabel('size_sol').fill('0.25');
  await trade.getByRole('button', { name: 'Run' }).click();
  await trade.locator('.answer').getByText('size_sol=0.25').first().waitFor();
  await trade.locator('.answer').getByText('"size_sol": "0.25"').first().waitFor();
});

it('opens an operation and a schema by their addresses, finds one by a word, and leads to the other pages', async () => {
  const page = await town.open('/docs#checkFunder');
  const check = page.locator('#checkFunder');
  await check.getByRole('button', { name: 'Run' }).waitFor();
  await check.getByRole('link', { name: 'FunderAnswer' }).first().click();
  await page.locator('#schema-FunderAnswer').getByText('reason_codes').first().waitFor();
  await page.getByLabel('Search operations').fill('checkable nowhere');
  await expect.poll(() => check.isVisible()).toBe(false);
  const links = page.getByRole('navigation', { name: 'Pages' });
  expect(await links.getByRole('link', { name: 'REST' }).getAttribute('aria-current')).toBe('page');
  await links.getByRole('link', { name: 'Top up' }).click();
  await page.getByRole('heading', { name: 'Top up' }).waitFor();
});
