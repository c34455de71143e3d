import { randomBytes } from 'node:crypto';
import { formatUsdc } from 'assay-core/lib/money.ts';
import { address } from 'assay-core/solana/address.ts';
import { computeBudget, memo, transferChecked } from '#payments/credits/instructions.ts';
import { unsigned } from '#payments/credits/transfer.ts';
import { callHttp, demand, memberAt, mustBe, requiredTextAt, rpc } from './calls.ts';
import {
  type Asset,
  finalized,
  holding,
  makeWallet,
  reached,
  readMintAsset,
  recentBlockhash,
  send,
  tokenAccount,
  type Wallet,
} from './chain.ts';

/** The fixed instructions of the reference client: exact payments of x402 take 3 to 7 instructions and these two come first. */
const UNITS_MAX = 20_000;

const MICROLAMPORTS_PER_UNIT = 1;

/** The address of the demonstration, and the output of its lines: the name of a step and its result. */
export interface DemoStage {
  readonly url: string;
  readonly rpcUrl: string;
  readonly say: (step: string, what: string) => void;
}

/** Atomic USDC, and lamports for the fees of the two transfers that the wallet pays itself. */
const POCKET = 25_000_000n;
const TOPUP = 1_000_000n;
const PASS = 19_000_000n;
const LAMPORTS = 1_000_000_000;
const PASS_CALLS = 2_000;
/** A subject whose verdict is certain, and whose check is therefore charged. */
const VERDICT = 'CEX_FUNDED';

/**
 * Runs all three ways to pay, as a newcomer would. Throws at the first difference, to the last atomic unit; `enter` gets the name
 * of each step before it starts.
 */
export async function runDemo(stage: DemoStage, enter: (step: string) => void): Promise<void> {
  enter('wallet');
  const wallet = makeWallet();
  stage.say('wallet', `${wallet.address}, made for this run`);
  enter('faucet');
  const asset = await fillPocket(stage, wallet);
  enter('top-up');
  const apiKey = await topUp(stage, wallet);
  enter('pass');
  await buyPass(stage, wallet, apiKey);
  const check = `${stage.url}/check/funder/${await subject(stage)}`;
  enter('check on the pass');
  await checkOnPass(stage, check, apiKey);
  enter('check by x402');
  const price = await checkByPayment(stage, check, wallet);
  enter('wallet at the end');
  const left = await holding(stage.rpcUrl, wallet.address, asset);
  mustBe({ left }, { left: POCKET - TOPUP - PASS - price });
  stage.say(
    'wallet',
    `${usdc(left)} left of ${usdc(POCKET)}: ${usdc(TOPUP)}, ${usdc(PASS)} and ${usdc(price)} were paid`,
  );
}

async function fillPocket({ url, rpcUrl, say }: DemoStage, { address: owner }: Wallet): Promise<Asset> {
  const sol = await rpc(rpcUrl, 'requestAirdrop', [owner, LAMPORTS]);
  say('faucet', `1 SOL for fees, ${String(sol)}`);
  const tokens = await rpc(rpcUrl, 'sandbox_airdropUsdc', [owner, POCKET.toString()]);
  say('faucet', `${usdc(POCKET)}, ${String(tokens)}`);
  await reached(rpcUrl, String(tokens), ['confirmed', 'finalized']);
  const asset = await readMintAsset(
    rpcUrl,
    address(requiredTextAt((await demand(`${url}/credits`)).body, 'asset_mint')),
  );
  mustBe({ pocket: await holding(rpcUrl, owner, asset) }, { pocket: POCKET });
  return asset;
}

/** Prepare, sign, send, wait, claim; the key of the new account. */
async function topUp(stage: DemoStage, wallet: Wallet): Promise<string> {
  const { body } = await claim(stage, await transfer(stage, 'top-up', wallet, { amount_atomic: Number(TOPUP) }));
  mustBe(body, { credited_usdc: formatUsdc(TOPUP), balance_usdc: formatUsdc(TOPUP) });
  const apiKey = requiredTextAt(body, 'api_key');
  stage.say('claim', `${usdc(TOPUP)} credited, balance ${usdc(TOPUP)}, key ${apiKey}`);
  return apiKey;
}

async function buyPass(stage: DemoStage, wallet: Wallet, key: string): Promise<void> {
  const paid = await transfer(stage, 'pass', wallet, { amount_atomic: Number(PASS), pass: true });
  const { body } = await claim(stage, { ...paid, key, pass: true });
  mustBe(body, {
    credited_usdc: formatUsdc(PASS),
    'pass.tier': 'traveller',
    'pass.fair_use_calls': PASS_CALLS,
    'pass.fair_use_left': PASS_CALLS,
  });
  await mustOwn(stage, key, PASS_CALLS);
  stage.say(
    'claim',
    `pass traveller with ${PASS_CALLS} calls until ${requiredTextAt(body, 'pass.expires_at')}, same key`,
  );
}

/** One transfer by ticket, from its preparation to its finality. */
async function transfer(
  { url, rpcUrl, say }: DemoStage,
  step: string,
  wallet: Wallet,
  order: { readonly amount_atomic: number; readonly pass?: true },
): Promise<{ readonly signature: string; readonly ticket: string }> {
  const request = { method: 'POST', body: { payer: wallet.address, ...order } } as const;
  const { body } = await demand(`${url}/credits/prepare`, request);
  mustBe(body, { amount_atomic: order.amount_atomic, amount_usdc: formatUsdc(BigInt(order.amount_atomic)) });
  const signed = wallet.sign(requiredTextAt(body, 'transaction'));
  const signature = await send(rpcUrl, signed.transaction);
  mustBe({ signature }, { signature: signed.signature });
  say(step, `${usdc(BigInt(order.amount_atomic))} to ${requiredTextAt(body, 'pay_to')}, ${signature}`);
  const how = await finalized(rpcUrl, signature);
  say(step, how === 'clock moved' ? "final: the sandbox's clock was moved on by 32 slots" : 'final');
  return { signature, ticket: requiredTextAt(body, 'ticket') };
}

