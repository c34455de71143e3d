import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isOnCurve, parseAddress } from 'assay-core/solana/address.ts';
import { writeWorld } from 'assay-sandbox/replay/folder.ts';
import { endpoint, recordWorld } from 'assay-sandbox/replay/recording.ts';
import type { RecordedWorld } from 'assay-sandbox/replay/world.ts';
import { startSandbox } from 'assay-sandbox/start.ts';
import { SANDBOX_WORLD } from './worlds.ts';

/*
 * Records the sandbox's sample world anew into the fixture that suites replay:
 * `node --import tsx test/replay/record-sandbox.ts`. Reads every subject and, twice, whoever its oldest transactions name.
 */

const ANCHOR_MS = Date.UTC(2026, 10, 20, 12);
const BODIES_PER_ADDRESS_MAX = 50;
const HOPS = 2;
const PAGE_MAX = 1000;
const FINAL = { commitment: 'finalized' };
const WHOLE = { ...FINAL, encoding: 'base64' };
const TOKEN_PROGRAMS = ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'];

const sandbox = await startSandbox({ anchorMs: ANCHOR_MS });
const recording = recordWorld(endpoint(sandbox.url));
const ask = async (method: string, ...params: unknown[]) => recording.methods[method]?.(params);

async function history(of: string): Promise<readonly string[]> {
  const all: string[] = [];
  for (;;) {
    const before = all.length === 0 ? {} : { before: all.at(-1) };
    const page = (await ask('getSignaturesForAddress', of, { ...FINAL, ...before })) as { signature: string }[];
    all.push(...page.map(({ signature }) => signature));
    if (page.length < PAGE_MAX) return all;
  }
}

interface Body {
  readonly transaction: { readonly message: { readonly accountKeys: readonly string[] } };
}

// What the present state of pools says is no history to replay: trade subjects stay out.
const samples = sandbox.subjects.filter(({ kind }) => kind === 'funder');
const subjects: readonly string[] = samples.map(({ address }) => address);

/** Records what there is about an address and returns whom its oldest transactions name, payers first. */
async function visit(of: string): Promise<readonly (readonly string[])[]> {
  const info = (await ask('getAccountInfo', of, WHOLE)) as { value: { executable: boolean } | null };
  if (info.value?.executable && !subjects.includes(of)) return [];
  for (const programId of TOKEN_PROGRAMS) await ask('getTokenAccountsByOwner', of, { programId }, WHOLE);
  const keys: (readonly string[])[] = [];
  for (const signature of (await history(of)).slice(-BODIES_PER_ADDRESS_MAX)) {
    const options = { ...FINAL, encoding: 'json', maxSupportedTransactionVersion: 1 };
    const body = (await ask('getTransaction', signature, options)) as Body;
    keys.push(body.transaction.message.accountKeys);
  }
  return keys;
}

let next = new Set<string>(subjects);
const seen = new Set<string>();
for (let hop = 0; hop <= HOPS; hop += 1) {
  const found: string[] = [];
  for (const one of next) {
    seen.add(one);
    // Beyond the subjects' own transactions only those who paid are followed: money is traced upwards.
    for (const keys of await visit(one)) found.push(...(hop === 0 ? keys : keys.slice(0, 1)));
  }
  next = new Set(found.filter((key) => !seen.has(key) && isWallet(key)));
}
await ask('getBlockTime', await ask('getSlot', FINAL));
await ask('getBlockTime', (await recording.world()).slot);
writeWorld(SANDBOX_WORLD, withoutPrograms(await recording.world()));
writeFileSync(join(SANDBOX_WORLD, 'subjects.json'), `${JSON.stringify(samples, null, 2)}\n`);
process.stdout.write(`${seen.size} addresses recorded\n`);
await sandbox.stop();

/** A program's code says nothing to a check and would make up most of the fixture. */
function withoutPrograms(world: RecordedWorld): RecordedWorld {
  const accounts = [...world.accounts].map(
    ([key, account]) => [key, account.executable ? { ...account, data: new Uint8Array() } : account] as const,
  );
  return { ...world, accounts: new Map(accounts) };
}

function isWallet(key: string): boolean {
  const address = parseAddress(key);
  return address !== null && isOnCurve(address);
}
