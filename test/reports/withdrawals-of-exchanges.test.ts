import { gatherFunder } from 'assay-core/facts/funder/evidence.ts';
import { judgeFunder } from 'assay-core/rules/funder/verdict.ts';
import { type Address, address, SYSTEM_PROGRAM } from 'assay-core/solana/address.ts';
import { decodeTransaction } from 'assay-core/solana/decode/transaction.ts';
import { describe, expect, it } from 'vitest';
import { bodyOf, le, type Made, named, signatureNamed } from '../../packages/core/test/fixtures/transaction-body.ts';
import { exchangeLabel, labelsOf } from '../../packages/core/test/support/funder-evidence.ts';
import { MemoryChain } from '../../packages/core/test/support/transactions.ts';

/*
 * How exchanges pay out. Wallets took such withdrawals for something else: https://github.com/trezor/trezor-suite/pull/10513 (a durable
 * nonce is advanced first) and https://github.com/wormhole-foundation/wormhole-explorer/issues/1142 (who pays the fee is not who sends).
 */

const [W, exchange, sponsor, nonce] = ['w', 'exchange', 'sponsor', 'nonce'].map(named) as [
  Address,
  Address,
  Address,
  Address,
];
const RECENT_BLOCKHASHES = address('SysvarRecentB1ockHashes11111111111111111111');
const [PAID, RICH] = [500_000_000, 9_000_000_000];
const send = (from: Address, to: Address, lamports: number) => ({
  program: SYSTEM_PROGRAM,
  accounts: [from, to],
  data: [...le(2, 4), ...le(lamports, 8)],
});
const advance = { program: SYSTEM_PROGRAM, accounts: [nonce, RECENT_BLOCKHASHES, exchange], data: le(4, 4) };
const spent: Made = {
  name: 'spent',
  slot: 200,
  payer: W,
  instructions: [send(W, named('shop'), 100_000)],
  balances: new Map([
    [W, [PAID, PAID - 105_000]],
    [named('shop'), [RICH, RICH + 100_000]],
  ]),
};

async function judged(paid: Made, signers = 1) {
  const [first, second] = [bodyOf({ name: 'paid', slot: 100, ...paid }), bodyOf(spent)];
  first.transaction.message.header.numRequiredSignatures = signers;
  if (signers > 1) first.transaction.signatures.push(signatureNamed('another'));
  const read = [first, second].map((body, n) => decodeTransaction(body, signatureNamed(n === 0 ? 'paid' : 'spent')));
  const transactions = read.map((one) => (one.known ? one.value : expect.unreachable(JSON.stringify(one.gap))));
  const evidence = await gatherFunder(W, new MemoryChain(transactions), { labels: labelsOf(exchangeLabel(exchange)) });
  return judgeFunder(evidence);
}

describe('a withdrawal from an exchange', () => {
  it('that advances a durable nonce first is one from the exchange', async () => {
    const paid: Made = {
      payer: exchange,
      instructions: [advance, send(exchange, W, PAID)],
      balances: new Map([
        [exchange, [RICH, RICH - PAID - 5_000]],
        [W, [0, PAID]],
        [nonce, [1_447_680, 1_447_680]],
      ]),
    };
    expect(await judged(paid)).toMatchObject({ verdict: 'CEX_FUNDED' });
  });

  it('whose fee somebody else pays is one from the exchange, and one that the exchange only pays the fee of is not', async () => {
    const by = (from: Address, payer: Address): Made => ({
      payer,
      instructions: [send(from, W, PAID)],
      balances: new Map([
        [payer, [RICH, RICH - 5_000]],
        [from, [RICH, RICH - PAID]],
        [W, [0, PAID]],
      ]),
    });
    expect(await judged(by(exchange, sponsor), 2)).toMatchObject({ verdict: 'CEX_FUNDED' });
    expect(await judged(by(sponsor, exchange), 2)).not.toMatchObject({ verdict: 'CEX_FUNDED' });
  });
});
