/**
 * A token calls itself by the address of a known mint, whole or as wallets shorten it, so that who compares addresses takes the one for the
 * other. What spells no known mint accuses nobody, and neither does a token that spells its own address.
 * Copies that bear what people compare: https://github.com/trustwallet/wallet-core/issues/4661
 */

import { indexNames, listedNames, resemblance } from 'assay-core/rules/token/names/listed-names.ts';
import type { Address } from 'assay-core/solana/address.ts';
import { curveMintAccount } from 'assay-sandbox/pools/pump-curve.ts';
import { metaplexAccount } from 'assay-sandbox/world/market/metaplex.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TokenWorld, tokenMethods, tokenWorld } from '../../packages/core/test/support/token-worlds.ts';
import { key } from '../../packages/core/test/support/transactions.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { openTokens, type TokenAsking } from '../support/token-service.ts';

const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const BONK = 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263';
const MAKER = key('maker of copies');

function world(subject: string, name: string, symbol: string): TokenWorld {
  const mint = key(subject);
  const naming = { name, symbol, uri: '' };
  const metadata = metaplexAccount({ mint, naming, updateAuthority: MAKER, mutable: false, standard: 2 });
  return tokenWorld(curveMintAccount({ mint, supply: 10n ** 15n }), { beside: [metadata] });
}

/** Texts that fit into a name (32 bytes) and a symbol (10 bytes), with the mint that they spell. */
const served = [
  ['a symbol that begins it', 'Great Coin', USDC.slice(0, 10), USDC],
  ['a name that begins it', BONK.slice(0, 32), 'GREAT', BONK],
  ['a shortened name', 'EPjF…Dt1v', 'GREAT', USDC],
  ['name and symbol together', 'EPjFW', 'dd5Auf', USDC],
  ['a common beginning', 'EPjF', 'EPJF', null],
  ['an address that is nobody’s', key('nobody').slice(0, 32), key('nobody').slice(0, 10), null],
  ['its own address', key('its own address').slice(0, 32), key('its own address').slice(0, 10), null],
] as const;

let database: TestDatabase;
let asking: TokenAsking & { close(): Promise<void> };

beforeAll(async () => {
  database = await openTestDatabase();
  const worlds = served.map(([subject, name, symbol]) => world(subject, name, symbol));
  asking = await openTokens(database, [tokenMethods(...worlds)]);
}, 600_000);

afterAll(async () => {
  await asking?.close();
  await database?.stop();
});

describe('a token check over REST', () => {
  it.each(served)('says which mint is spelled by %s', async (subject, _name, _symbol, spelled) => {
    const { body } = await asking.ask(key(subject));
    const reasons = body.reasons as readonly { code: string; severity: string; evidence: Record<string, unknown> }[];
    const copied = reasons.filter(({ code }) => code === 'IMPERSONATES_CANONICAL');
    expect(copied.map(({ severity, evidence }) => [severity, evidence.canonical_mint, evidence.looks_alike])).toEqual(
      spelled === null ? [] : [['high', spelled, 'address']],
    );
    expect(body.verdict).toBe(spelled === null ? 'LOW_RISK' : 'HIGH_RISK');
  });
});

describe('a text that spells an address', () => {
  const spelledBy = (name: string, symbol = 'GREAT', subject: Address = key('a copy')) => {
    const found = resemblance(listedNames(), subject, { name, symbol });
    return found?.by === 'address' ? found.of.mint : null;
  };

  it.each([
    USDC,
    USDC.toLowerCase(),
    USDC.toUpperCase(),
    `CA: ${USDC}`,
    `USDC${USDC}`,
    `$${USDC.slice(0, 8)}`,
    'EPjFWdd5 Aufq SSqe',
    'E.P.j.F.W.d.d.5.A.u.f.q',
    'EPjF\u200bWdd5\u2060Aufq',
    'ЕРjFWdd5Аufq',
    'EPjF...Dt1v',
    'official EPjFWd…yTDt1v',
    'epjf....dt1v',
    `${USDC.slice(0, -1)}x`,
  ])('is seen in %s', (text) => {
    expect([spelledBy(text), spelledBy('Great', text)]).toEqual([USDC, USDC]);
  });

  it.each([
    'EPjFWdd',
    'EPjF Dt1v',
    'EPj…t1v',
    'pumpkins',
    'Pumpkins Coin',
    'stackSOL',
    'Dt1v…EPjF',
    'wEGGkZwyTDt1v',
    // An ending that a launchpad gives to all of its mints tells nothing.
    '9BB6…pump',
  ])('is not seen in %s', (text) => {
    expect(spelledBy(text)).toBeNull();
  });

  it('accuses no listed mint, and is seen by its first ten characters where eight are a word', () => {
    expect(spelledBy(USDC, 'USDC', USDC as Address)).toBeNull();
    const pumpkins = 'pumpkinsEq8xENVZE6QgTS93EN4r9iKvNxNALS1ooyp';
    const index = indexNames({ tokens: [[pumpkins, 'pumpkinSOL', 'Pumpkin’s Staked SOL']], common: [] });
    const by = (name: string) => resemblance(index, key('a copy'), { name, symbol: 'X' })?.by;
    expect([by('Pumpkins of Eq'), by(pumpkins.slice(0, 10)), by('pumpkins')]).toEqual([
      undefined,
      'address',
      undefined,
    ]);
  });
});
