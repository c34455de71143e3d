import { skeletonOf } from '#lib/text/skeleton.ts';
import { type Address, address } from '#solana/address.ts';
import type { NamedRecord, NameIndex, Resemblance } from './names/listed-names.ts';
import { formsOf, isStretched, spellingsOf, withoutRepeats } from './names/name-forms.ts';

/**
 * The assets that are impersonated: stable coins, gold, SOL, wrapped Bitcoin, Ether and XRP, liquid staking tokens, tokenized stocks. A
 * token with such a name counts as a copy, so a symbol that is a common word is left out; other listed names are in `names/`. Mints as in
 * the token lists of Jupiter and LI.FI and in Jupiter's verified mints of Token-2022; those of XRP and XAUt0 as public registries of 2026
 * have them.
 */
export const canonicalNames: readonly CanonicalName[] = [
  asset(
    'USDC',
    ['USD Coin', 'US Dollar Coin', 'USD Coin (Wormhole)'],
    ['USDC'],
    'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    // Portal from Ethereum, Polygon, BSC and Avalanche
    'A9mUU4qviSctJVPJdBJWkb28deg915LYJKrzQ19ji3FM',
    'E2VmbootbVCBkMNNxKQgCLMS1X3NoGMaYAsufaAsf7M',
    'FCqfQSujuPxy6V42UvafBhsysWtEq1vhjfMN1PUbgaxA',
    'FHfba3ov5P3RjaiLVgh8FTv4oirxQDoVXuoUUDvHuXax',
    // Allbridge from Polygon, Ethereum, BSC and Fantom
    'eqKJTf1Do4MDPyKisMYqVaUFpkEFAs3riGF3ceDH2Ca',
    'DdFPRnccQqLD4zCHrBqdY95D6hvw6PLWp9DEXj1fLCL9',
    '8XSsNvaKU9FDhYWAv7Yc7qSNwuJSzVrXBNEk7AFiWF69',
    'Grk6b4UMRWkgyq4Y6S1BnNRF4hRgtnMFp7Sorkv6Ez4u',
  ),
  asset(
    'USDT',
    ['Tether', 'Tether USD', 'USD Tether', 'Tether USD (Wormhole)'],
    // USDT0 is a bridge of Tether's that has no mint of its own here.
    ['USDT', 'USDT0'],
    'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB',
    // Portal from Ethereum, Polygon and BSC
    'Dn4noZ5jgGfkntzcQSUZ8czkreiZ1ForXYoV2H8Dm7S1',
    '5goWRao6a3yNC4d6UjMdQxonkCMvKBwdpubU3qhfcdf1',
    '8qJSyQprMC57TWKaYEmetUR3UUiTP2M3hXdcvFhkZdmv',
    // Allbridge from Polygon, Ethereum, Avalanche and HECO
    'DNhZkUaxHXYvpxZ7LNnHtss8sQgdAfd1ZYS1fB7LKWUZ',
    'Bn113WT6rbdgwrm12UJtnmNqGqZjY4it2WoUQuQopFVn',
    'FwEHs3kJEdMa2qZHv7SgzCiFXUQPEycEXksfBkwmS8gj',
    'GfzU1fLASNV3r4NtEyrnwTyTakJkYzoivnaL3Snh45oj',
  ),
  asset('USDS', [], ['USDS'], 'USDSwr9ApdHk5bvJKMjzff41FfuX8bSxdKcR81vTwcA'),
  asset('PYUSD', ['PayPal USD'], ['PYUSD'], '2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo'),
  asset('USDP', ['Pax Dollar'], ['USDP'], 'HVbpJAQGNpkgBaYBZQBR1t7yFdvaYVp2vCQQfKKEN4tM'),
  asset('USDG', ['Global Dollar'], ['USDG'], '2u1tszSeqZ3qBWF3uNGPFc8TzMk2tdiwknnRMWGWjGWH'),
  asset('USDe', ['Ethena USDe'], ['USDe'], 'DEkqHyPN7GMRJ5cArtQFAWefqbZb33Hyf6s5iCwjEonT'),
  asset('sUSDe', ['Staked USDe'], ['sUSDe'], 'Eh6XEPhSwoLv5wFApukmnaVSHQ6sAnoD9BmgmwQoN2sN'),
  asset('USDY', ['Ondo US Dollar Yield'], ['USDY'], 'A1KLoBrKBde8Ty9qtNQUtq3C2ortoC3u7twggz7sEto6'),
  asset('USD1', ['World Liberty Financial USD'], ['USD1'], 'USD1ttGY1N17NEEHLmELoaybftRBUSErhqYiQzvEmuB'),
  asset('PAXG', ['PAX Gold', 'Paxos Gold'], ['PAXG'], '5GgRAEmv8ZxF2PR5hY72Qs5x1bnQ6UK2RbTPoqJ3wSwW'),
  asset('XAUt0', ['Tether Gold'], ['XAUT', 'XAUt0'], 'AymATz4TCL9sWNEEV9Kvyz45CHVhDZ6kUgjTJPzLpU9P'),
  asset('EURC', ['Euro Coin'], ['EURC'], 'HzwqbKZw8HxMN6bF2yFZNrht3c2iXXzpKcFu7uBEDKtr'),

  asset(
    'SOL',
    ['Solana', 'Wrapped SOL', 'Wrapped Solana'],
    ['SOL', 'wSOL'],
    'So11111111111111111111111111111111111111112',
    // The same under Token-2022
    '9pan9bMn5HatX4EJdBwg9VgCa7Uz5HL8N1m5D3NdXejP',
  ),

  asset(
    'WBTC',
    ['Bitcoin', 'Wrapped Bitcoin', 'Wrapped BTC', 'Wrapped BTC (Portal)', 'Wrapped BTC (Wormhole)'],
    ['BTC', 'WBTC'],
    '3NZ9JMVBmGAqocybic2c7LQCJScmgsAZ6vQqTDzcqmJh',
    '5XZw2LKTyrfvfiskJ78AMpackRjPcyCif1WhUsPDuVqQ',
    '9n4nbM75f5Ui33ZbPYXn59EwSgE8CGsHtAeTH5YFeJ9E',
    // Allbridge from Avalanche and Fantom
    'Fd8xyHHRjTvxfZrBirb6MaxSmrZYw99gRSqFUKdFwFvw',
    'FdvkkCbCgYht1xTR1W9MBJhEF1JEPVhHtW1NXBYRzZts',
  ),
  asset('cbBTC', ['Coinbase Wrapped BTC'], ['cbBTC'], 'cbbtcf3aa214zXHbiAZQwf4122FBYbraNdFqgw4iMij'),
  asset('tBTC', ['Threshold Bitcoin', 'tBTC v2'], ['tBTC'], '6DNSN2BJsaPFdFFc1zP37kkeNe4Usc1Sqkzr9C9vPWcU'),
  asset('zBTC', [], ['zBTC'], 'zBTCug3er3tLyffELcvDNrKkCymbPWysGcWihESYfLg'),
  asset('LBTC', ['Lombard Staked BTC'], ['LBTC'], 'LBTCgU4b3wsFKsPwBn1rRZDx5DoFutM6RPiEt1TPDsY'),
  asset(
    'WETH',
    ['Ethereum', 'Ether', 'Wrapped Ether', 'Wrapped Ethereum', 'Ether (Portal)', 'Wrapped Ether (Wormhole)'],
    ['ETH', 'WETH'],
    '7vfCXTUXx5WJV5JADk17DUJ4ksgau7utNKj4b963voxs',
    '2FPyTwcZLUg1MDrwsyoP4D6s1tM7hAkHYRjkNb5w6Pxk',
    // Allbridge from Fantom
    'BiryxNvVTABRs3pEE4fvVuu4d17aAYEsNmcPnJ8E8WeT',
  ),
  asset('wstETH', ['Lido Wrapped Staked ETH'], ['wstETH'], 'ZScHuTtqZukUrtZS43teTKGs2VqkKL8k4QCouR2n6Uo'),

  // Hex Trust's, and Picasso's
  asset(
    'wXRP',
    ['XRP Ledger', 'Wrapped XRP', 'Ripple XRP', 'XRP Ripple'],
    ['XRP', 'wXRP'],
    '6UpQcMAb5xMzxc7ZfPaVMgx3KqsvKZdT5U718BzD5We2',
    'DD4Ew6YcPCiJvb9ZQyAktRvgtckubPLTcHdbaK4nVKUW',
  ),

  asset('JitoSOL', ['Jito Staked SOL'], ['JitoSOL'], 'J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn'),
  asset(
    'mSOL',
    ['Marinade staked SOL', 'Marinade staked SOL (mSOL)'],
    ['mSOL'],
    'mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So',
  ),
  asset('JupSOL', ['Jupiter Staked SOL'], ['JupSOL'], 'jupSoLaHXQiZZTSfEWMTRRgpnyFm8f6sZdosWBjx93v'),
  asset(
    'bSOL',
    ['BlazeStake Staked SOL', 'BlazeStake Staked SOL (bSOL)'],
    ['bSOL'],
    'bSo13r4TkiE4KumL71LsHTPpL2euBYLFx6h9HP3piy1',
  ),
  asset('stSOL', ['Lido Staked SOL'], ['stSOL'], '7dHbWXmci3dT8UFYWYZweBLXgycu7Y3iL6trKn1Y7ARj'),
  asset('hSOL', ['Helius Staked SOL'], ['hSOL'], 'he1iusmfkpAdwvxLNGV8Y1iSbj4rUy6yMhEA3fotn9A'),
  asset('dSOL', ['Drift Staked SOL'], ['dSOL'], 'Dso1bDeDjCQxTrWHqUUi63oBvV7Mdm6WaobLbQ7gnPQ'),
  asset('picoSOL', [], ['picoSOL'], 'picobAEvs6w7QEknPce34wAE4gknZA9v5tTonnmHYdX'),
  asset('BNSOL', ['Binance Staked SOL'], ['BNSOL'], 'BNso1VUJnh4zcfpZa6986Ea66P6TCp59hvtNJ8b1X85'),
  asset('bbSOL', ['Bybit Staked SOL'], ['bbSOL'], 'Bybit2vBJGhPF52GBdNaQfUJ6ZpThSgHBobjWZpLPb4B'),

  asset('TSLAx', ['Tesla xStock'], ['TSLAx'], 'XsDoVfqeBukxuZHWhdvWHBhgEHjGNst4MLodqsJHzoB'),
  asset('AAPLx', ['Apple xStock'], ['AAPLx'], 'XsbEhLAtcf6HdfpFZ5xEMdqW8nfAvcsP5bdudRLJzJp'),
  asset('NVDAx', ['NVIDIA xStock'], ['NVDAx'], 'Xsc9qvGR1efVDFGLrVsmkzv3qi45LTBjeUKSPmx9qEh'),
  asset('METAx', ['Meta xStock'], [], 'Xsa62P5mvPszXL1krVUnU5ar38bBSVcWAB6fmPCo5Zu'),
  asset('AMZNx', ['Amazon xStock', 'Amazon.com xStock'], ['AMZNx'], 'Xs3eBt7uRfJX8QUs4suhyU8p2M6DoUDrJyWBa8LLZsg'),
  asset('GOOGLx', ['Alphabet xStock'], ['GOOGLx'], 'XsCPL9dNWBMvFtTmwcCA5v3xWPSMEBCszbQdiLLq6aN'),
  asset('MSFTx', ['Microsoft xStock'], ['MSFTx'], 'XspzcW1PRtgf6Wj92HCiZdjzKCyFekVD8P5Ueh3dRMX'),
  asset('NFLXx', ['Netflix xStock'], ['NFLXx'], 'XsEH7wWfJJu2ZT3UCFeVfALnVA6CP5ur7Ee11KmzVpL'),
  asset('SPYx', ['SP500 xStock'], ['SPYx'], 'XsoCS1TfEyfFhfvj8EtZ528L3CaKBDBRqRapnBbDF2W'),
  asset('QQQx', ['Nasdaq xStock'], ['QQQx'], 'Xs8S1uUs1zvS2p7iwtsG3b6fkhpvmwz4GYU3gWAmWHZ'),
  asset('MSTRx', ['MicroStrategy xStock'], ['MSTRx'], 'XsP7xzNPvEHS1m6qfanPUGjNmdnmsLKEoNAnHjdxxyZ'),
  asset('COINx', ['Coinbase xStock'], [], 'Xs7ZdzSHLU9ftNJsii5fCeJhoRWSC32SQGzGQtePxNu'),
  asset('CRCLx', ['Circle xStock'], ['CRCLx'], 'XsueG8BtpquVJX9LVLLEGuViXUungE6WmK5YZ3p3bd1'),
  asset('HOODx', ['Robinhood xStock'], ['HOODx'], 'XsvNBAYkrDRNhA7wPHQfX3ZUXZyZLdnCQDfHZ56bzpg'),
  asset('PLTRx', ['Palantir xStock'], ['PLTRx'], 'XsoBhf2ufR8fTyNSjqfU71DYGaE6Z3SUGAidpzriAA4'),
];

