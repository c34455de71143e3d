import { meteoraDammV1 } from './meteora-damm-v1/index.ts';
import { meteoraDammV2 } from './meteora-damm-v2/index.ts';
import { meteoraDbc } from './meteora-dbc/index.ts';
import { meteoraDlmm } from './meteora-dlmm/index.ts';
import { orcaWhirlpool } from './orca-whirlpool/index.ts';
import { pumpCurve } from './pump-curve/index.ts';
import { pumpswap } from './pumpswap/index.ts';
import { raydiumAmmV4 } from './raydium-amm-v4/index.ts';
import { raydiumClmm } from './raydium-clmm/index.ts';
import { raydiumCpmm } from './raydium-cpmm/index.ts';
import { raydiumLaunchlab } from './raydium-launchlab/index.ts';
import type { Venue, VenueId } from './venue.ts';

/** The registry of venues, one line each. Discovery and quotes go over it; nothing else names a venue. */
const registry: Readonly<Record<VenueId, Venue>> = {
  pump_curve: pumpCurve,
  pumpswap,
  raydium_amm_v4: raydiumAmmV4,
  raydium_cpmm: raydiumCpmm,
  raydium_clmm: raydiumClmm,
  raydium_launchlab: raydiumLaunchlab,
  orca_whirlpool: orcaWhirlpool,
  meteora_dlmm: meteoraDlmm,
  meteora_damm_v1: meteoraDammV1,
  meteora_damm_v2: meteoraDammV2,
  meteora_dbc: meteoraDbc,
};

/** All venues. */
export const venues: readonly Venue[] = Object.values(registry);
