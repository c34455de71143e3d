import { runFailure } from 'assay-core/chain/loaders/simulate-and-send.ts';
import { type Address, address, addressBytes, derivedAddress } from 'assay-core/solana/address.ts';
import { associatedAccount } from 'assay-core/solana/token/programs.ts';
import { hookListAddress, readHookList } from 'assay-core/solana/token/transfer-hook.ts';
import { resolveHookList } from 'assay-core/solana/token/transfer-hook-accounts.ts';
import { type TransferInstruction, transferTransaction } from 'assay-core/solana/token/transfer-transaction.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { LocalChain } from '#chain/local-chain.ts';
import { decodeSigned } from '#chain/wire.ts';
import { GATE_CLOSED, HOOK_PROGRAM, installHookProgram } from '#program/install.ts';
import { Cast } from '#world/actors.ts';
import { merchantWallet } from '#world/market/accounts.ts';
import { coinMintAccount, coinOf, coinTokens, type Powers } from '#world/market/coin.ts';
import { gateAccounts } from '#world/market/settings.ts';
import { hookListBytes, seed, wanted } from '../../core/test/support/trade-hooks.ts';

const SOL = 1_000_000_000n;
const cast = new Cast('hooked transfers');
const [holder, buyer] = ['holder', 'buyer'].map((name) => address(cast.person(name).address)) as [Address, Address];

let chain: LocalChain;
beforeEach(() => {
  chain = new LocalChain({ anchorMs: Date.UTC(2026, 0, 1), startedMs: Date.now(), finalitySlots: 0, seed: 'hooked' });
  installHookProgram(chain);
  put(merchantWallet(holder, SOL));
});

function put(account: ReturnType<typeof merchantWallet>): void {
  chain.setGenesisAccount(account.address, { ...account, executable: false });
}

/** A transfer of a coin whose gate is open or closed. */
function transferOf(isOpen: boolean, powers: Powers = {}): TransferInstruction {
  const coin = coinOf(cast, 'gated', { hook: HOOK_PROGRAM, ...powers });
  for (const account of [
    coinMintAccount(coin, 1_000n),
    coinTokens(coin, holder, 1_000n),
    coinTokens(coin, buyer, 0n),
    ...gateAccounts(coin.mint, isOpen),
  ])
    put(account);
  const [source, destination] = [holder, buyer].map((owner) => associatedAccount(owner, coin.mint, coin.program));
  const transfer = {
    mint: coin.mint,
    source: source!,
    destination: destination!,
    authority: holder,
    amount: 7n,
    tokenProgram: coin.program,
    decimals: coin.decimals,
    hookProgram: HOOK_PROGRAM,
  };
  return { ...transfer, extras: extrasOf(transfer) };
}

/** What the list on the chain comes to. */
function extrasOf(transfer: Omit<TransferInstruction, 'extras'>) {
  const dataOf = (of: Address) => chain.account(of, 'processed')?.data ?? null;
  const list = readHookList(dataOf(hookListAddress(transfer.mint, HOOK_PROGRAM))!);
  const resolved = resolveHookList(list!, { ...transfer, hookProgram: HOOK_PROGRAM }, dataOf);
  if (resolved.is !== 'resolved') throw new Error(JSON.stringify(resolved));
  return resolved.accounts;
}

function run(transfer: TransferInstruction) {
  const text = transferTransaction(transfer);
  const trial = chain.simulate(decodeSigned(Buffer.from(text!, 'base64')), false);
  return trial.error === null ? 'passed' : runFailure(trial.error, trial.logs);
}

describe('the token program of the chain', () => {
  test('finds the accounts of the hook where they were found here, and calls it', () => {
    const open = transferOf(true);
    expect(run(open)).toBe('passed');
    expect(open.extras).toHaveLength(3);
    expect(run(transferOf(false))).toEqual({
      name: 'Custom',
      custom: GATE_CLOSED,
      programs: [HOOK_PROGRAM, open.tokenProgram],
    });
  });

  test('misses each account that is left out, before it calls the hook', () => {
    const open = transferOf(true);
    // The last one is the holder, which the transfer names anyway.
    for (const index of [0, 1]) {
      const extras = open.extras!.filter((_, at) => at !== index);
      expect(run({ ...open, extras })).toMatchObject({ programs: [open.tokenProgram] });
    }
    expect(run({ ...open, extras: extrasOf({ ...open, amount: 8n }) })).toMatchObject({
      programs: [open.tokenProgram],
    });
  });

  test('finds what rests on accounts before it, under other programs and with the right to write', () => {
    const open = transferOf(true);
    const other = derivedAddress([addressBytes(open.mint), Buffer.from('other')], HOOK_PROGRAM);
    put({ address: other, owner: HOOK_PROGRAM, lamports: SOL, data: addressBytes(buyer) });
    const gate = wanted.own([seed.literal('gate'), seed.key(1)]);
    const list = hookListBytes([
      gate,
      wanted.own([seed.key(1), seed.literal('other')], true),
      wanted.inAccount(6, 0),
      wanted.of(7, [seed.key(6), seed.data(6, 0, 16), seed.data(1, 36, 8)]),
      wanted.fixed(open.source, true),
    ]);
    put({ address: hookListAddress(open.mint, HOOK_PROGRAM), owner: HOOK_PROGRAM, lamports: SOL, data: list });
    const extras = extrasOf(open);
    expect(extras.map(({ writable }) => writable)).toEqual([false, true, false, false, false]);
    expect(run({ ...open, extras })).toBe('passed');
  });

  test('calls a hook without a list with the accounts of the transfer alone', () => {
    const open = transferOf(true);
    expect(run({ ...open, extras: null })).toMatchObject({
      name: 'NotEnoughAccountKeys',
      programs: [HOOK_PROGRAM, open.tokenProgram],
    });
  });

  test('fails with its own number where transfers are paused, or a side is frozen', () => {
    const paused = transferOf(true, { paused: true });
    expect(run(paused)).toEqual({ name: 'Custom', custom: 67, programs: [paused.tokenProgram] });
    const open = transferOf(true);
    const vault = chain.account(open.destination, 'processed')!;
    const data = Buffer.from(vault.data);
    data[108] = 2;
    chain.setGenesisAccount(open.destination, { ...vault, data });
    expect(run(open)).toEqual({ name: 'Custom', custom: 17, programs: [open.tokenProgram] });
    const bound = transferOf(true, { nonTransferable: true });
    expect(run(bound)).toEqual({ name: 'Custom', custom: 37, programs: [bound.tokenProgram] });
  });

  test('is not reached by a payer without lamports', () => {
    const open = transferOf(true);
    put({ ...merchantWallet(holder, 1n) });
    expect(run(open)).toMatchObject({ custom: null, programs: [] });
    expect(['InsufficientFundsForFee', 'InsufficientFundsForRent']).toContain((run(open) as { name: string }).name);
  });
});
