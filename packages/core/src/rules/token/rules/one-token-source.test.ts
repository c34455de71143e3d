import { expect, it } from 'vitest';
import { known } from '#lib/reading.ts';
import { foundBy, SUPPLY, tokenEvidence } from '../../../../test/support/token-evidence.ts';
import { cluster, insiders } from '../../../../test/support/token-insiders.ts';
import type { ClusterLink } from '../evidence.ts';
import { oneTokenSource } from './one-token-source.ts';

const of = (part: bigint, wallets: number, ...by: readonly ClusterLink[]) =>
  tokenEvidence({
    insiders: known(
      insiders({
        clusters: [cluster({ by, tokens: (SUPPLY * part) / 100n, wallets: cluster().wallets.slice(0, wallets) })],
      }),
    ),
  });
const found = (...spec: Parameters<typeof of>) => foundBy(oneTokenSource, of(...spec));

it('raises what one wallet handed out, from ten and from twenty percent on', () => {
  expect([9n, 10n, 19n, 20n].map((part) => found(part, 2, 'token_source', 'sink'))).toEqual([
    'clear',
    ['COMMON_TOKEN_SOURCE'],
    ['COMMON_TOKEN_SOURCE'],
    ['COMMON_TOKEN_SOURCE_LARGE'],
  ]);
  expect([found(30n, 1, 'token_source'), found(30n, 3, 'funder', 'token_source')]).toEqual(['clear', 'clear']);
});
