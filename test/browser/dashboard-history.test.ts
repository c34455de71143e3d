import type { Locator, Page, Request } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from './accessible.ts';
import { type Look, printedKey, shoot, useBrowsing } from './browsing.ts';
import { askButton, card, ended, firstSamples, type Sample, saysSo, subjects } from './dashboard-page.ts';

const town = useBrowsing();
let samples: readonly Sample[] = [];
beforeAll(async () => {
  samples = await firstSamples(town);
});

const wordOf = ({ kind, subject }: Pick<Sample, 'kind' | 'subject'>) => `${kind}:${subject}`;
const sampleOf = (kind: Sample['kind'], verdict: string) =>
  samples.find((one) => one.kind === kind && one.verdict === verdict) ?? samples[0]!;
const picks = (page: Page): Locator => page.locator('.pick');
const isFocused = (locator: Locator) => locator.evaluate((element) => element === element.ownerDocument.activeElement);

/** The dashboard, which has the key of the sandbox by itself. */
async function openDashboard(hash = '', look: Look = {}): Promise<Page> {
  const page = await town.open(`/dashboard${hash}`, look);
  await page.getByText('USDC left').waitFor();
  return page;
}

async function ask(page: Page, words: readonly string[]): Promise<void> {
  await subjects(page).fill(words.join('\n'));
  await askButton(page).click();
  await saysSo(page, `${words.length} of ${words.length}`);
  await ended(page);
}

const balanceOf = (page: Page) => page.locator('.balance').innerText();

/** Notes every question that would be charged. */
function charges(page: Page): readonly string[] {
  const asked: string[] = [];
  page.on('request', (request: Request) => {
    if (/\$requests/.test(request.postData() ?? '')) asked.push(request.postData() ?? '');
  });
  return asked;
}

describe('an answer', () => {
  it('is there after a reload, in the list and in the card, without a charge', async () => {
    const page = await openDashboard();
    const [one, two] = [sampleOf('token', 'LOW_RISK'), sampleOf('trade', 'HIGH_COST')];
    await ask(page, [wordOf(one), wordOf(two)]);
    await picks(page).nth(1).click();
    expect(new URL(page.url()).hash).toBe(`#trade:${two.subject}:0.5`);
    const asked = charges(page);
    await page.reload();
    await card(page).getByText('HIGH COST', { exact: true }).waitFor();
    await page.getByRole('region', { name: 'Last 24 hours (UTC)' }).waitFor();
    expect(
      await picks(page)
        .filter({ hasText: one.subject.slice(0, 4) })
        .count(),
    ).toBeGreaterThan(0);
    expect(asked).toEqual([]);
    await expectAccessible(page);
    await shoot(page, 'dashboard-reloaded');
  });

  it('of another browser is read from the service for 24 hours, without a charge', async () => {
    const sample = sampleOf('funder', 'CEX_FUNDED');
    await ask(await openDashboard(), [wordOf(sample)]);
    const other = await openDashboard();
    const asked = charges(other);
    const before = await balanceOf(other);
    await picks(other).filter({ hasText: 'CEX FUNDED' }).first().click();
    await card(other).getByRole('heading', { name: 'Funding path' }).waitFor();
    await card(other).getByText('(stored answer of an earlier call)').waitFor();
    await other.reload();
    await other.getByText('USDC left').waitFor();
    expect([await balanceOf(other), asked]).toEqual([before, []]);
    await expectAccessible(other);
  });

  it('that the service has deleted is offered anew for its price', async () => {
    const sample = sampleOf('funder', 'WALLET_FUNDED');
    await ask(await openDashboard(), [wordOf(sample)]);
    const other = await town.open('/dashboard', {
      prepare: (context) =>
        context.route('**/graphql', async (route) => {
          const response = await route.fetch();
          const body = (await response.text()).replaceAll('"documentKept":true', '"documentKept":false');
          await route.fulfill({ response, body });
        }),
    });
    await picks(other).filter({ hasText: 'WALLET FUNDED' }).first().click();
    await card(other).getByText('The service no longer has this answer').waitFor();
    await card(other).getByRole('button', { name: 'Ask anew, 0.05 USDC' }).waitFor();
  });

  it('is forgotten by this browser when asked', async () => {
    const page = await openDashboard();
    await ask(page, [wordOf(sampleOf('token', 'CRITICAL')), wordOf(sampleOf('token', 'ELEVATED'))]);
    await page.reload();
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['assay.answers']);
    await page.getByRole('button', { name: 'Clear this browser’s list' }).click();
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  });
});

