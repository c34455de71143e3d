import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Address, parseAddress } from 'assay-core/solana/address.ts';
import { z } from 'zod';
import { worldOfBodies } from './bodies.ts';
import {
  type HistoryLine,
  type RecordedAccount,
  type RecordedBody,
  type RecordedWorld,
  recordedSignature,
} from './world.ts';

const FILES = {
  world: 'world.json',
  accounts: 'accounts.json',
  signatures: 'signatures.json',
  transactions: 'transactions.jsonl',
} as const;

const addressSchema = z.custom<Address>((value) => parseAddress(value) !== null, 'must be an address');
const worldSchema = z.object({
  genesis_hash: z.string(),
  slot: z.int().nonnegative(),
  block_times: z.record(z.string().regex(/^\d+$/), z.int().nullable()),
});
const accountsSchema = z.record(
  addressSchema,
  z.object({ lamports: z.int().nonnegative(), owner: addressSchema, executable: z.boolean(), data: z.base64() }),
);
const signaturesSchema = z.record(
  addressSchema,
  z.array(
    z.object({
      signature: z.string(),
      slot: z.int(),
      err: z.unknown(),
      memo: z.string().nullable(),
      blockTime: z.int().nullable(),
    }),
  ),
);

/**
 * The world in a folder. A recorded world is four files:
 * - `world.json`: `{"genesis_hash", "slot", "block_times": {"<slot>": <Unix seconds or null>}}`;
 * - `accounts.json`: `{"<address>": {"lamports", "owner", "executable", "data": "<base64>"}}`;
 * - `signatures.json`: `{"<address>": [lines of getSignaturesForAddress, newest first]}`;
 * - `transactions.jsonl`: one `getTransaction` result a line.
 * A folder without `world.json` is taken for collected `getTransaction` results, one a file (`worldOfBodies`).
 * Throws an error that names the file when one is missing or is not of that form.
 */
export function readWorld(folder: string): RecordedWorld {
  if (!existsSync(join(folder, FILES.world))) return worldOfBodies(folder).world;
  const head = parsed(folder, FILES.world, worldSchema);
  const accounts = Object.entries(parsed(folder, FILES.accounts, accountsSchema));
  return {
    genesisHash: head.genesis_hash,
    slot: head.slot,
    blockTimes: new Map(Object.entries(head.block_times).map(([slot, time]) => [Number(slot), time])),
    accounts: new Map(accounts.map(([address, stored]) => [address as Address, accountOf(address as Address, stored)])),
    histories: new Map(
      Object.entries(parsed(folder, FILES.signatures, signaturesSchema)) as [Address, HistoryLine[]][],
    ),
    transactions: readBodies(folder),
  };
}

function accountOf(address: Address, stored: z.output<typeof accountsSchema>[Address]): RecordedAccount {
  const { lamports, owner, executable, data } = stored;
  return { address, lamports: BigInt(lamports), owner, executable, data: Buffer.from(data, 'base64') };
}

function parsed<S extends z.ZodType>(folder: string, name: string, schema: S): z.output<S> {
  const result = schema.safeParse(json(readFileSync(join(folder, name), 'utf8'), join(folder, name)));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new Error(`${join(folder, name)}: ${issue?.path.join('.')}: ${issue?.message}`);
}

function json(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${name}: is not JSON`);
  }
}

function readBodies(folder: string): ReadonlyMap<string, RecordedBody> {
  const name = join(folder, FILES.transactions);
  const bodies = new Map<string, RecordedBody>();
  for (const [index, line] of readFileSync(name, 'utf8').split('\n').entries()) {
    if (line === '') continue;
    const body = json(line, `${name}, line ${index + 1}`) as RecordedBody;
    const signature = recordedSignature(body);
    if (signature === null) throw new Error(`${name}, line ${index + 1}: has no signature`);
    bodies.set(signature, body);
  }
  return bodies;
}

/** Writes a world in the form that `readWorld` reads. The same world always gives the same bytes, one entry a line. */
export function writeWorld(folder: string, world: RecordedWorld): void {
  mkdirSync(folder, { recursive: true });
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  const times = [...world.blockTimes].sort(([a], [b]) => a - b);
  const head = { genesis_hash: world.genesisHash, slot: world.slot, block_times: Object.fromEntries(times) };
  write(FILES.world, `${JSON.stringify(head)}\n`);
  const accounts = [...world.accounts].map(([address, { lamports, owner, executable, data }]) => {
    return [address, { lamports: Number(lamports), owner, executable, data: Buffer.from(data).toString('base64') }];
  });
  write(FILES.accounts, object(accounts as [string, unknown][]));
  write(FILES.signatures, object([...world.histories]));
  const bodies = [...world.transactions].sort(([a, x], [b, y]) => x.slot - y.slot || (a < b ? -1 : 1));
  write(FILES.transactions, bodies.map(([, body]) => `${JSON.stringify(body)}\n`).join(''));
}

function object(entries: readonly (readonly [string, unknown])[]): string {
  const sorted = [...entries].sort(([a], [b]) => (a < b ? -1 : 1));
  const lines = sorted.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
  return `{\n${lines.join(',\n')}\n}\n`;
}