const bySkeleton: ReadonlyMap<string, CanonicalName> = new Map(
  canonicalNames.flatMap((asset) =>
    [...asset.names, ...asset.symbols, ...togetherOf(asset)].map((text) => [skeletonOf(text), asset] as const),
  ),
);

/** A copy may have name and symbol in one field, in either order. */
function togetherOf({ names, symbols }: CanonicalName): readonly string[] {
  return names.flatMap((name) => symbols.flatMap((symbol) => [`${name} ${symbol}`, `${symbol} ${name}`]));
}

/** So long a name is no other word with one letter changed. */
const LOOSE_CHARS_MIN = 6;

let looseNames: ReadonlyMap<string, readonly (readonly [form: string, asset: CanonicalName])[]> | undefined;

/** The loose forms of the names, by what they are without repeated letters; made when they are first asked for. */
function byLooseForm(): NonNullable<typeof looseNames> {
  if (looseNames) return looseNames;
  const found = new Map<string, (readonly [form: string, asset: CanonicalName])[]>();
  for (const asset of canonicalNames) {
    for (const form of [...asset.names, ...asset.symbols].flatMap((text) => formsOf(text).loose)) {
      if (form.length < LOOSE_CHARS_MIN) continue;
      const place = withoutRepeats(form);
      found.set(place, [...(found.get(place) ?? []), [form, asset]]);
    }
  }
  looseNames = found;
  return found;
}

