import type { BrowserContext, Page, Request } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { funderExample, tokenExample } from '../../src/pages/answer-examples.ts';
import { expectAccessible } from './accessible.ts';
import { type Look, looks, printedKey, shoot, useBrowsing } from './browsing.ts';
import {
  askButton,
  card,
  ended,
  firstSamples,
  useKey as giveKey,
  type Sample,
  saysSo,
  subjects,
} from './dashboard-page.ts';

const town = useBrowsing();
const KINDS = ['wallet', 'token', 'trade', 'funder'] as const;

/** One subject of the sandbox for each verdict of each kind. */
let chosen: readonly Sample[] = [];
const samples = (): readonly Sample[] => chosen;
beforeAll(async () => {
  chosen = await firstSamples(town);
});

/** A sandbox that gives nobody a key, as a service with a real chain does. */
const keyless = (context: BrowserContext) =>
  context.route('**/sandbox', (route) => route.fulfill({ json: { sandbox: true, api_key: null, samples: [] } }));

async function openDashboard(look: Look = {}, hash = ''): Promise<Page> {
  const page = await town.open(`/dashboard${hash}`, look);
  await page.getByText('0.10').first().waitFor();
  return page;
}

const useKey = (page: Page, key = printedKey(town)) => giveKey(page, key);

/** A batch as the service would answer it: an event for each document, and `complete` unless it is cut off. */
function events(documents: readonly object[], isWhole = true): string {
  const billing = { route: 'CREDIT', chargedUsdc: '0.02', balanceUsdc: '1.00', replayed: false, pass: null };
  const told = documents.map((document, at) => {
    const result = { __typename: 'TokenCheck', document, retryAfterSeconds: null, billing };
    return `event: next\ndata: ${JSON.stringify({ data: { checks: { indexes: [at], result } } })}\n\n`;
  });
  return `:\n\n${told.join('')}${isWhole ? 'event: complete\ndata:\n\n' : ''}`;
}

const isStream = (request: Request) => request.headers().accept === 'text/event-stream';
/** The checks of a batch by their subjects: each is of a token. */
const requestsIn = (request: Request): readonly { subject: string }[] =>
  request.postDataJSON().variables.requests.map(({ token }: { token: { mint: string } }) => ({ subject: token.mint }));

/** Answers streams in place of the service; everything else goes to it. */
async function answerStreams(
  page: Page,
  answer: (request: Request) => { status?: number; type?: string; body: string },
) {
  await page.route('**/graphql', async (route) => {
    if (!isStream(route.request())) return await route.continue();
    const { status = 200, type = 'text/event-stream', body } = answer(route.request());
    return await route.fulfill({ status, contentType: type, body });
  });
}

describe('the dashboard', () => {
  it.each(looks)('answers a check of each kind with what the verdict rests on, $width and $theme', async (look) => {
    const page = await openDashboard(look);
    const name = (what: string) => `dashboard-${what}-${look.width}-${look.theme}`;
    await expectAccessible(page);
    await shoot(page, name('empty'));
    await useKey(page);
    await page.getByText('USDC left').waitFor();
    await subjects(page).fill(
      KINDS.map((kind) => `${kind}:${samples().find((one) => one.kind === kind)?.subject}`).join('\n'),
    );
    await saysSo(page, '4 checks, 0.19 USDC at most');
    await askButton(page).click();
    await saysSo(page, '4 of 4');
    await ended(page);
    for (const [at, kind] of KINDS.entries()) {
      await page.locator('.pick').nth(at).click();
      await card(page)
        .getByRole('heading', { name: `${kind} check` })
        .waitFor();
      await expectAccessible(page);
      await shoot(page, name(kind));
    }
  });

  it('fills a table with every sample as its answer comes, and says each verdict in words', async () => {
    const page = await openDashboard();
    await useKey(page);
    const all = samples();
    await subjects(page).fill(all.map(({ kind, subject }) => `${kind}:${subject}`).join('\n'));
    await askButton(page).click();
    await saysSo(page, `${all.length} of ${all.length}`);
    await ended(page);
    const shown = await page.getByRole('region', { name: 'Asked now' }).locator('.verdict').allInnerTexts();
    expect(shown).toEqual(all.map(({ verdict }) => verdict.replace(/_/g, ' ')));
    await shoot(page, 'dashboard-all');
    await expectAccessible(page);
  });

  it.each([
    ['wallet', 'TRUSTED', 'Realized profit over time'],
    ['token', 'LOW_RISK', 'Largest holders'],
    ['trade', 'ELEVATED_COST', 'Cost of a round trip by size'],
    ['funder', 'CEX_FUNDED', 'Funding path'],
  ])('opens the card of a single %s check by itself, with its picture', async (kind, verdict, picture) => {
    const { subject } = samples().find((sample) => sample.kind === kind && sample.verdict === verdict)!;
    const page = await openDashboard();
    await useKey(page);
    // A link would show the answer that another test has paid for.
    await subjects(page).fill(`${kind}:${subject}`);
    await askButton(page).click();
    await card(page).getByText(verdict.replace(/_/g, ' '), { exact: true }).waitFor();
    await card(page).getByRole('heading', { name: picture }).waitFor();
    expect(await card(page).locator('a[href*="solscan"]').count()).toBe(0);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download signed answer' }).click();
    expect((await saved).suggestedFilename()).toBe(`assay-${kind}-${subject}.json`);
    await expectAccessible(page);
  });
});

