import type { Wallet, WalletAccount } from '@wallet-standard/base';
import { describe, expect, it } from 'vitest';
import { toBase58 } from './wallet-bytes.ts';
import { isDeclined, payingWallet, walletChain, wordsOf } from './wallet-standard.ts';

const DEVNET = 'solana:devnet';
const account = (address: string, change: Partial<WalletAccount> = {}): WalletAccount => ({
  address,
  publicKey: new Uint8Array(32),
  chains: [DEVNET],
  features: ['solana:signAndSendTransaction', 'solana:signTransaction'],
  ...change,
});
const signature = new Uint8Array(64).fill(7);
const sender = { signAndSendTransaction: async () => [{ signature }] };
const signer = { signTransaction: async () => [{ signedTransaction: new Uint8Array([1, ...signature, 0]) }] };
const connect = { connect: async () => ({ accounts: [] }) };

function wallet(features: Record<string, unknown>, change: Partial<Wallet> = {}): Wallet {
  return {
    version: '1.0.0',
    name: 'Some wallet',
    icon: 'data:image/png;base64,AAAA',
    chains: ['solana:mainnet', DEVNET],
    accounts: [account('one'), account('two', { chains: ['solana:mainnet'] }), account('three', { features: [] })],
    features: { 'standard:connect': connect, ...features } as Wallet['features'],
    ...change,
  };
}

function able(found: ReturnType<typeof payingWallet>) {
  if (typeof found === 'string') throw new Error(found);
  return found;
}

describe('a wallet', () => {
  it('that sends is asked for the signature of what it sent', async () => {
    const found = able(
      payingWallet(wallet({ 'solana:signAndSendTransaction': sender, 'solana:signTransaction': signer }), DEVNET),
    );
    expect([found.sends, found.accounts()]).toEqual([true, [{ address: 'one', label: null }]]);
    expect(await found.pay('one', new Uint8Array())).toEqual({ signature: toBase58(signature), unsent: null });
  });

  it('that signs only gives the signed transaction, whose name is its signature', async () => {
    const found = able(payingWallet(wallet({ 'solana:signTransaction': signer }), DEVNET));
    const { signature: name, unsent } = await found.pay('one', new Uint8Array());
    expect([found.sends, name, unsent?.length]).toEqual([false, toBase58(signature), 66]);
  });

  it('pays only from an account that it offers for this chain at that moment', async () => {
    const found = able(payingWallet(wallet({ 'solana:signAndSendTransaction': sender }), DEVNET));
    for (const address of ['two', 'three', 'four']) {
      await expect(found.pay(address, new Uint8Array())).rejects.toThrow('does not offer that account');
    }
  });

  it('that answers without a signature has not paid', async () => {
    const silent = { signAndSendTransaction: async () => [] };
    const found = able(payingWallet(wallet({ 'solana:signAndSendTransaction': silent }), DEVNET));
    await expect(found.pay('one', new Uint8Array())).rejects.toThrow('without a signature');
  });

  it.each([
    ['signs no Solana transactions for pages', wallet({})],
    ['has no accounts on solana:devnet', wallet({ 'solana:signTransaction': signer }, { chains: ['solana:mainnet'] })],
    ['cannot be connected to a page', wallet({ 'standard:connect': undefined, 'solana:signTransaction': signer })],
    [
      'signs no transactions of version 0',
      wallet({ 'solana:signTransaction': { ...signer, supportedTransactionVersions: ['legacy'] } }),
    ],
  ])('that %s is distinguished from one that can pay', (why, one) => {
    expect(payingWallet(one, DEVNET)).toBe(why);
  });

  it('shows a picture of its own only where it brings the picture along', () => {
    const icon = (url: string) =>
      able(payingWallet(wallet({ 'solana:signTransaction': signer }, { icon: url as Wallet['icon'] }), DEVNET)).icon;
    expect(icon('data:image/svg+xml;base64,AAAA')).toBe('data:image/svg+xml;base64,AAAA');
    expect([icon('https://elsewhere.example/a.png'), icon('data:text/html;base64,AAAA')]).toEqual([null, null]);
  });
});

describe('a network', () => {
  it('has the name that wallets know', () => {
    expect(walletChain('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')).toBe('solana:mainnet');
    expect(walletChain('solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1')).toBe(DEVNET);
    expect(walletChain('solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z')).toBe('solana:testnet');
    expect(walletChain('solana:11111111111111111111111111111111')).toBeNull();
  });
});

describe('a refusal', () => {
  it('is the word of the person only where it says so', () => {
    const declined = [
      Object.assign(new Error('x'), { code: 4001 }),
      new Error('User rejected the request.'),
      new Error('The request was declined by the user'),
      { message: 'User cancelled' },
    ];
    expect(declined.map(isDeclined)).toEqual([true, true, true, true]);
    const others = [new Error('The endpoint rejected the transaction'), new Error(''), 'no', null, undefined, 4001];
    expect(others.map(isDeclined)).toEqual(others.map(() => false));
  });

  it('has the words of the wallet', () => {
    expect([wordsOf(new Error('Broken')), wordsOf('odd'), wordsOf(new Error(''))]).toEqual([
      'Broken',
      'odd',
      'The wallet gave no reason.',
    ]);
  });
});
