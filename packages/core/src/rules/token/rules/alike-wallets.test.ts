import { expect, it } from 'vitest';
import { known } from '#lib/reading.ts';
import { foundBy, SUPPLY, tokenEvidence } from '../../../../test/support/token-evidence.ts';
import { cluster, insiders } from '../../../../test/support/token-insiders.ts';
import type { ClusterLink } from '../evidence.ts';
import { alikeWallets } from './alike-wallets.ts';

const of = (part: bigint, wallets: number, ...by: readonly ClusterLink[]) =>
  tokenEvidence({
    insiders: known(
      insiders({
        clusters: [cluster({ by, tokens: (SUPPLY * part) / 100n, wallets: cluster().wallets.slice(0, wallets) })],
      }),
    ),
  });
const found = (...spec: Parameters<typeof of>) => foundBy(alikeWallets, of(...spec));

it('raises three wallets from ten percent on, each by its link', () => {
  expect([9n, 10n, 90n].map((part) => found(part, 3, 'funded_together', 'sink'))).toEqual([
    'clear',
    ['FUNDED_TOGETHER'],
    ['FUNDED_TOGETHER'],
  ]);
  expect([found(10n, 3, 'sink'), found(90n, 2, 'sink'), found(90n, 3, 'token_source', 'sink')]).toEqual([
    ['COMMON_SINK'],
    'clear',
    'clear',
  ]);
});
