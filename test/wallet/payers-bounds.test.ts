import type { SignaturePage } from 'assay-core/chain/chain-reader.ts';
import { loadLabels } from 'assay-core/chain/labels/label-table.ts';
import { knownPrograms } from 'assay-core/derive/effects/effect-scene.ts';
import { gatherWallet } from 'assay-core/facts/wallet/evidence.ts';
import { missing } from 'assay-core/lib/reading.ts';
import type { Address, Signature } from 'assay-core/solana/address.ts';
import { expect, it } from 'vitest';
import { strategyOf } from '../../labs/evaluation/bought/report.ts';
import { playRecord } from '../../labs/evaluation/bought/strategies.ts';
import { chanceOf } from '../../packages/core/test/support/chance.ts';
import { noMarket } from '../../packages/core/test/support/no-market.ts';

const day = 86_400;
const options = {
  programs: knownPrograms(loadLabels(), []),
  bounds: {
    windowSeconds: 90 * day,
    signaturesMax: 3_000,
    signaturesWithBodiesMax: 20_000,
    tokenSignaturesMax: 1_500,
  },
  market: noMarket,
  store: null,
  secret: 'bounds',
};

/** Payers of a record that were funded over two hops, read by a check that may make `callsMax` calls for it. */
async function payersWithin(callsMax: number) {
  const { subject, reader } = playRecord(strategyOf('payers funded over two hops'), chanceOf('bounds', 'x'), 'bounds');
  let calls = 0;
  const isOver = () => {
    calls += 1;
    return calls > callsMax;
  };
  const [signatures, transaction] = [reader.signatures.bind(reader), reader.transaction.bind(reader)];
  reader.signatures = async (of: Address, page?: SignaturePage) =>
    isOver() ? missing('signatures', 'limit_reached') : signatures(of, page);
  reader.transaction = async (signature: Signature) =>
    isOver() ? missing('transaction', 'limit_reached') : transaction(signature);
  const { payers } = await gatherWallet(subject, reader, options);
  return { payers, calls };
}

it('leaves no payer unlinked where the calls of the check run out: it is a gap', async () => {
  const whole = await payersWithin(Number.POSITIVE_INFINITY);
  if (!whole.payers.known || !whole.payers.value) throw new Error('nobody was asked');
  expect(whole.payers.value.payers.every(({ link }) => link !== null)).toBe(true);
  for (const part of [0.7, 0.8, 0.9, 0.95, 0.98, 0.99]) {
    const { payers } = await payersWithin(Math.floor(whole.calls * part));
    expect(payers).toMatchObject({ known: false, gap: { cause: 'limit_reached' } });
  }
});
