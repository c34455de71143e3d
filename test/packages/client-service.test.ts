import { generateKeyPairSigner } from '@solana/kit';
import { Keypair, VersionedTransaction } from '@solana/web3.js';
import { AssayError, createClient, type Wallet } from 'assay-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rpc } from '../../packages/core/test/sandbox/rpc.ts';
import { openService, type Service } from '../support/service.ts';

interface Sample {
  readonly kind: string;
  readonly verdict: string;
  readonly address: string;
}

let service: Service;
let apiKey: string;
let samples: readonly Sample[];
let rpcUrl: string;

beforeAll(async () => {
  service = await openService();
  apiKey = String(/assay_\S+/.exec(service.output())?.[0]);
  const about = await (await fetch(service.url)).json();
  rpcUrl = about.sandbox_rpc.url;
  samples = await rpc<Sample[]>(rpcUrl, 'sandbox_subjects');
});
afterAll(() => service?.end());

function sample(kind: string, verdict: string): string {
  const found = samples.find((one) => one.kind === kind && one.verdict === verdict);
  if (!found) throw new Error(`the sandbox has no ${kind} that is ${verdict}`);
  return found.address;
}

/** A new wallet of each sort with one USDC of the sandbox and no SOL. */
const wallets: Readonly<Record<string, () => Promise<Wallet>>> = {
  'a signer of @solana/kit': async () => funded(await generateKeyPairSigner()),
  'a Keypair of @solana/web3.js': async () => funded(Keypair.generate()),
  'a wallet that signs bytes': async () => {
    const keypair = Keypair.generate();
    return await funded({
      address: keypair.publicKey.toBase58(),
      signTransaction: async (bytes) => {
        const transaction = VersionedTransaction.deserialize(bytes);
        transaction.sign([keypair]);
        return transaction.serialize();
      },
    });
  },
};

async function funded<W extends Wallet>(wallet: W): Promise<W> {
  const address = 'publicKey' in wallet ? wallet.publicKey.toBase58() : wallet.address;
  await rpc(rpcUrl, 'sandbox_airdropUsdc', [address, '1000000']);
  await rpc(rpcUrl, 'sandbox_advance', [2]);
  return wallet;
}

describe('the client against the service', () => {
  it('asks every kind from a key, and verifies what it gets', async () => {
    const assay = createClient({ url: service.url, apiKey });
    const before = Number((await assay.balance()).balance_usdc);
    const answers = [
      await assay.wallet(sample('wallet', 'TRUSTED')),
      await assay.token(sample('token', 'LOW_RISK')),
      await assay.trade(sample('trade', 'ACCEPTABLE_COST'), { sizeSol: '0.1' }),
      await assay.funder(sample('funder', 'CEX_FUNDED')),
    ] as const;
    expect(answers.map(({ verdict, verified }) => [verdict, verified])).toEqual(
      ['TRUSTED', 'LOW_RISK', 'ACCEPTABLE_COST', 'CEX_FUNDED'].map((verdict) => [verdict, true]),
    );
    expect((before - Number((await assay.balance()).balance_usdc)).toFixed(2)).toBe('0.19');
    expect((await assay.reason('LP_BURNED')).meaning).toContain('burned');
  });

  it('asks many on one bill, each verified, and says which failed', async () => {
    const assay = createClient({ url: service.url, apiKey });
    const [token, none] = await assay.checks([
      { kind: 'token', subject: sample('token', 'CRITICAL') },
      { kind: 'wallet', subject: 'nobody' },
    ]);
    expect(token).toMatchObject({ verdict: 'CRITICAL', billing: { route: 'credit', charged_usdc: '0.02' } });
    expect([token instanceof AssayError || token.verified, none]).toEqual([true, expect.any(AssayError)]);
    expect(none).toMatchObject({ code: 'invalid_request' });
  });

  it('runs a document of the caller', async () => {
    const assay = createClient({ url: service.url, apiKey });
    const { prices } = await assay.graphql<{ prices: { kind: string }[] }>('{ prices { kind } }');
    expect(prices).toHaveLength(4);
    await expect(assay.graphql('{ nope }')).rejects.toMatchObject({ name: 'AssayError', problem: { errors: [{}] } });
  });

  it('guards a trade: allows it, reduces it to what a second check proves, or blocks it', async () => {
    const assay = createClient({ url: service.url, apiKey });
    const mint = sample('token', 'LOW_RISK');
    const one = await assay.guard({ mint, sizeSol: '0.5', budgetBps: 300 });
    expect(one).toMatchObject({ decision: 'allow', sizeSol: '0.5', reasons: [], chargedUsdc: '0.04', sandbox: true });
    const large = await assay.guard({ mint, sizeSol: '50', budgetBps: 300 });
    expect(large).toMatchObject({ decision: 'reduce', chargedUsdc: '0.06', reasons: [{ code: 'OVER_BUDGET' }] });
    expect(large.checks.at(-1)).toMatchObject({ kind: 'trade', metrics: { size_sol: large.sizeSol } });
    const bad = await assay.guard({ mint: sample('token', 'CRITICAL'), budgetBps: 300 });
    expect([bad.decision, bad.sizeSol, bad.reasons.length > 0]).toEqual(['block', undefined, true]);
    const other = await assay.guard({ mint, deployer: sample('funder', 'CEX_FUNDED'), budgetBps: 300 });
    expect(other).toMatchObject({ decision: 'block', reasons: [{ code: 'CONTRADICTION', kind: 'funder' }] });
    const nobody = await createClient({ url: 'http://127.0.0.1:1' }).guard({ mint, budgetBps: 300 });
    expect(nobody).toMatchObject({ decision: 'block', chargedUsdc: '0.00' });
  });

  it.each(Object.keys(wallets))('pays from %s exactly the price, alone and for many', async (name) => {
    const wallet = await wallets[name]?.();
    if (!wallet) throw new Error('no wallet');
    const assay = createClient({ url: service.url, wallet });
    const subject = sample('token', 'LOW_RISK');
    const answer = await assay.token(subject);
    expect(answer).toMatchObject({ verdict: 'LOW_RISK', billing: { route: 'x402', charged_usdc: '0.02' } });
    expect(answer.verified).toBe(true);
    const batch = await assay.checks([
      { kind: 'token', subject },
      { kind: 'funder', subject: sample('funder', 'CEX_FUNDED') },
    ]);
    const bills = batch.map((one) => (one instanceof AssayError ? one.code : one.billing.charged_usdc));
    expect(bills).toEqual(['0.02', '0.05']);
  });

  it('refuses without a key or a wallet, and says how to go on', async () => {
    const refusal = createClient({ url: service.url }).token(sample('token', 'LOW_RISK'));
    await expect(refusal).rejects.toMatchObject({ code: 'payment_required', status: 402, hint: { method: 'GET' } });
    const unknown = createClient({ url: service.url, apiKey: 'assay_nope', wallet: await funded(Keypair.generate()) });
    await expect(unknown.token(sample('token', 'LOW_RISK'))).rejects.toMatchObject({ code: 'api_key_unknown' });
  });
});
