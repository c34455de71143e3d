import { expect, it } from 'vitest';
import { skeletonOf } from '#lib/text/skeleton.ts';
import { derivedAddress } from '#solana/address.ts';
import { TOKEN_2022_PROGRAM } from '#solana/token/programs.ts';
import { assetNamed, shippedIssuers } from '../../../test/support/issuers.ts';
import { key } from '../../../test/support/token-evidence.ts';
import { canonicalBearer, canonicalNames, copiedAsset } from './canonical-names.ts';
import { listedNames } from './names/listed-names.ts';

const labelOf = (text: string) => canonicalBearer(text)?.label ?? null;

it('finds every asset by each of its names, and no two by the same', () => {
  for (const { label, names, symbols } of canonicalNames) {
    for (const text of [...names, ...symbols]) expect(labelOf(text)).toBe(label);
  }
  expect(new Set(canonicalNames.map(({ label }) => label)).size).toBe(canonicalNames.length);
});

it.each([
  ['usd\u0421', 'USDC'],
  ['$USDT', 'USDT'],
  ['S0L', 'SOL'],
  ['wrapped  sol', 'SOL'],
  ['jitosoI', 'JitoSOL'],
  ['tslaX', 'TSLAx'],
  ['rnSOL', 'mSOL'],
  ['VVBTC', 'WBTC'],
  ['USD\u20ae0', 'USDT'],
  ['Paxos Gold', 'PAXG'],
  ['XAUT', 'XAUt0'],
  ['Wrapped XRP', 'wXRP'],
])('sees through %s', (text, label) => {
  expect(labelOf(text)).toBe(label);
});

it.each(['', '...', '\u200b', 'USDC2', 'SOLX', 'METAX', 'Infinity', 'BONK'])('takes "%s" for none', (text) => {
  expect(labelOf(text)).toBeNull();
});

it('lists no mint under two assets', () => {
  const mints = canonicalNames.flatMap((one) => one.mints);
  expect(new Set(mints).size).toBe(mints.length);
});

it('lets the native mint of Token-2022 be called SOL', () => {
  const native = derivedAddress([new TextEncoder().encode('native-mint')], TOKEN_2022_PROGRAM);
  expect(canonicalBearer('SOL')?.mints).toContain(native);
});

it('has the assets that are impersonated most under their own symbols', () => {
  const symbols = ['USDC', 'USDT', 'USDS', 'SOL', 'PYUSD', 'USDP', 'NFLXx', 'USDG', 'USDY', 'cbBTC', 'zBTC'];
  for (const symbol of symbols) expect(canonicalBearer(symbol)?.mints[0]).toBe(assetNamed(symbol).mint);
});

it('takes no asset of a reviewed issuer for a copy of another one', () => {
  const copies = shippedIssuers.assets.filter(({ mint, symbol, name }) =>
    [symbol, name].some((text) => canonicalBearer(text)?.mints.includes(mint) === false),
  );
  expect(copies).toEqual([]);
});

it('has no name that is nothing to the eye', () => {
  const all = canonicalNames.flatMap(({ names, symbols }) => [...names, ...symbols]);
  expect(all.filter((text) => skeletonOf(text).length < 3)).toEqual([]);
});

it('reads what runs from right to left as people see it, and a dollar as an S where that makes a name', () => {
  expect(canonicalBearer('\u202ECDSU')?.label).toBe('USDC');
  expect(canonicalBearer('\u202EnioC DSU')?.label).toBe('USDC');
  expect(canonicalBearer('CDSU')).toBeNull();
  expect(canonicalBearer('$OL')?.label).toBe('SOL');
  expect(canonicalBearer('$USDC')?.label).toBe('USDC');
});

it.each(['USD\u00a9', '\u222aSDC \u25cf', '\u144c\u1515\u15ea\u1455', 'US Dollar Coin'])('reads %s as USDC', (text) => {
  expect(canonicalBearer(text)?.label).toBe('USDC');
});

it.each([
  ['Ethereum (ETH)', 'WETH'],
  ['BTC - Bitcoin', 'WBTC'],
  ['Wrapped Bitcoin | WBTC', 'WBTC'],
  ['USDT Tether USD', 'USDT'],
])('sees %s, which has name and symbol in one field', (text, label) => {
  expect(canonicalBearer(text)?.label).toBe(label);
});

it.each([
  ['Official USDC', 'USDC'],
  ['USDC v2', 'USDC'],
  ['USD Coin Circle', 'USDC'],
  ['Native USDC', 'USDC'],
  ['usdc.sol', 'USDC'],
  ['USDC (stablecoin) on Solana mainnet', 'USDC'],
  ['Solana USDC', 'USDC'],
  ['USDC Airdrop 2026', 'USDC'],
  ['new Tether USD rewards', 'USDT'],
  ['PYUSD on Solana', 'PYUSD'],
  ['Wrapped ETH', 'WETH'],
  ['JitoSOL-claim', 'JitoSOL'],
  ['USD-Coin.org', 'USDC'],
  ['Te7her USD', 'USDT'],
  ['Eth3reum', 'WETH'],
  ['Solanaaa', 'SOL'],
  [`${'\u200b'.repeat(500)}Official USDC`, 'USDC'],
])('sees %s as a copy with words added, except of a listed mint', (text, label) => {
  const copied = (subject = key(77)) =>
    copiedAsset(listedNames(), subject, { name: text, symbol: 'x' })?.of.symbol ?? null;
  expect(copied()).toBe(label);
  const [listed] = listedNames().exact.get('KMNO') ?? [];
  expect(copied(listed?.mint ?? undefined)).toBeNull();
});

it.each(['USD', 'Solana Inu', 'Coin', 'Bitcoin Cash', 'Dollar', 'stable coin', 'Apple', 'Coinbase'])(
  'takes "%s" for no copy with words added',
  (name) => {
    expect(copiedAsset(listedNames(), key(77), { name, symbol: 'x' })).toBeNull();
  },
);
