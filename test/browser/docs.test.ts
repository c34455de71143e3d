import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectAccessible } from './accessible.ts';
import { type Look, looks, shoot, useBrowsing } from './browsing.ts';

const town = useBrowsing();

async function openDocs(look: Look): Promise<Page> {
  const page = await town.open('/docs', look);
  await page.getByRole('heading', { name: /^Checks / }).waitFor();
  return page;
}

it.each(looks)(
  'is usable by everybody, and runs a check with the key of the sandbox, $width and $theme',
  async (look) => {
    const page = await openDocs(look);
    await expectAccessible(page);
    await shoot(page, `docs-${look.width}-${look.theme}`);
    const check = page.locator('#operations-Checks-checkToken');
    await check.getByRole('button', { expanded: false }).first().click();
    await check.getByRole('button', { name: 'Execute' }).click();
    await check.getByText('"verdict": "LOW_RISK"').first().waitFor();
    await expectAccessible(page);
    await shoot(page, `docs-${look.width}-${look.theme}-answer`);
  },
);

it('opens an operation by its address, and leads to the other pages', async () => {
  const page = await town.open('/docs#/Checks/checkFunder');
  await page.locator('#operations-Checks-checkFunder').getByRole('button', { name: 'Execute' }).waitFor();
  const links = page.getByRole('navigation', { name: 'Pages' });
  expect(await links.getByRole('link', { name: 'REST' }).getAttribute('aria-current')).toBe('page');
  await links.getByRole('link', { name: 'Top up' }).click();
  await page.getByRole('heading', { name: 'Top up' }).waitFor();
});
