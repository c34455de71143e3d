/** Who gets what when the sandbox starts. */
export interface SandboxFunds {
  readonly rpcUrl: string;
  /** Gets SOL for the fees of settlements; null where no fee payer of ours is used. */
  readonly feePayer: string | null;
  /** Gets an empty token account. */
  readonly payTo: string;
}

const FEE_PAYER_LAMPORTS = 10_000_000_000;
const CONFIRMED_AFTER_SLOTS = 4;

/** What an operator does once on a real network: the fee payer has SOL, and the merchant's token account exists. */
export async function fundSandbox({ rpcUrl, feePayer, payTo }: SandboxFunds): Promise<void> {
  if (feePayer !== null) await call(rpcUrl, 'requestAirdrop', [feePayer, FEE_PAYER_LAMPORTS]);
  await call(rpcUrl, 'sandbox_airdropUsdc', [payTo, '0']);
  // What was just written is confirmed some slots later, and the service looks at confirmed accounts.
  await call(rpcUrl, 'sandbox_advance', [CONFIRMED_AFTER_SLOTS]);
}

async function call(rpcUrl: string, method: string, params: readonly unknown[]): Promise<void> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const { error } = (await response.json()) as { error?: { message: string } };
  if (error) throw new Error(`the sandbox refused ${method}: ${error.message}`);
}
