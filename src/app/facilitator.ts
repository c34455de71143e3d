import { join } from 'node:path';
import type { PaymentChain } from '#chain/payments-model.ts';
import type { Config } from '#config/config.ts';
import { type Address, parseAddress } from '#lib/address.ts';
import type { Closers } from '#lib/closers.ts';
import { ensureKeypairFile, readKeypairFile } from '#payments/keypair-file.ts';
import { type HttpLimits, openHttpFacilitator } from '#payments/x402/http.ts';
import { openLocalFacilitator } from '#payments/x402/local.ts';
import type { Facilitator } from '#payments/x402/payment.ts';

/** Who settles payments per call; both null where that is switched off. */
export interface Sponsor {
  readonly facilitator: Facilitator | null;
  /** Our own fee payer; null where a facilitator elsewhere pays the fees. */
  readonly feePayer: Address | null;
}

/** A facilitator elsewhere is asked for its fee payer at once; an answer within this time stands in the first 402. */
const READY_MS_MAX = 2_000;

/** The facilitator of the configuration. `limits` override single bounds of one that is elsewhere. */
export async function openSponsor(
  config: Config,
  chain: PaymentChain,
  closers: Closers,
  limits: Partial<HttpLimits> = {},
): Promise<Sponsor> {
  const { facilitator: kind, network } = config;
  if (kind.kind === 'off') return { facilitator: null, feePayer: null };
  const names = { network: network.caip2, v1Network: network.v1Name };
  if (kind.kind === 'local') {
    const { feePayerFile } = kind;
    const own = join(config.dataDir, 'x402-fee-payer.json');
    const keypair = feePayerFile === null ? ensureKeypairFile(own) : readKeypairFile(feePayerFile);
    const facilitator = openLocalFacilitator({ keypair, chain, ...names });
    return { facilitator, feePayer: parseAddress(keypair.publicKey.toBase58()) };
  }
  const facilitator = openHttpFacilitator({ url: kind.url, headers: kind.headers, chain, limits, ...names });
  closers.add(async () => facilitator.close());
  const timeouts = new Promise((resolve) => setTimeout(resolve, READY_MS_MAX).unref());
  await Promise.race([facilitator.ready, timeouts]);
  return { facilitator, feePayer: null };
}