/** Words that copies add to the asset's name: its issuer, its kind, or the chain. */
const BESIDE = /\b(?:circle|paypal|tether|paxos|native|stable ?coin|mainnet|solana)\b|\.sol\b/giu;

/** The known asset that a name or symbol resembles, for any mint; null where it resembles none. */
export function canonicalBearer(text: string): CanonicalName | null {
  const skeletons = spellingsOf(text).map(skeletonOf);
  return firstOf([...skeletons, ...skeletons.map((one) => one.replace(/RN/g, 'M').replace(/VV/g, 'W'))]);
}

/** The same for a name with words that copies add, such as "official", "v2" or "airdrop", with its issuer or its kind, or for a long one with letters replaced. */
function decoratedBearer(text: string): CanonicalName | null {
  const forms = [text, text.replace(BESIDE, ' ')].flatMap(spellingsOf).map(formsOf);
  return firstOf(forms.flatMap(({ plain }) => plain)) ?? looseBearer(forms.flatMap(({ loose }) => loose));
}

function looseBearer(forms: readonly string[]): CanonicalName | null {
  for (const form of forms) {
    const asset = byLooseForm()
      .get(withoutRepeats(form))
      ?.find(([listed]) => isStretched(form, listed));
    if (asset) return asset[1];
  }
  return null;
}

