import { bps, integer, listOf, metric, objectOf, orNull, orNullWhere, tokens } from '../../metric.ts';
import { TokenBuckets, TokenHolder, TokenTreasury, TokenVesting } from '../metric-parts.ts';

const ofCirculating = orNullWhere(
  'the subject is no mint, nothing circulates, or the holders or the supply were not read',
);
const ofHolders = orNullWhere('the subject is no mint, or the holders were not read');

/** The holders, with locks and vaults. Accounts of one owner count together; pools, curves, lockers and custodians are no holders. */
export const holdingMetrics = {
  circulating_supply: metric(
    orNull(tokens, 'the subject is no mint, or the holders or the supply were not read'),
    'Supply without tokens that are burned, kept by decoded locks, or held by pools, launch curves and launch systems, as far as the largest accounts show.',
    '362513614561516',
  ),
  holders_seen: metric(
    ofHolders(integer),
    'Number of the largest accounts that were read. The number of all holders is not known.',
    3,
  ),
  top1_bps: metric(
    ofCirculating(bps),
    'Share of the largest holder in the circulating supply. Exchanges are left out.',
    599,
  ),
  top5_bps: metric(
    ofCirculating(bps),
    'Share of the five largest holders in the circulating supply. Exchanges are left out.',
    849,
  ),
  top10_bps: metric(
    ofCirculating(bps),
    'Share of the ten largest holders in the circulating supply. Exchanges are left out.',
    849,
  ),
  top20_bps: metric(
    ofCirculating(bps),
    'Share of the twenty largest holders in the circulating supply. Exchanges are left out.',
    1100,
  ),
  top1_of_supply_bps: metric(
    orNull(bps, 'the subject is no mint, the supply is zero, or the holders or the supply were not read'),
    'Share of the largest holder in the whole supply.',
    217,
  ),
  top10_of_supply_bps: metric(
    orNull(bps, 'the subject is no mint, the supply is zero, or the holders or the supply were not read'),
    'Share of the ten largest holders in the whole supply.',
    308,
  ),
  hhi: metric(
    ofCirculating(integer),
    'Herfindahl-Hirschman index of the circulating supply, from 0 to 10,000: squared shares of the holders summed up. A lower bound.',
    42,
  ),
  buckets: metric(
    orNull(objectOf(TokenBuckets), 'the subject is no mint, or the holders or the supply were not read'),
    'Shares of the supply in accounts that belong to no ordinary holder.',
    {
      pools: 6374,
      curves: 0,
      burned: 0,
      launch_system: 0,
      lockers: 0,
      custody: 0,
      exchanges: 0,
    },
  ),
  holders: metric(ofHolders(listOf(objectOf(TokenHolder))), 'Largest token accounts, largest first, at most 20.', [
    {
      account: 'DcdssfCm38HgstDWgUT6NYc6uHG6xJPxXxByezfjxJ7L',
      owner: 'GeaAnhd7M6GFHZVUB9FNkmV6Vf7HQTfEqi7WB6USi1f3',
      role: 'pool',
      tokens: '637486385438484',
      share_bps: 6374,
      frozen: false,
      label: null,
    },
    {
      account: '6jaPm3An1wCmmJV6Qvc1iJRizALuBH14L3dcRTACX6HT',
      owner: 'Acrbd9KkPMs38xMW86UCxXrPP1YiCGMxYDmjmPp5M1h3',
      role: 'wallet',
      tokens: '21750816873690',
      share_bps: 217,
      frozen: false,
      label: null,
    },
    {
      account: 'DwP4E4oKWUADEJgUGRkKj8saYdhadJWZre8Bw5XQ8j3p',
      owner: 'J2rD7PqJd9v1PQoCDQq2D77Lhh2Dt7ryE8Qc8zBY6cXD',
      role: 'wallet',
      tokens: '9062840364037',
      share_bps: 90,
      frozen: false,
      label: null,
    },
  ]),
  frozen_holders: metric(
    ofHolders(integer),
    'Number of the largest accounts that belong to ordinary holders, have tokens and are frozen.',
    0,
  ),
  vestings: metric(ofHolders(listOf(objectOf(TokenVesting))), 'Decoded locks on the largest accounts, at most 40.', []),
  treasuries: metric(
    ofHolders(listOf(objectOf(TokenTreasury))),
    'Vaults of multisigs and governances that hold large accounts, at most 20.',
    [],
  ),
};
