import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadLabels } from 'assay-core/chain/labels/label-table.ts';
import { currenciesOf, stableMintsWith } from 'assay-core/derive/sources/stable-coins.ts';
import { address } from 'assay-core/solana/address.ts';
import { describe, expect, it } from 'vitest';
import { effectWorld } from '../../../packages/core/test/support/effect-world.ts';
import {
  bookIn,
  decoded,
  effectOn,
  wrongBalances,
  wrongBook,
  wrongChange,
  wrongRises,
} from '../../../packages/core/test/wallet/conservation/laws.ts';
import { balancesIn, ownersIn } from '../../../packages/core/test/wallet/conservation/raw.ts';
import { COLLECTED, collected, hasCollected, type ManifestEntry } from '../../replay/collected.ts';

const USDC = address('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v');
const stableMints = stableMintsWith(USDC);
const stableCoins = currenciesOf(stableMints);

// biome-ignore lint/suspicious/noExplicitAny: it is whatever was recorded.
type Body = any;

/** Bodies with what they are called in a failure: recorded ones of mainnet, and made-up ones after public reports. */
function bodies(): readonly (readonly [string, Body])[] {
  const recorded = collected<ManifestEntry[]>('transactions/MANIFEST.json').map(({ file }) => {
    const body = collected<Body>(`transactions/${file}`);
    // Some were cut out of a block, which names the slot only once.
    return [file, { ...body, slot: body.slot ?? 1 }] as const;
  });
  return [...recorded, ...reported().flatMap(({ name, bodies }) => bodies.map((body) => [name, body] as const))];
}

interface Reported {
  readonly name: string;
  readonly wallet: string | null;
  readonly bodies: readonly Body[];
}

const REPORTS = [
  'hop-leftover',
  'inner-instructions-repeated',
  'order-filled-by-other-signer',
  'order-settled-by-owner',
  'rent-taken-in-transaction',
];

function reported(): readonly Reported[] {
  return REPORTS.filter((name) => existsSync(join(COLLECTED, `reports/${name}.json`))).flatMap((name) => {
    const { wallet = null, bodies, cases } = collected<Body>(`reports/${name}.json`);
    return (cases ?? [{ bodies }]).map((one: Body) => ({ name, wallet, bodies: one.bodies }));
  });
}

describe.runIf(hasCollected)('in collected transactions and those of reports', () => {
  const world = effectWorld(loadLabels(), stableMints);

  it('no lamport is made or lost, and each owner changes by what its accounts changed by, in its effect and its book', () => {
    let [transactions, effects] = [0, 0];
    const wrong: string[] = [];
    for (const [name, body] of bodies()) {
      const transaction = decoded(body, body.transaction.signatures[0]);
      if (!transaction) continue;
      transactions += 1;
      const raw = balancesIn(body);
      const found = [...wrongBalances(raw, transaction)];
      for (const owner of ownersIn(raw)) {
        const effect = effectOn(transaction, owner, world);
        if (!effect) continue;
        effects += 1;
        const all = [{ raw, effect }];
        const book = bookIn(all, stableCoins);
        found.push(...wrongChange(raw, effect, owner), ...wrongRises(raw, effect));
        found.push(...wrongBook(book, all, owner, stableCoins));
      }
      wrong.push(...found.map((line) => `${name}: ${line}`));
    }
    expect(wrong).toEqual([]);
    expect([transactions >= 509, effects > 1_500]).toEqual([true, true]);
  });

  it('the books of whole histories come to what the wallet has more or less', () => {
    for (const { name, wallet, bodies } of reported()) {
      if (wallet === null) continue;
      const all = bodies.flatMap((body) => {
        const transaction = decoded(body, body.transaction.signatures[0]);
        const effect = transaction && effectOn(transaction, wallet, world);
        return effect ? [{ raw: balancesIn(body), effect }] : [];
      });
      expect([name, all.length]).toEqual([name, bodies.length]);
      expect(wrongBook(bookIn(all, stableCoins), all, wallet, stableCoins)).toEqual([]);
    }
  });
});