describe('a link', () => {
  it('to an answer that is there shows it, and asks nothing', async () => {
    const sample = sampleOf('token', 'HIGH_RISK');
    await ask(await openDashboard(), [wordOf(sample)]);
    const page = await town.open(`/dashboard#${wordOf(sample)}`);
    const asked = charges(page);
    await card(page).getByText('HIGH RISK', { exact: true }).waitFor();
    await expect.poll(() => isFocused(card(page))).toBe(true);
    await expect.poll(async () => Math.round((await card(page).boundingBox())?.y ?? -1)).toBe(0);
    expect([await subjects(page).inputValue(), await askButton(page).isDisabled()]).toEqual(['', true]);
    expect(asked).toEqual([]);
  });

  it('to several questions fills in those without an answer, and its one button has the focus', async () => {
    const [known, fresh] = [sampleOf('token', 'LOW_RISK'), sampleOf('trade', 'ACCEPTABLE_COST')];
    await ask(await openDashboard(), [wordOf(known)]);
    const page = await town.open(`/dashboard#${wordOf(known)},trade:${fresh.subject}:1.25,trade:${fresh.subject}:2`);
    const asked = charges(page);
    await saysSo(page, '2 checks, 0.04 USDC at most');
    await card(page).getByText('LOW RISK', { exact: true }).waitFor();
    expect(await subjects(page).inputValue()).toBe(`trade:${fresh.subject}:1.25\ntrade:${fresh.subject}:2`);
    await expect.poll(() => isFocused(askButton(page))).toBe(true);
    expect(asked).toEqual([]);
    await page.keyboard.press('Enter');
    await saysSo(page, '2 of 2');
    expect(new URL(page.url()).hash).toBe(`#trade:${fresh.subject}:1.25`);
  });

  it('is copied from each card', async () => {
    const sample = sampleOf('token', 'UNKNOWN');
    const page = await openDashboard();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await ask(page, [wordOf(sample)]);
    await card(page).getByRole('button', { name: 'Copy link' }).click();
    await card(page).getByText(': copied').waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(`${town.service.url}/dashboard#${wordOf(sample)}`);
  });
});

