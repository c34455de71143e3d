import { Keypair } from '@solana/web3.js';
import type { BrowserContext, Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { rpc } from '../../packages/core/test/sandbox/rpc.ts';
import { expectAccessible } from './accessible.ts';
import { type Look, looks, printedKey, shoot, useBrowsing } from './browsing.ts';
import { askButton, card, subjects } from './dashboard-page.ts';
import { changeAccount, openTestWallet, type TestWallet, type WalletTraits } from './test-wallet.ts';

const town = useBrowsing();
/** A claim that comes before finality, as most do. */
const EARLY = [409];

interface Scene {
  readonly page: Page;
  readonly wallet: TestWallet;
}

/** The signature of a transfer that nobody sent. */
const UNKNOWN_SIGNATURE = '1'.repeat(64);
/** Whether everything that was sent is final. */
let settled = false;

/** Until `settle`, a claim names a transfer that nobody knows: it comes too early, for however long a test looks at the page. */
async function passClaimOn(route: Route): Promise<void> {
  const early = { ...route.request().postDataJSON(), signature: UNKNOWN_SIGNATURE };
  await route.continue(settled ? {} : { postData: JSON.stringify(early) });
}

async function openTopup(look: Look = {}, traits: WalletTraits = {}): Promise<Scene> {
  const wallet = await openTestWallet(town.rpcUrl, traits);
  return { page: await openPage(wallet.install, look), wallet };
}

async function openPage(prepare: (context: BrowserContext) => Promise<void>, look: Look = {}): Promise<Page> {
  settled = false;
  const page = await town.open('/topup', { allowed: EARLY, ...look, prepare });
  await page.context().route('**/credits/claim', passClaimOn);
  return page;
}

const connect = (page: Page) => page.getByRole('button', { name: 'Some wallet', exact: true }).click();
const prepare = (page: Page) => page.getByRole('button', { name: 'Prepare the transfer' }).click();
const sign = (page: Page) => page.getByRole('button', { name: /^Sign and send with/ }).click();
const newKey = (page: Page) => page.locator('.secret').innerText();

/** Makes everything that was sent final. */
async function settle(): Promise<void> {
  await rpc(town.rpcUrl, 'sandbox_advance', [40]);
  settled = true;
}

async function balance(key: string) {
  const response = await fetch(`${town.service.url}/credits/balance`, { headers: { 'X-API-Key': key } });
  return { status: response.status, body: await response.json() };
}

/** The payments that the browser keeps for the page. */
async function stored(page: Page): Promise<readonly string[]> {
  return await page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('assay.payment.')));
}

/** The text of the element that has the focus. */
async function focused(page: Page): Promise<string> {
  return await page.evaluate(() => document.activeElement?.textContent ?? '');
}

