import { join } from 'node:path';
import { ensureKeypairFile, readKeypairFile } from '#payments/keypair-file.ts';
import type { PaymentSettings } from '#payments/x402/model.ts';
import { supportedFeePayer } from '#payments/x402/supported.ts';
import type { Closers } from './closers.ts';
import type { Config } from './config/config.ts';
import type { Logger } from './log.ts';

const SERVICE_NAME = 'Assay';
const SUPPORTED_RETRY_MS = 60_000;

/** What a 402 names. With a facilitator elsewhere the fee payer is its own: asked for now, and again until it answers. */
export function openPaymentSettings(config: Config, baseUrl: string, log: Logger, closers: Closers): PaymentSettings {
  const { facilitator, network } = config;
  let feePayer = facilitator.kind === 'local' ? localFeePayer(config, facilitator.feePayerFile) : null;
  if (facilitator.kind === 'http') {
    const ask = async (): Promise<void> => {
      feePayer = (await supportedFeePayer(facilitator.url, network.caip2)) ?? feePayer;
      if (feePayer === null) log.warn('the facilitator names no fee payer for this network');
    };
    void ask();
    const again = setInterval(() => feePayer ?? void ask(), SUPPORTED_RETRY_MS);
    closers.add(async () => clearInterval(again));
  }
  return {
    // Requirements without a fee payer could not be paid, so until one is known nothing is offered per call.
    get enabled() {
      return facilitator.kind !== 'off' && feePayer !== null;
    },
    network: network.caip2,
    v1Network: network.v1Name,
    assetMint: config.usdcMint,
    payTo: config.payTo ?? ensureKeypairFile(join(config.dataDir, 'sandbox-merchant.json')).publicKey.toBase58(),
    get feePayer() {
      return feePayer;
    },
    baseUrl,
    serviceName: SERVICE_NAME,
    iconUrl: `${baseUrl}/favicon.ico`,
    sandbox: config.chain.kind === 'sandbox',
  };
}

function localFeePayer(config: Config, file: string | null): string {
  const keypair =
    file === null ? ensureKeypairFile(join(config.dataDir, 'x402-fee-payer.json')) : readKeypairFile(file);
  return keypair.publicKey.toBase58();
}
