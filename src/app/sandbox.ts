import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { SandboxAccess } from '#http/http-deps.ts';
import type { Ledger } from '#ledger/books.ts';
import { Fault } from '#lib/fault.ts';
import { writeSecretFile } from '#lib/signing/secret-file.ts';
import type { ChainParts, Sample } from './chain-source.ts';

/** The content of the banner about a sandbox. */
export interface ShownSandbox {
  readonly rpcUrl: string;
  readonly apiKey: string;
  readonly subjects: readonly Sample[];
}

type SandboxSource = NonNullable<ChainParts['sandbox']>;

const CREDIT_ATOMIC = 5_000_000n;
/** A key with less than this gets credit again at the next start. */
const BALANCE_ATOMIC_MIN = 1_000_000n;

/**
 * The sandbox's key with credit. The first start with a data directory creates it and keeps it there (mode 0600), so that what was copied
 * once works after a restart. Books that do not know it, or revoked it, get another one.
 */
export async function sandboxKey(ledger: Ledger, dataDir: string): Promise<string> {
  const path = join(dataDir, 'sandbox-key');
  const kept = readKept(path);
  const possessions = kept === null ? null : await ledger.statement(kept);
  if (kept !== null && possessions !== null) {
    if (possessions.balanceAtomic < BALANCE_ATOMIC_MIN) await ledger.grant(CREDIT_ATOMIC, kept);
    return kept;
  }
  const { apiKey } = await ledger.grant(CREDIT_ATOMIC);
  if (apiKey === undefined) throw new Error('the grant made no key');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  rmSync(path, { force: true });
  writeSecretFile(path, apiKey);
  return apiKey;
}

function readKept(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

export function shownSandbox({ url, subjects }: SandboxSource, apiKey: string): ShownSandbox {
  return { rpcUrl: url, apiKey, subjects };
}

/** The sandbox as the HTTP side sees it. */
export function sandboxAccess({ url, subjects }: SandboxSource, apiKey: () => Promise<string>): SandboxAccess {
  return { rpcUrl: url, samples: subjects, apiKey, send: (body) => send(url, body) };
}

/** Creates what an operator has on a real network: a fee payer with SOL (none where it is null), and the merchant's token account. */
export async function fundSandbox(rpcUrl: string, payTo: string, feePayer: string | null): Promise<void> {
  const body = { jsonrpc: '2.0', id: 1, method: 'sandbox_fund', params: [payTo, feePayer] };
  const { error } = (await send(rpcUrl, body)) as { error?: { message: string } };
  if (error) throw new Error(`the sandbox refused its funds: ${error.message}`);
}

/** The answer of the chain to a JSON-RPC body. Throws the fault `not_ready` while the chain starts again. */
async function send(rpcUrl: string, body: unknown): Promise<object> {
  try {
    const response = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await response.json()) as object;
  } catch {
    throw new Fault('not_ready', 'The chain of the sandbox does not answer.', { retryAfterSeconds: 1 });
  }
}
