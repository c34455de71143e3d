import { existsSync, readFileSync } from 'node:fs';
import { dbcVaults } from 'assay-sandbox/pools/meteora-dbc.ts';
import { describe, expect, it } from 'vitest';
import { address } from '#solana/address.ts';
import { WRAPPED_SOL } from '#solana/token/programs.ts';
import { readDbcConfig } from '#venues/meteora-dbc/config.ts';
import { meteoraDbc } from '#venues/meteora-dbc/index.ts';
import { readPool } from '#venues/meteora-dbc/layout.ts';
import type { AccountBytes } from '#venues/venue.ts';
import { isRefused } from '#venues/venue.ts';

const FOLDER = '../shared/data/pools';
const HERE = `${FOLDER}/meteora-dbc`;

function recorded(file: string): AccountBytes {
  const { address: at, owner, base64Data } = JSON.parse(readFileSync(`${HERE}/${file}.json`, 'utf8'));
  return { address: address(at), owner: address(owner), lamports: 0n, data: Buffer.from(base64Data, 'base64') };
}

/** What opening a real pool gives, `after` units of time behind its activation, for who asks about its base. */
function opened(pool: AccountBytes, config: AccountBytes | null) {
  const parts = readPool(pool);
  if (isRefused(parts)) throw new Error(parts.detail);
  const found = meteoraDbc.recognise(pool, parts.baseMint);
  if (isRefused(found)) throw new Error(found.detail);
  const vaults = dbcVaults(parts, found.other, { base: 10n ** 19n, quote: 10n ** 18n });
  const all = [pool, ...vaults, ...(config ? [config] : [])];
  const point = parts.activation + 1_000_000n;
  return {
    found,
    result: found.open(new Map(all.map((one) => [one.address, one])), { slot: point, unixTime: point, epoch: 1n }),
  };
}

describe.runIf(existsSync(HERE))('real Meteora DBC pools', () => {
  const vectors: Record<string, readonly string[]> = existsSync(HERE)
    ? JSON.parse(readFileSync(`${FOLDER}/quotes.json`, 'utf8')).cases.find(
        ({ venue }: { venue: string }) => venue === 'dbc',
      ).pools
    : {};

  it.each([
    ['static', 'sauce/dbc-pool-static-5HXw', 'sauce/dbc-config-static-D5Js'],
    ['sched', 'sauce/dbc-pool-scheduled-2kYZ', 'sauce/dbc-config-scheduled-AH3F'],
  ])('%s: sells for wrapped SOL and quotes to the last unit as the SDK did on the same bytes', (name, pool, config) => {
    const { found, result } = opened(recorded(pool), recorded(config));
    expect(found.other).toBe(WRAPPED_SOL);
    if (isRefused(result)) throw new Error(result.detail);
    const sizes = [
      ['buy', 1_000_000n],
      ['buy', 100_000_000n],
      ['sell', 1_000_000_000n],
      ['sell', 1_000_000_000_000n],
    ] as const;
    const received = sizes.map(([side, amount]) => {
      const quote = result.market.quote(side, amount);
      return isRefused(quote) ? quote.detail : String(quote.received);
    });
    expect(received).toEqual(vectors[name]);
  });

  it('every real configuration decodes', () => {
    for (const file of ['sauce/dbc-config-static-D5Js', 'sauce/dbc-config-scheduled-AH3F']) {
      expect(isRefused(readDbcConfig(recorded(file))), file).toBe(false);
    }
  });

  it('a pool that was migrated is recognised, and is complete', () => {
    const migrated = recorded('pool-migrated-5AY2Ac5u');
    const parts = readPool(migrated);
    if (isRefused(parts)) throw new Error(parts.detail);
    expect(parts.finished).toBe(true);
    const config = recorded('sauce/dbc-config-static-D5Js');
    const { result } = opened(migrated, { ...config, address: parts.config });
    expect(result).toMatchObject({ refused: 'completed' });
  });
});
