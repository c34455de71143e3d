import { expect, it } from 'vitest';
import { useBrowsing } from '../browser/browsing.ts';

const town = useBrowsing();

/** A person without a terminal: only what they see on the pages, by its role and name. */
it('a person asks a first check, understands the verdict, finds it again and passes it on', async () => {
  const page = await town.open('/');
  await page.getByRole('navigation').getByRole('link', { name: 'Dashboard' }).click();

  // Nobody gave them a key, and the page says so.
  await page.getByText('This is the key of the sandbox, filled in for you.').waitFor();
  await page.getByRole('status').filter({ hasText: 'USDC left' }).waitFor();

  await page.getByRole('heading', { name: 'Samples to try' }).waitFor();
  await page.getByRole('button', { name: /^CRITICAL .*its maker may take or burn the tokens of every holder/ }).click();

  const answer = page.getByRole('article', { name: 'The chosen answer' });
  await answer.getByText(/makes a total loss possible at the will of one key/).waitFor();
  await answer.getByRole('heading', { name: 'Why' }).waitFor();
  await answer
    .getByText(/\bmay move or burn\b|\btake or burn\b|permanent delegate/i)
    .first()
    .waitFor();

  await page.reload();
  await answer.getByText(/makes a total loss possible at the will of one key/).waitFor();

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await answer.getByRole('button', { name: 'Copy link' }).click();
  await answer.getByText(/copied/).waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());

  // Somebody else opens it: the answer that is already there is shown, and nothing is charged.
  const other = await town.open(new URL(link).pathname + new URL(link).hash);
  const same = other.getByRole('article', { name: 'The chosen answer' });
  await same.getByText(/makes a total loss possible at the will of one key/).waitFor();
  await same.getByText('(stored answer of an earlier call)').waitFor();
  expect(await other.getByRole('status').filter({ hasText: '4.98 USDC left' }).count()).toBe(1);
});