describe('a top-up', () => {
  it.each(looks)('goes from an order to a key, $width and $theme', async (look) => {
    const { page, wallet } = await openTopup(look);
    const name = (step: string) => `topup-${look.width}-${look.theme}-${step}`;
    await page.getByRole('button', { name: 'Some wallet' }).waitFor();
    await expectAccessible(page);
    await shoot(page, name('1-order'));
    await connect(page);
    await page.getByLabel('Account').waitFor();
    await prepare(page);
    const review = page.getByRole('region', { name: 'Check and sign' });
    await review.getByText('5.00 USDC').waitFor();
    await expectAccessible(page);
    await shoot(page, name('2-review'));
    await sign(page);
    await page.getByText('waits to be claimed').waitFor();
    await page.getByText('No endpoint knows').waitFor();
    await expectAccessible(page);
    await shoot(page, name('3-waiting'));
    await settle();
    const key = await newKey(page);
    await page.getByText('Balance: 5.00 USDC').waitFor();
    await expectAccessible(page);
    await shoot(page, name('4-key'));
    expect(await balance(key)).toMatchObject({ status: 200, body: { balance_usdc: '5.00', passes: [] } });
    expect(wallet.sent).toHaveLength(1);
    expect(await stored(page)).toHaveLength(1);
    await page.getByRole('button', { name: 'I have kept the key' }).click();
    await expect.poll(() => stored(page)).toEqual([]);
    expect(await page.content()).not.toContain(key);
  });

  it('of an amount of its own credits a key that the person has', async () => {
    const key = printedKey(town);
    const before = Number((await balance(key)).body.balance_usdc);
    const { page } = await openTopup();
    await page.getByText('Own amount').click();
    await page.getByLabel('Amount in USDC').fill('2.5');
    await page.getByLabel('A key that I have').check();
    await page.getByLabel('API key').fill(key);
    await connect(page);
    await prepare(page);
    await page.getByText(`Your key that ends in ${key.slice(-4)}`).waitFor();
    await shoot(page, 'topup-own-key-review');
    await sign(page);
    await page.getByText('waits to be claimed').waitFor();
    await settle();
    await page.getByText('2.50 USDC credited to your key').waitFor();
    await shoot(page, 'topup-own-key-done');
    expect(Number((await balance(key)).body.balance_usdc)).toBeCloseTo(before + 2.5, 6);
    expect(await stored(page)).toEqual([]);
  });
});

describe('a pass', () => {
  it('is bought for its price and shown with its period', async () => {
    const { page } = await openTopup({ width: 'narrow', theme: 'dark' });
    await page.getByText('Traveller pass').click();
    await connect(page);
    await prepare(page);
    await page.locator('#terms').getByText('Traveller pass: 2,000 checks in 30 days').waitFor();
    await shoot(page, 'topup-pass-review');
    await sign(page);
    await page.getByText('waits to be claimed').waitFor();
    await settle();
    const key = await newKey(page);
    await page.getByText('Traveller pass, active: 2,000 checks left').waitFor();
    await shoot(page, 'topup-pass-key');
    expect((await balance(key)).body).toMatchObject({ balance_usdc: '0.00', passes: [{ tier: 'traveller' }] });
  });
});

