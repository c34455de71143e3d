import type { Ledger } from '#ledger/books.ts';
import type { ChainParts, Sample } from './chain-source.ts';

/** The content of the banner about a sandbox. */
export interface ShownSandbox {
  readonly rpcUrl: string;
  readonly apiKey: string;
  readonly creditAtomic: bigint;
  readonly subjects: readonly Sample[];
}

const SANDBOX_CREDIT_ATOMIC = 5_000_000n;

/** Creates a key with credit for the sandbox. */
export async function sandboxKey(ledger: Ledger): Promise<string> {
  const { apiKey } = await ledger.grant(SANDBOX_CREDIT_ATOMIC);
  if (apiKey === undefined) throw new Error('the grant made no key');
  return apiKey;
}

export function shownSandbox({ url, subjects }: NonNullable<ChainParts['sandbox']>, apiKey: string): ShownSandbox {
  return { rpcUrl: url, apiKey, creditAtomic: SANDBOX_CREDIT_ATOMIC, subjects };
}