function firstOf(skeletons: readonly string[]): CanonicalName | null {
  return skeletons.map((one) => bySkeleton.get(one)).find((asset) => asset !== undefined) ?? null;
}

/** The known asset whose name another mint's record bears, with added words or without; a listed mint may add words. */
export function copiedAsset(index: NameIndex, subject: Address, { name, symbol }: NamedRecord): Resemblance | null {
  const texts = [
    { by: 'symbol', text: symbol },
    { by: 'name', text: name },
  ] as const;
  const readings = index.mints.has(subject) ? [canonicalBearer] : [canonicalBearer, decoratedBearer];
  for (const bearerOf of readings) {
    for (const { by, text } of texts) {
      const asset = bearerOf(text);
      const mint = asset?.mints[0];
      if (mint && !asset.mints.includes(subject)) return { of: { mint, symbol: asset.label }, by, isCopy: true };
    }
  }
  return null;
}

/** An asset that is impersonated. */
interface CanonicalName {
  /** Its name in answers. */
  readonly label: string;
  readonly names: readonly string[];
  readonly symbols: readonly string[];
  /** The mints that may use the names: the asset's own first, then bridged ones. */
  readonly mints: readonly Address[];
}

function asset(
  label: string,
  names: readonly string[],
  symbols: readonly string[],
  ...mints: readonly string[]
): CanonicalName {
  return { label, names, symbols, mints: mints.map(address) };
}
