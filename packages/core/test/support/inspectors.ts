import type { LabelTable } from '#chain/labels/label.ts';
import { loadLabels } from '#chain/labels/label-table.ts';
import { openInspectors, openMarket, type WalletParts } from '#check/inspectors.ts';
import { loadIssuers } from '#derive/token/issuers/issuer-table.ts';
import { DAY_SECONDS } from '#rules/wallet/evidence.ts';
import type { Address } from '#solana/address.ts';

/** How far wallets are read back where nothing is configured, and nothing kept. */
const walletParts: WalletParts = {
  bounds: {
    windowSeconds: 90 * DAY_SECONDS,
    signaturesMax: 3_000,
    signaturesWithBodiesMax: 20_000,
    tokenSignaturesMax: 1_500,
  },
  store: null,
};

/** Reading and comparing them takes longer than a check of recorded accounts. */
let labels: LabelTable | null = null;

/** The inspectors of all kinds as the service opens them, for one network's USDC. */
export function inspectorsFor(usdcMint: Address) {
  labels ??= loadLabels();
  return openInspectors({
    labels,
    issuers: loadIssuers(),
    market: openMarket(usdcMint),
    usdcMint,
    wallet: walletParts,
    overrides: {
      checkTimeMsMax: 120_000,
      rpcCallsPerCheckMax: null,
      rpcBytesPerCheckMax: null,
      rpcPicoUsdPerCheckMax: null,
    },
    warn: () => undefined,
  });
}