async function claim({ url }: DemoStage, body: object): Promise<{ readonly body: unknown }> {
  return await demand(`${url}/credits/claim`, { method: 'POST', body });
}

async function subject({ rpcUrl }: DemoStage): Promise<string> {
  const list = await rpc(rpcUrl, 'sandbox_subjects', []);
  const found = Array.isArray(list) ? list.find((one) => memberAt(one, 'verdict') === VERDICT) : undefined;
  return requiredTextAt(found, 'address');
}

async function checkOnPass(stage: DemoStage, check: string, key: string): Promise<void> {
  const { body } = await demand(check, { headers: { 'X-API-Key': key } });
  mustBe(body, {
    verdict: VERDICT,
    'billing.route': 'pass',
    'billing.charged_usdc': '0.00',
    'billing.pass.calls_left': PASS_CALLS - 1,
  });
  await mustOwn(stage, key, PASS_CALLS - 1);
  stage.say(
    'check',
    `${VERDICT}, on the pass: 0.00 USDC charged, ${PASS_CALLS - 1} calls left, balance ${usdc(TOPUP)}`,
  );
}

/** The balance is untouched by passes, and the pass has this many calls left. */
async function mustOwn({ url }: DemoStage, key: string, callsLeft: number): Promise<void> {
  const { body } = await demand(`${url}/credits/balance`, { headers: { 'X-API-Key': key } });
  mustBe(body, { balance_atomic: TOPUP.toString(), 'passes.0.tier': 'traveller', 'passes.0.fair_use_left': callsLeft });
}

/** Asks without money, pays what the 402 asks for, and asks again with the same payment. The price, atomic. */
async function checkByPayment(stage: DemoStage, check: string, wallet: Wallet): Promise<bigint> {
  const unpaid = await callHttp(check);
  mustBe(unpaid, { status: 402 });
  const required = fromHeader(unpaid.headers, 'payment-required');
  const price = BigInt(requiredTextAt(required, 'accepts.0.amount'));
  const headers = { 'PAYMENT-SIGNATURE': await paymentFor(required, wallet, stage.rpcUrl) };
  const paid = await demand(check, { headers });
  const receipt = fromHeader(paid.headers, 'payment-response');
  mustBe(receipt, { success: true, payer: wallet.address });
  const transaction = requiredTextAt(receipt, 'transaction');
  const charged = formatUsdc(price);
  mustBe(paid.body, { verdict: VERDICT, 'billing.route': 'x402', 'billing.charged_usdc': charged });
  mustBe(paid.body, { 'billing.transaction': transaction });
  await reached(stage.rpcUrl, transaction, ['confirmed', 'finalized']);
  stage.say('check', `${VERDICT}, by x402: ${usdc(price)} charged, ${transaction}`);
  const again = await demand(check, { headers });
  mustBe(again.body, { attestation: requiredTextAt(paid.body, 'attestation'), 'billing.transaction': transaction });
  stage.say('again', 'the same payment got the stored answer; nothing more was charged');
  return price;
}

function usdc(atomic: bigint): string {
  return `${formatUsdc(atomic)} USDC`;
}

/**
 * The `PAYMENT-SIGNATURE` for a `PAYMENT-REQUIRED` header (x402 version 2, scheme `exact` on Solana): the transfer is signed by the
 * wallet, the facilitator's signature as fee payer is left empty, and resource, terms and extensions are echoed unchanged.
 */
export async function paymentFor(required: unknown, wallet: Wallet, rpcUrl: string): Promise<string> {
  const accepted = memberAt(required, 'accepts.0');
  const asset = await readMintAsset(rpcUrl, address(requiredTextAt(accepted, 'asset')));
  const transfer = transferChecked({
    tokenProgram: asset.tokenProgram,
    from: tokenAccount(wallet.address, asset),
    mint: asset.mint,
    to: tokenAccount(address(requiredTextAt(accepted, 'payTo')), asset),
    authority: wallet.address,
    amountAtomic: BigInt(requiredTextAt(accepted, 'amount')),
    decimals: asset.decimals,
  });
  // Two equal payments under one block hash would be one transaction; the memo makes them different.
  const instructions = [
    ...computeBudget(UNITS_MAX, MICROLAMPORTS_PER_UNIT),
    transfer,
    memo(randomBytes(16).toString('hex')),
  ];
  const feePayer = address(requiredTextAt(accepted, 'extra.feePayer'));
  const { transaction } = wallet.sign(unsigned(feePayer, await recentBlockhash(rpcUrl), instructions));
  const { resource, extensions } = required as { readonly resource?: unknown; readonly extensions?: unknown };
  return inHeader({ x402Version: 2, resource, accepted, payload: { transaction }, extensions });
}

/** An object as the headers of x402 carry it. */
function inHeader(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64');
}

/** The object in a header of x402. Throws when the header is missing. */
export function fromHeader(headers: Headers, name: string): unknown {
  const value = headers.get(name);
  if (value === null) throw new Error(`the answer has no header ${name}`);
  return JSON.parse(Buffer.from(value, 'base64').toString('utf8'));
}