describe('a person', () => {
  it('who declines in the wallet has paid nothing and may sign after all', async () => {
    const { page, wallet } = await openTopup();
    wallet.mood = 'declining';
    await connect(page);
    await prepare(page);
    await sign(page);
    await page.getByText('You declined in the wallet. Nothing was signed or sent.').waitFor();
    await shoot(page, 'topup-declined');
    expect(await stored(page)).toEqual([]);
    wallet.mood = 'willing';
    await sign(page);
    await page.getByText('waits to be claimed').waitFor();
    await settle();
    await page.getByText('Balance: 5.00 USDC').waitFor();
    expect(wallet.sent).toHaveLength(1);
  });

  it('who clicks twice pays once', async () => {
    const { page, wallet } = await openTopup();
    await connect(page);
    await page.getByRole('button', { name: 'Prepare the transfer' }).dblclick();
    await page.getByRole('button', { name: /^Sign and send with/ }).dblclick();
    await page.getByText('waits to be claimed').waitFor();
    await settle();
    await page.getByText('Balance: 5.00 USDC').waitFor();
    expect([wallet.asked(), wallet.sent.length]).toEqual([1, 1]);
    expect(await page.locator('#payment-list article').count()).toBe(1);
  });

  it('who reloads between sending and claim goes on with the claim', async () => {
    const { page } = await openTopup();
    await connect(page);
    await prepare(page);
    await sign(page);
    await page.getByText('waits to be claimed').waitFor();
    await page.reload();
    await page.getByText('A payment of yours waits to be claimed').waitFor();
    await settle();
    const key = await newKey(page);
    await page.reload();
    expect(await newKey(page)).toBe(key);
    expect((await balance(key)).body.balance_usdc).toBe('5.00');
    await page.getByRole('button', { name: 'I have kept the key' }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Some wallet' }).waitFor();
    // A key that is kept still would be shown only after its balance was read.
    expect(await stored(page)).toEqual([]);
    expect(await page.locator('.secret').count()).toBe(0);
  });

  it('who has the page open twice is credited once, and sees one key', async () => {
    const { page } = await openTopup();
    await connect(page);
    await prepare(page);
    await sign(page);
    await page.getByText('waits to be claimed').waitFor();
    const other = await page.context().newPage();
    await other.goto('/topup');
    await other.getByText('waits to be claimed').waitFor();
    await settle();
    const keys = await Promise.all([newKey(page), newKey(other)]);
    expect(keys[1]).toBe(keys[0]);
    expect((await balance(String(keys[0]))).body.balance_usdc).toBe('5.00');
  });

  it('who claims a credited payment again is informed, and is not credited twice', async () => {
    const { page, wallet } = await openTopup({ width: 'narrow' });
    await connect(page);
    await prepare(page);
    await sign(page);
    await page.getByText('waits to be claimed').waitFor();
    const ticket = await page.locator('#payment-list pre').textContent();
    await settle();
    const key = await newKey(page);
    await page.getByText('Balance: 5.00 USDC').waitFor();
    await page.getByRole('button', { name: 'I have kept the key' }).click();
    await page.getByText('Without a browser wallet').click();
    await page.getByLabel('Ticket').fill(String(ticket));
    await page.getByLabel('Signature of the transaction').fill(String(wallet.sent[0]));
    await expectAccessible(page);
    await shoot(page, 'topup-by-hand');
    await page.getByRole('button', { name: 'Claim', exact: true }).click();
    await page.getByText('nothing was credited again').waitFor();
    await shoot(page, 'topup-repeated');
    expect((await balance(key)).body.balance_usdc).toBe('5.00');
    expect(await stored(page)).toEqual([]);
  });

  it('who gives a wrong signature sees what differs, and the ticket stays', async () => {
    const { page, wallet } = await openTopup();
    wallet.mood = 'broken';
    await connect(page);
    await prepare(page);
    await sign(page);
    await page.getByText('Your wallet said: Internal error').waitFor();
    await expectAccessible(page);
    await shoot(page, 'topup-unclear');
    await settle();
    const address = wallet.keypair.publicKey.toBase58();
    const [other] = await rpc<{ signature: string }[]>(town.rpcUrl, 'getSignaturesForAddress', [address]);
    await page.locator('#payment-list input').fill('abc');
    await page.locator('#payment-list').getByRole('button', { name: 'Claim' }).click();
    await page.getByText('That is no signature of a transaction').waitFor();
    await page.locator('#payment-list input').fill(String(other?.signature));
    await page.locator('#payment-list').getByRole('button', { name: 'Claim' }).click();
    await page.getByText('does not carry the memo of this ticket').waitFor();
    await shoot(page, 'topup-mismatch');
    await expectAccessible(page);
    expect(await stored(page)).toHaveLength(1);
    page.once('dialog', (dialog) => void dialog.accept());
    await page.getByRole('button', { name: 'Forget it' }).click();
    await expect.poll(() => stored(page)).toEqual([]);
  });

  it('whose wallet broke after sending claims with the signature from the wallet', async () => {
    const { page, wallet } = await openTopup();
    wallet.mood = 'broken after sending';
    await connect(page);
    await prepare(page);
    await sign(page);
    await page.getByText('Your wallet said: The connection was lost').waitFor();
    await page.reload();
    await page.getByText('A payment of yours may wait to be claimed').waitFor();
    await settle();
    await page.locator('#payment-list input').fill(String(wallet.sent[0]));
    await page.locator('#payment-list').getByRole('button', { name: 'Claim' }).click();
    await page.getByText('Balance: 5.00 USDC').waitFor();
  });

  it('who names an unknown key or a wrong amount sees the error before anything is prepared', async () => {
    const { page, wallet } = await openTopup({ allowed: [401] });
    await connect(page);
    await page.getByText('Own amount').click();
    await page.getByLabel('Amount in USDC').fill('0.10');
    await prepare(page);
    await page.getByText('The smallest top-up is 0.50 USDC.').waitFor();
    await page.getByLabel('Amount in USDC').fill('0.50');
    await page.getByLabel('A key that I have').check();
    await page.getByLabel('API key').fill('assay_nobody');
    await prepare(page);
    await page.getByText('This service knows no such key.').waitFor();
    await expectAccessible(page);
    await shoot(page, 'topup-unknown-key');
    expect(await page.getByRole('region', { name: 'Check and sign' }).count()).toBe(0);
    expect(wallet.asked()).toBe(0);
  });

  it('who comes back without the key that was to be credited is asked for it', async () => {
    const key = printedKey(town);
    const before = Number((await balance(key)).body.balance_usdc);
    const { page } = await openTopup({ allowed: [401, 409] });
    await page.getByLabel('A key that I have').check();
    await page.getByLabel('API key').fill(key);
    await connect(page);
    await prepare(page);
    await sign(page);
    await page.getByText('waits to be claimed').waitFor();
    await page.evaluate(() => sessionStorage.clear());
    await page.reload();
    await page.getByText(`It was to be added to the key that ends in ${key.slice(-4)}.`).waitFor();
    await expectAccessible(page);
    await shoot(page, 'topup-which-key');
    await settle();
    const payment = page.locator('#payment-list');
    await payment.getByLabel('API key').fill('assay_nobody');
    await payment.getByRole('button', { name: 'Add to this key' }).click();
    await page.getByText('No account has the key').waitFor();
    await payment.getByLabel('API key').fill(key);
    await payment.getByRole('button', { name: 'Add to this key' }).click();
    await page.getByText('5.00 USDC credited to your key').waitFor();
    expect(Number((await balance(key)).body.balance_usdc)).toBeCloseTo(before + 5, 6);
  });

  it('is not asked to sign what was not ordered', async () => {
    const { page, wallet } = await openTopup();
    let change: (body: Record<string, unknown>) => object = (body) => body;
    await page.route('**/credits/prepare', async (route) => {
      const response = await route.fetch({ postData: { ...route.request().postDataJSON(), amount_atomic: 6_000_000 } });
      await route.fulfill({ response, json: change(await response.json()) });
    });
    await connect(page);
    await prepare(page);
    await page.getByText('The service prepared another transfer than was ordered.').waitFor();
    change = (body) => ({ ...body, amount_usdc: '5.00' });
    await prepare(page);
    await page.getByText('is not what was asked for: it moves another amount').waitFor();
    await shoot(page, 'topup-refused-transfer');
    expect(wallet.asked()).toBe(0);
    expect(await page.getByRole('region', { name: 'Check and sign' }).count()).toBe(0);
  });

  it('who uses the keyboard alone gets there too', async () => {
    const { page } = await openTopup();
    await page.getByRole('button', { name: 'Some wallet' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Some wallet is connected.').waitFor();
    await page.getByRole('button', { name: 'Prepare the transfer' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Check and sign' }).waitFor();
    expect(await focused(page)).toBe('Check and sign');
    await page.getByRole('button', { name: /^Sign and send with/ }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('waits to be claimed').waitFor();
    expect(await focused(page)).toBe('A payment of yours waits to be claimed');
    await settle();
    await page.getByText('Balance: 5.00 USDC').waitFor();
    expect(await focused(page)).toBe('5.00 USDC credited: your new API key');
  });

  it('who waits too long signs nothing and prepares anew', async () => {
    const wallet = await openTestWallet(town.rpcUrl);
    const install = async (context: BrowserContext) => {
      await context.clock.install();
      await wallet.install(context);
    };
    const page = await openPage(install);
    await connect(page);
    await prepare(page);
    await page.getByText(/^Sign within \d+ s\.$/).waitFor();
    await page.clock.fastForward(70_000);
    await page.getByText('This transfer has expired. Nothing was paid').waitFor();
    expect(await page.getByRole('button', { name: /^Sign and send with/ }).isDisabled()).toBe(true);
    await shoot(page, 'topup-expired');
    await page.getByRole('button', { name: 'Prepare anew' }).click();
    await page.getByText(/^Sign within \d+ s\.$/).waitFor();
    await sign(page);
    await page.getByText('waits to be claimed').waitFor();
    await settle();
    await page.getByText('Balance: 5.00 USDC').waitFor();
    expect(wallet.asked()).toBe(1);
  });

  it('whose connection breaks after sending is credited when it is back', async () => {
    const { page } = await openTopup({ allowed: [409, 0] });
    await connect(page);
    await prepare(page);
    await page.getByRole('region', { name: 'Check and sign' }).waitFor();
    await page.context().setOffline(true);
    await sign(page);
    await page.getByText('The service did not answer. Check your connection.').waitFor();
    await settle();
    await page.context().setOffline(false);
    await page.getByText('Balance: 5.00 USDC').waitFor();
  });

  it('uses the new key in the dashboard', async () => {
    const { page } = await openTopup();
    await connect(page);
    await prepare(page);
    await sign(page);
    await page.getByText('waits to be claimed').waitFor();
    await settle();
    const key = await newKey(page);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as a file' }).click();
    expect((await saved).suggestedFilename()).toBe(`assay-key-${key.slice(-4)}.txt`);
    await page.getByRole('button', { name: 'Use it in the dashboard' }).click();
    await subjects(page).waitFor();
    expect(await page.evaluate(() => [sessionStorage.getItem('assay.key'), localStorage.getItem('assay.key')])).toEqual(
      [key, null],
    );
  });
});

describe('a wallet', () => {
  it('that changes its account takes the transfer of the other one away, as a change of the order does', async () => {
    const { page, wallet } = await openTopup({}, { second: Keypair.generate() });
    await connect(page);
    await prepare(page);
    await page.getByRole('region', { name: 'Check and sign' }).waitFor();
    await page.getByText('20.00 USDC').click();
    await page.getByRole('region', { name: 'Check and sign' }).waitFor({ state: 'hidden' });
    await prepare(page);
    await page.locator('#terms').getByText('20.00 USDC').waitFor();
    await changeAccount(page, 'second');
    await page.getByRole('region', { name: 'Check and sign' }).waitFor({ state: 'hidden' });
    await changeAccount(page, 'none');
    await page.getByText('Some wallet disconnected.').waitFor();
    expect(await page.getByRole('button', { name: 'Prepare the transfer' }).isDisabled()).toBe(true);
    expect(wallet.asked()).toBe(0);
  });

  it('that only signs leaves the sending to the person, and the claim goes on', async () => {
    const { page } = await openTopup({ width: 'narrow', theme: 'dark' }, { signsOnly: true });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await connect(page);
    await page.getByText('It signs only: you send the transaction yourself.').waitFor();
    await prepare(page);
    await page.getByRole('button', { name: 'Sign with Some wallet' }).click();
    await page.getByText('Signed, but not sent.').waitFor();
    await expectAccessible(page);
    await shoot(page, 'topup-signs-only');
    // The button says so for a moment only: whoever begins to look after the click may come too late.
    const copy = page.getByRole('button', { name: 'Copy the signed transaction' });
    await Promise.all([page.getByText('Copied').waitFor(), copy.click()]);
    const signed = await page.evaluate(() => navigator.clipboard.readText());
    await rpc(town.rpcUrl, 'sendTransaction', [signed, { encoding: 'base64' }]);
    await settle();
    await page.getByText('Balance: 5.00 USDC').waitFor();
  });

  it('that cannot pay on Solana is named with the reason', async () => {
    const { page } = await openTopup({}, { withoutSolana: true });
    await page.getByText('Some wallet signs no Solana transactions for pages.').waitFor();
    expect(await page.getByRole('button', { name: 'Some wallet' }).count()).toBe(0);
  });

  it('is not needed: without one the page says how to pay', async () => {
    const prepare = (context: BrowserContext) =>
      context.route('**/test-wallet.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
    const page = await town.open('/topup', { width: 'narrow', prepare });
    await page.getByText('No wallet of this browser can pay here.').waitFor();
    await expectAccessible(page);
    await shoot(page, 'topup-no-wallet');
    await page.getByRole('link', { name: 'without a browser wallet' }).click();
    await page.getByText('1 USDC is 1000000 atomic units').waitFor();
    await expectAccessible(page);
    await shoot(page, 'topup-no-wallet-open');
  });
});

describe('the wallet of the sandbox', () => {
  async function buy(page: Page, offer: string): Promise<string> {
    await page.getByText(offer).click();
    await page.getByRole('button', { name: 'Test wallet' }).click();
    await page.getByText('Test wallet is connected.').waitFor();
    await prepare(page);
    await page.getByRole('button', { name: 'Sign and send with Test wallet' }).click();
    // By the sandbox's own clock, which nobody moves on.
    return await newKey(page);
  }

  it.each(looks)('buys credit that pays for a check in the dashboard, $width and $theme', async (look) => {
    const page = await town.open('/topup', { ...look, allowed: EARLY });
    await page.getByText('Try it with test money.').waitFor();
    await page.getByRole('button', { name: 'Test wallet' }).waitFor();
    await expectAccessible(page);
    await shoot(page, `topup-${look.width}-${look.theme}-test-wallet`);
    const key = await buy(page, '1.00 USDC');
    await page.getByText('Balance: 1.00 USDC').waitFor();
    await page.getByRole('button', { name: 'Use it in the dashboard' }).click();
    await subjects(page).fill('token:A2ahDjuMECTdCZhVrNuabndeYJG42Ljg8jUhWq68GUnb');
    await askButton(page).click();
    await card(page).getByText('Low risk').first().waitFor();
    await shoot(page, `topup-${look.width}-${look.theme}-asked`);
    await expect.poll(async () => (await balance(key)).body.balance_usdc).toBe('0.98');
  });

  it('buys a pass, whose key pays for a check', async () => {
    const page = await town.open('/topup', { allowed: EARLY });
    const key = await buy(page, 'Traveller pass');
    await page.getByText('Traveller pass, active: 2,000 checks left').waitFor();
    const path = '/check/token/A2ahDjuMECTdCZhVrNuabndeYJG42Ljg8jUhWq68GUnb';
    const answer = await fetch(`${town.service.url}${path}`, { headers: { 'X-API-Key': key } });
    expect(await answer.json()).toMatchObject({ billing: { route: 'pass', charged_usdc: '0.00' } });
  });

  it('says what is missing where the browser makes no such keys', async () => {
    const prepare = (context: BrowserContext) =>
      context.addInitScript(() => {
        const refuse = () => Promise.reject(new DOMException('Unrecognized name.', 'NotSupportedError'));
        // The empty page before the first one has no such thing.
        Object.assign(crypto.subtle ?? {}, { generateKey: refuse });
      });
    const page = await town.open('/topup', { prepare });
    await page.getByRole('button', { name: 'Test wallet' }).click();
    await page.getByText('Test wallet: this browser makes no Ed25519 keys for this page.').waitFor();
    expect(await page.getByRole('button', { name: 'Prepare the transfer' }).isDisabled()).toBe(true);
  });
});

describe('the policy of the page', () => {
  it('allows nothing inline and nothing of others', async () => {
    const policy = (await fetch(`${town.service.url}/topup`)).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
  });
});
