import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { until } from '../support/until.ts';
import { shoot, useBrowsing } from './browsing.ts';

const town = useBrowsing();

async function openGraphiql(): Promise<Page> {
  const page = await town.open('/graphql');
  await page.getByRole('button', { name: /^Execute query/ }).waitFor();
  return page;
}

it('runs an operation, knows the schema and loads nothing from elsewhere or against its policy', async () => {
  const page = await openGraphiql();
  await page.getByRole('button', { name: 'Catalogue', exact: true }).click();
  // GraphiQL learns a moment after a tab is chosen which operation it holds. Until then it answers that it cannot infer one.
  await until(async () => {
    await page.getByRole('button', { name: /^Execute query/ }).click();
    await page
      .locator('.graphiql-response')
      .getByText(/"priceUsdc"|Cannot\sinfer/)
      .first()
      .waitFor();
    return await page.locator('.graphiql-response').getByText('"priceUsdc"').first().isVisible();
  });
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
      .filter(({ name }) => /\/graphiql\/(?:app|start|styles)-/.test(name))
      .map(({ transferSize, decodedBodySize }) => ({ transferSize, isWhole: decodedBodySize > 0 })),
  );
  expect(sizes).toEqual(Array.from({ length: 3 }, () => ({ transferSize: 0, isWhole: true })));
});