describe('before anything is paid', () => {
  it('an address of the page fills the form in and asks nothing', async () => {
    const subject = samples()[0]?.subject;
    const page = await openDashboard();
    await useKey(page);
    await page.getByText('USDC left').waitFor();
    const asked: string[] = [];
    page.on('request', (request) => {
      if (isStream(request) || /\$requests/.test(request.postData() ?? '')) asked.push(request.url());
    });
    await page.goto(`/dashboard#trade:${subject}:2`);
    await page.reload();
    await saysSo(page, '1 check, 0.02 USDC at most');
    expect(await subjects(page).inputValue()).toBe(`trade:${subject}:2`);
    // The button takes the focus once the account is read, which may be after the price is shown.
    await expect.poll(() => askButton(page).evaluate((element) => element === document.activeElement)).toBe(true);
    expect(asked).toEqual([]);
  });

  it('says what is wrong with a line, and asks for none of them', async () => {
    const page = await openDashboard();
    await useKey(page);
    await subjects(page).fill('abc\n0OIl');
    await saysSo(page, 'Line 1: “abc” is no address: an address is base58 of 32 bytes, and this has 3.');
    await saysSo(page, 'Line 2: “0OIl” has “0”');
    expect(await askButton(page).isDisabled()).toBe(true);
    await expectAccessible(page);
  });

  it('says that a key is needed', async () => {
    const page = await openDashboard({ prepare: keyless }, `#token:${samples()[0]?.subject}`);
    await saysSo(page, 'Enter a key to ask.');
    expect(await askButton(page).isDisabled()).toBe(true);
  });
});

describe('the key', () => {
  it('stays in the tab unless it shall be remembered, and is forgotten when asked', async () => {
    const page = await openDashboard({ prepare: keyless });
    const key = printedKey(town);
    const kept = () => page.evaluate(() => [...Object.values(sessionStorage), ...Object.values(localStorage)].length);
    const inBrowser = () => page.evaluate(() => Object.values(localStorage));
    await useKey(page);
    await page.getByText('USDC left').waitFor();
    expect([await kept(), await inBrowser()]).toEqual([1, []]);
    await page.getByLabel('Remember in this browser').check();
    expect(await inBrowser()).toEqual([key]);
    expect(page.url()).not.toContain(key);
    await page.getByRole('button', { name: 'Forget it' }).click();
    expect(await kept()).toBe(0);
  });

  it('that nobody knows is shown in words', async () => {
    const page = await openDashboard({ allowed: [401, 402] }, `#token:${samples()[0]?.subject}`);
    await useKey(page, 'assay_nobody');
    await page.getByText('The service does not know this key.').waitFor();
    await askButton(page).click();
    await page.getByRole('alert').getByText('The service does not know this key.').waitFor();
    await page.getByText('Ask again for the missing one, 0.02 USDC').waitFor();
  });
});

