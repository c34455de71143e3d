/** Who gets what when the sandbox starts. */
export interface SandboxFunds {
  readonly rpcUrl: string;
  /** Gets SOL for the fees of settlements; null where no fee payer of ours is used. */
  readonly feePayer: string | null;
  /** Gets an empty token account. */
  readonly payTo: string;
}

/** What an operator has once on a real network: a fee payer with SOL, and the merchant's token account. */
export async function fundSandbox({ rpcUrl, feePayer, payTo }: SandboxFunds): Promise<void> {
  await call(rpcUrl, 'sandbox_fund', [payTo, feePayer]);
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
