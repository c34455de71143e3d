import { historyMethods } from 'assay-sandbox/rpc/history.ts';
import { loadLabels } from '#chain/labels/label-table.ts';
import { effectOf } from '#derive/effects/effect.ts';
import { knownPrograms } from '#derive/effects/effect-scene.ts';
import { currenciesOf } from '#derive/sources/stable-coins.ts';
import { keepBook } from '#facts/wallet/book/book.ts';
import type { Book } from '#rules/wallet/evidence/book.ts';
import { address, parseSignature } from '#solana/address.ts';
import { decodeTransaction } from '#solana/decode/transaction.ts';
import type { Life } from './life.ts';
import { moneyCoins } from './stage/coins.ts';

const programs = knownPrograms(loadLabels(), []);

/** The book of a wallet since `from` straight from the generated transactions, in their true order. */
export function bookOf(life: Life, from: number, now: number): Book {
  const { getTransaction } = historyMethods(life.stage.chain);
  const stableMints = moneyCoins.map(({ mint }) => mint);
  const effects = life.entries.flatMap(({ signature, time }) => {
    const parsed = parseSignature(signature);
    if (time < from || !parsed || !getTransaction) return [];
    const options = { encoding: 'json', commitment: 'finalized', maxSupportedTransactionVersion: 1 };
    const body = decodeTransaction(getTransaction([signature, options]), parsed);
    if (!body.known) throw new Error(`${signature}: ${JSON.stringify(body.gap)}`);
    const effect = effectOf(body.value, address(life.actor.address), {
      ...programs,
      stableMints,
      schedule: life.stage.chain.schedule,
    });
    if (!effect.known) throw new Error(`${signature}: ${JSON.stringify(effect.gap)}`);
    return [effect.value];
  });
  return keepBook({ effects, now, stableCoins: currenciesOf(stableMints), mints: [] });
}