describe('a batch that goes wrong', () => {
  const two = () => samples().slice(0, 2);
  const asText = () =>
    two()
      .map(({ subject }) => `token:${subject}`)
      .join('\n');

  it('keeps what came when the connection is cut, and asks for the rest only', async () => {
    const page = await openDashboard();
    await useKey(page);
    const asked: (readonly { subject: string }[])[] = [];
    await answerStreams(page, (request) => {
      asked.push(requestsIn(request));
      const first = requestsIn(request)[0];
      return { body: events([{ ...tokenExample, subject: first?.subject }], asked.length > 1) };
    });
    await subjects(page).fill(asText());
    await askButton(page).click();
    await page.getByRole('alert').getByText('The connection was cut.').waitFor();
    await saysSo(page, '1 of 2');
    await page.getByRole('button', { name: 'Ask again for the missing one, 0.02 USDC' }).click();
    await saysSo(page, '2 of 2');
    expect(asked.map((requests) => requests.map(({ subject }) => subject))).toEqual([
      two().map(({ subject }) => subject),
      [two()[1]?.subject],
    ]);
  });

  it('is asked for in one piece where a stream does not get through', async () => {
    const page = await openDashboard({ allowed: [406] });
    await useKey(page);
    await answerStreams(page, () => ({ status: 406, type: 'text/html', body: '<p>no streams here</p>' }));
    await subjects(page).fill(asText());
    await askButton(page).click();
    await saysSo(page, '2 of 2');
  });

  it('leads to the page to top up when the balance is too small', async () => {
    const page = await openDashboard({ allowed: [402] });
    await useKey(page);
    const body = JSON.stringify({ errors: [{ message: 'x', extensions: { code: 'INSUFFICIENT_BALANCE' } }] });
    await answerStreams(page, () => ({ status: 402, type: 'application/json', body }));
    await subjects(page).fill(asText());
    await askButton(page).click();
    const alert = page.getByRole('alert');
    await alert.getByText('The balance is too small.').waitFor();
    expect(await alert.getByRole('link', { name: 'Top up' }).getAttribute('href')).toBe('/topup');
  });

  it('can be stopped, and says what did not come', async () => {
    const page = await openDashboard();
    await useKey(page);
    await page.route('**/graphql', async (route) => {
      if (!isStream(route.request())) await route.continue();
    });
    await subjects(page).fill(asText());
    await askButton(page).click();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('not answered').first().waitFor();
    await page.getByRole('button', { name: 'Ask again for the missing 2, 0.04 USDC' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('reads the balance when it was stopped, and again when the service has let go of what it held', async () => {
    const page = await openDashboard();
    await useKey(page);
    await page.getByText('USDC left').waitFor();
    let [reads, see] = [0, (): void => undefined];
    const seen = new Promise<void>((resolve) => {
      see = resolve;
    });
    // The page reads so often and no more: a later balance waits until the test has seen the first.
    await page.route('**/graphql', async (route) => {
      if (isStream(route.request())) return;
      reads += 1;
      const isFirst = reads === 1;
      if (!isFirst) await seen;
      const account = {
        balanceUsdc: isFirst ? '4.96' : '5.00',
        passes: [],
        entries: { edges: [] },
        checks: { pageInfo: { hasNextPage: false, endCursor: null }, edges: [] },
      };
      await route.fulfill({ contentType: 'application/json', body: JSON.stringify({ data: { account } }) });
    });
    await subjects(page).fill(asText());
    await askButton(page).click();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.locator('.balance', { hasText: '4.96' }).waitFor();
    see();
    await page.locator('.balance', { hasText: '5.00' }).waitFor();
  });

  it('tells in the words of the service that too many answers were free, and when to come back', async () => {
    const page = await openDashboard({ allowed: [429] });
    await useKey(page);
    const detail = 'More than ten answers within an hour were free.';
    const body = JSON.stringify({ code: 'too_many_free_answers', detail, retry_after_seconds: 600 });
    await answerStreams(page, () => ({ status: 429, type: 'application/problem+json', body }));
    await subjects(page).fill(asText());
    await askButton(page).click();
    await page.getByRole('alert').getByText(`${detail} Try again in 10 min.`).waitFor();
  });

  it('shows the price of asking again for a card with a gap', async () => {
    const page = await openDashboard();
    await useKey(page);
    const gaps = [{ reading: 'holders', cause: 'deadline', retryable: true }];
    await answerStreams(page, () => ({ body: events([{ ...tokenExample, gaps }]) }));
    await subjects(page).fill(asText().split('\n')[0] ?? '');
    await askButton(page).click();
    await card(page).getByRole('button', { name: 'Ask again, 0.02 USDC' }).waitFor();
  });
});

describe('words of strangers', () => {
  it('stay words, whatever they hold, and addresses of public chains lead to an explorer', async () => {
    const page = await openDashboard({ width: 'narrow' });
    await useKey(page);
    const name = '<img src=x onerror="document.title=1">\u202egnp.exe';
    const symbol = 'W'.repeat(300);
    const metrics = { ...tokenExample.metrics, name, symbol };
    const document = {
      ...tokenExample,
      metrics,
      reason_codes: ['A_VERY_LONG_CODE_THAT_GOES_ON_AND_ON_WITHOUT_AN_END'],
    };
    await answerStreams(page, () => ({ body: events([document, { ...funderExample }]) }));
    await subjects(page).fill(`token:${tokenExample.subject}\nfunder:${funderExample.subject}`);
    await askButton(page).click();
    await saysSo(page, '2 of 2');
    await card(page).getByText(name).waitFor();
    expect(await page.locator('article img').count()).toBe(0);
    expect(await page.title()).toBe('Assay: dashboard');
    const url = `https://solscan.io/token/${tokenExample.subject}`;
    expect(await card(page).getByRole('link', { name: tokenExample.subject }).getAttribute('href')).toBe(url);
    await expectAccessible(page);
    await shoot(page, 'dashboard-hostile');
  });
});

describe('the keyboard', () => {
  it('is enough to ask and to read', async () => {
    const page = await openDashboard();
    await useKey(page);
    await page.getByText('USDC left').waitFor();
    await subjects(page).fill(
      samples()
        .slice(0, 2)
        .map(({ kind, subject }) => `${kind}:${subject}`)
        .join('\n'),
    );
    await page.keyboard.press('Control+Enter');
    await saysSo(page, '2 of 2');
    await ended(page);
    await page.locator('.pick').first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const second = page.locator('.pick').nth(1);
    expect(await second.getAttribute('aria-current')).toBe('true');
    expect(await second.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
    await card(page)
      .getByText(samples()[1]?.subject ?? '')
      .first()
      .waitFor();
    const outline = await second.evaluate((element) => getComputedStyle(element).outlineStyle);
    expect(outline).toBe('solid');
  });
});