describe('the list', () => {
  it('goes on with older checks of the last 24 hours when asked', async () => {
    await ask(
      await openDashboard(),
      ['CEX_FUNDED', 'WALLET_FUNDED'].map((verdict) => wordOf(sampleOf('funder', verdict))),
    );
    const page = await town.open('/dashboard', {
      prepare: (context) =>
        context.route('**/graphql', async (route) => {
          const body = (route.request().postData() ?? '').replace('checks(first: 100', 'checks(first: 1');
          await route.continue({ postData: body });
        }),
    });
    const more = page.getByRole('button', { name: 'Show older checks' });
    await more.click();
    await picks(page).nth(1).waitFor();
    await picks(page).nth(1).click();
    await card(page).getByText('(stored answer of an earlier call)').waitFor();
  });

  it('is gone through by arrows, Home and End, and the card follows', async () => {
    const page = await openDashboard();
    const all = ['LOW_RISK', 'ELEVATED', 'HIGH_RISK'].map((verdict) => sampleOf('token', verdict));
    await ask(page, all.map(wordOf));
    await picks(page).first().focus();
    const shows = async (verdict: string, at: number) => {
      await card(page).getByText(verdict, { exact: true }).waitFor();
      expect(await isFocused(picks(page).nth(at))).toBe(true);
      expect(await picks(page).nth(at).getAttribute('tabindex')).toBe('0');
    };
    await page.keyboard.press('ArrowDown');
    await shows('ELEVATED', 1);
    await page.keyboard.press('ArrowDown');
    await shows('HIGH RISK', 2);
    await page.keyboard.press('Home');
    await shows('LOW RISK', 0);
    await page.keyboard.press('ArrowUp');
    await shows('LOW RISK', 0);
    await page.keyboard.press('End');
    expect(await isFocused(picks(page).last())).toBe(true);
    expect(await page.locator('.pick[tabindex="0"]').count()).toBe(1);
  });

  it('stays in view beside a long card, and stands above it on a phone', async () => {
    const page = await openDashboard();
    const words = [wordOf(sampleOf('wallet', 'TRUSTED')), wordOf(sampleOf('token', 'LOW_RISK'))];
    await ask(page, words);
    const box = () => page.locator('#list').boundingBox();
    // A card that is not drawn yet leaves the page too short to scroll. At its end the list goes up with the card.
    const scrolled = async () => {
      await page.evaluate(() => scrollTo(0, 600));
      return (await box())?.y;
    };
    await expect.poll(scrolled).toBe(16);
    await page.setViewportSize({ width: 360, height: 800 });
    const [list, beside] = [await box(), await card(page).boundingBox()];
    expect((list?.y ?? 0) + (list?.height ?? 0)).toBeLessThanOrEqual(beside?.y ?? 0);
  });

  it('has names beside addresses, of tokens and of known accounts', async () => {
    const page = await openDashboard();
    await ask(page, [wordOf(sampleOf('token', 'LOW_RISK')), wordOf(sampleOf('funder', 'CEX_FUNDED'))]);
    await picks(page).filter({ hasText: 'Old Oak (OAK)' }).first().waitFor();
    await card(page).getByText('Raydium CPMM vault authority').first().waitFor();
  });
});

describe('the address of a check', () => {
  it.each(['narrow', 'wide'] as const)(
    'opened by a browser asks that one question by one button, %s',
    async (width) => {
      const { subject } = sampleOf('trade', 'ELEVATED_COST');
      const size = width === 'wide' ? '0.7' : '0.8';
      const page = await town.open(`/check/trade/${subject}?size_sol=${size}`, { width });
      await page.getByRole('heading', { name: `Trade check of ${subject.slice(0, 4)}…${subject.slice(-4)}` }).waitFor();
      await expect.poll(() => isFocused(askButton(page))).toBe(true);
      await expectAccessible(page);
      await shoot(page, `check-${width}`);
      await page.keyboard.press('Enter');
      await card(page).getByText('ELEVATED COST', { exact: true }).waitFor();
      expect(page.url()).toBe(`${town.service.url}/check/trade/${subject}?size_sol=${size}`);
      await page.reload();
      await card(page).getByText('ELEVATED COST', { exact: true }).waitFor();
      await expectAccessible(page);
    },
  );

  it('that is malformed says so and lets the person correct it', async () => {
    const { subject } = sampleOf('token', 'LOW_RISK');
    const page = await town.open(`/check/token/${subject}1`, { allowed: [422] });
    await page.getByRole('alert').getByText('This cannot be asked.').waitFor();
    await expectAccessible(page);
    await subjects(page).fill(wordOf({ kind: 'token', subject }));
    await askButton(page).click();
    await card(page).getByText('LOW RISK', { exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/check/token/${subject}`);
  });
});

it('a sample of the sandbox is asked by one click, with a key that nobody had to enter', async () => {
  const page = await openDashboard();
  await page.getByText('This is the key of the sandbox').waitFor();
  expect(await page.getByLabel('Key with credit or a pass').inputValue()).toBe(printedKey(town));
  const title = page.getByRole('heading', { name: 'Samples to try' });
  const sample = page.getByRole('button', { name: /CRITICAL its maker may take or burn/ });
  if (!(await sample.isVisible())) await title.click();
  await sample.click();
  await card(page).getByText('CRITICAL', { exact: true }).waitFor();
});
