import { known } from 'assay-core/lib/reading.ts';
import { impersonation } from 'assay-core/rules/token/rules/impersonation.ts';
import { address } from 'assay-core/solana/address.ts';
import { expect, it } from 'vitest';
import { foundBy, metadata, tokenEvidence } from '../../packages/core/test/support/token-evidence.ts';

/*
 * Coins that wallets and bridges took for those of known issuers, as their metadata was when they were reported. Their mints begin like
 * what they copy, and some lock tokens by a freeze authority.
 */
it.each([
  [
    'USDvuSdHZUcj67tKfvVzByG9MaBAJRyeRrBSDLmMg75',
    'Ondo US Dollar Yield',
    'USDY',
    'https://github.com/lifinance/customized-token-list/pull/658',
  ],
  [
    'WEvsSbEe8SmDsZQmmKv4FsHTNAqVgdNuaB1Sxc1JvH5',
    'WETH',
    'WETH',
    'https://github.com/lifinance/customized-token-list/pull/498',
  ],
  [
    'DMfhf8LFSXTBTwpppTMDojXgg3kcJznUmNjkta9cM1Qk',
    'Tether USD',
    'USDT',
    'https://github.com/trustwallet/assets/pull/35681',
  ],
  ['Ag7XCgPqzrqEo7kaNjA4UXfw9buSwBQooy3uh46vfuFe', 'Solana', 'SOL', 'https://github.com/trustwallet/assets/pull/35681'],
  [
    'CxwWg7XfsM7QiPBqxVR2QsSfdiTbe76AYAP9wL1sxm8e',
    'Euro Coin',
    'EURC',
    'https://github.com/trustwallet/assets/pull/35681',
  ],
  [
    'wzAdC34eo4sSxR2CwznSURSACxAc5JyJwgq92ycRbvr',
    'SOL: wzAyQTorWyoVXuJKj2x8EqKEGJpS13z6EWE9z5Aondo',
    'SPCXx',
    'https://github.com/lifinance/customized-token-list/pull/594',
  ],
])('%s copies %s (%s): %s', (mint, name, symbol) => {
  const evidence = tokenEvidence({ subject: address(mint), metadata: known(metadata({ name, symbol })) });
  expect(foundBy(impersonation, evidence)).not.toBe('clear');
});

const found = (name: string, symbol: string) =>
  foundBy(impersonation, tokenEvidence({ metadata: known(metadata({ name, symbol })) }));

/* Letters that passed an own table of look-alikes, inside symbols that every list has. */
it.each([
  ['Deseret C', 'USD\u{10415}'],
  ['Old Italic C', 'USD\u{10302}'],
  ['Deseret S', '\u{10420}OL'],
  ['Miao U', '\u{16f42}SDC'],
  ['Ethiopic U', '\u1200SDT'],
  ['a letter that Unicode 16 brought', 'USD\u{1ccd8}'],
  ['a sign of punctuation', 'JUPSO\u05c0'],
  ['a mark', 'S\u0d02L'],
  ['upside down', '\u0254psn'],
])('%s hides no symbol: %s', (_, symbol) => {
  expect(found('Something', symbol)).not.toBe('clear');
});

/* Assets that no list of tokens on Solana had, or that a list of common words hid. */
it.each([
  ['Tether Gold', 'XAUT'],
  ['Something', 'XAUT'],
  ['Paxos Gold', 'PAXG'],
  ['Something', 'PAXG'],
  ['XRP', 'XRP'],
  ['Ripple (XRP)', 'RIPPLE'],
  ['Pump', 'PUMP'],
  ['', 'PUMP'],
  ['USD\u20ae0', 'USD\u20ae0'],
  ['Tesla Stock', 'TSLA'],
  ['Tesla', 'TSLA'],
  ['Apple Inc.', 'AAPL'],
  ['S&P 500', 'SPY'],
  ['Monero', 'XMR'],
  ['Chainlink', 'LINK'],
  ['Cardano', 'ADA'],
  ['Sui', 'SUI'],
])('%s (%s) is no name for a mint of a stranger', (name, symbol) => {
  expect(found(name, symbol)).not.toBe('clear');
});

it.each([
  ['Pump it up', 'PUMP'],
  ['Pump', 'GYM'],
  ['Link', 'LINK'],
  ['Meta', 'META'],
  ['Apple', 'APPLE'],
  ['Sky', 'SKY'],
])('%s (%s) is a word that nobody is accused of', (name, symbol) => {
  expect(found(name, symbol)).toBe('clear');
});

it.each([
  ['9gP2kCy3wA1ctvYWQk75guqXuHfrEomqydHLtcTCqiLa', 'BNB (Wormhole)', 'BNB'],
  ['avaxGHCq3T7hoxd73oY2KY9hJSTaeMibXvHy5KNzh5D', 'Avalanche', 'AVAX'],
  ['KgV1GvrHQmRBY8sHQQeUKwTm2r2h8t4C8qt12Cw1HVE', 'AVAX (Portal)', 'AVAX'],
  ['98sMhvDwXj1RQi5c5Mndm3vPe9cBqPrbLaufMXFNMh5g', 'Hyperliquid', 'HYPE'],
  ['pumpCmXqMfrsAkQ5r49WcJnRayYRqmXz6ae8H7H9Dfn', 'Pump', 'PUMP'],
  ['6UpQcMAb5xMzxc7ZfPaVMgx3KqsvKZdT5U718BzD5We2', 'Wrapped XRP', 'wXRP'],
  ['AymATz4TCL9sWNEEV9Kvyz45CHVhDZ6kUgjTJPzLpU9P', 'Tether Gold', 'XAUt0'],
  ['MSTRdWXMeZxdE8osAQy3fA4rvTY5rgummDSMEx6U7Nz', 'Strategy - Backpack Securities', 'MSTR'],
  ['KeGv7bsfR4MheC1CkmnAVceoApjrkvBhHYjWb67ondo', 'Tesla (Ondo Tokenized)', 'TSLAon'],
])('%s may be called %s (%s)', (mint, name, symbol) => {
  const evidence = tokenEvidence({ subject: address(mint), metadata: known(metadata({ name, symbol })) });
  expect(foundBy(impersonation, evidence)).toBe('clear');
});
