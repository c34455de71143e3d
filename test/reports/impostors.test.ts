import { expect, it } from 'vitest';
import { impersonation } from '#checks/token/rules/impersonation.ts';
import { address } from '#lib/address.ts';
import { known } from '#lib/reading.ts';
import { foundBy, metadata, tokenEvidence } from '../support/token-evidence.ts';

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
