import { generateKeyPairSync } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Keypair } from '@solana/web3.js';
import { type Address, address } from 'assay-core/solana/address.ts';
import { startSandbox } from 'assay-sandbox/start.ts';
import { openDatabase } from '#ledger/postgres/database.ts';
import type { Database, Sql } from '#ledger/postgres/sql.ts';
import { freePort } from '#lib/process/free-port.ts';
import { rpc } from '../../src/operator/demo/calls.ts';
import { type Asset, makeWallet, readMintAsset } from '../../src/operator/demo/chain.ts';
import { openTestDatabase, type TestDatabase, temporaryDataDir } from '../../test/support/database.ts';
import { type Env, Replicas } from './replicas.ts';
import { type Distance, openSlowLink } from './slow-link.ts';

/** Replicas of the real service over one PostgreSQL and one chain, and the power to end them. */
export interface World {
  /** The chain as the buyers reach it. */
  readonly rpcUrl: string;
  readonly sql: Sql;
  readonly database: Database;
  readonly merchant: Address;
  readonly feePayer: string;
  readonly asset: Asset;
  /** The sample subjects of the chain. */
  readonly subjects: readonly Sample[];
  /** The origins of the replicas; they stay the same over restarts. */
  readonly urls: readonly string[];
  /** `kill -9` of a replica. */
  kill(replica: number): Promise<void>;
  /** SIGTERM to a replica; waits until it has ended and throws when it did not end well. */
  terminate(replica: number): Promise<void>;
  restart(replica: number): Promise<void>;
  /** The process of a replica; undefined while it is down. */
  pid(replica: number): number | undefined;
  /** The output of the replicas, of all their lives. */
  output(): string;
  close(): Promise<void>;
}

/** An address or mint that the chain was made with, and the kind of check that it is a sample of. */
export interface Sample {
  readonly kind: string;
  readonly address: string;
}

/** The replicas' chain and database, if they are not the usual ones. */
export interface WorldOptions {
  readonly replicas?: number;
  /** Processes of each replica, by the service's own `--workers`; one without it when absent. */
  readonly workers?: number;
  /** Beyond what replicas need. */
  readonly env?: Env;
  /** Of one replica alone. */
  readonly envOf?: (replica: number) => Env;
  /** How far it is to the chain and to the books. */
  readonly toChain?: Distance;
  readonly toBooks?: Distance;
  /** Stands between the replicas and the endpoint of the chain. */
  readonly gateway?: (url: string) => Promise<Way>;
  /** The address of a server that holds nothing yet; a database on the shared one when absent. */
  readonly databaseUrl?: string;
}

/** A way to somewhere. */
interface Way {
  readonly url: string;
  close(): Promise<void>;
}

/** Final after 1.6 seconds: claims and change are what this is about, not waiting. */
const FINALITY_SLOTS = 4;
/** Far enough that a process can be killed between its decision to send a transaction and the sending. */
const TO_CHAIN = { thereMs: 60, backMs: 0 };
/** Far enough that a process can be killed after the books were written and before it knows. */
const TO_BOOKS = { thereMs: 0, backMs: 15 };
const FEE_PAYER_LAMPORTS = 100_000_000_000;
/** More than the life of a block hash and the slack that the service adds to it. */
const PAST_EVERY_BLOCKHASH = 260;
/** After five seconds a service gives no tip that it read before; what it reserves with one would be bound to the past. */
const TIP_FORGOTTEN_MS = 5_500;

/** Starts everything; ends what was started when a part fails. */
export async function openWorld(options: WorldOptions = {}): Promise<World> {
  const closers: (() => Promise<unknown>)[] = [];
  const close = async (): Promise<void> => {
    for (const closer of closers.reverse()) await closer();
  };
  try {
    const dataDir = temporaryDataDir();
    closers.push(async () => rmSync(dataDir, { recursive: true, force: true }));
    const chain = await startSandbox({ finalitySlots: FINALITY_SLOTS });
    closers.push(() => chain.stop());
    const toChain = await wayTo(chain.url, options.gateway, options.toChain ?? TO_CHAIN);
    closers.push(() => toChain.close());
    const test = await openBooks(options);
    closers.push(() => test.stop());
    const toBooks = await wayTo(test.url, undefined, options.toBooks ?? TO_BOOKS);
    closers.push(() => toBooks.close());
    const merchant = makeWallet().address;
    const sponsor = Keypair.generate();
    await rpc(chain.url, 'requestAirdrop', [sponsor.publicKey.toBase58(), FEE_PAYER_LAMPORTS]);
    await rpc(chain.url, 'sandbox_airdropUsdc', [merchant, '0']);
    const shared = {
      ...files(dataDir, sponsor),
      DATABASE_URL: toBooks.url,
      SOLANA_RPC_URLS: toChain.url,
      PAY_TO: merchant,
      ...options.env,
    };
    const replicas = await openReplicas(dataDir, shared, options);
    closers.push(() => replicas.end());
    return {
      rpcUrl: chain.url,
      sql: test.database.sql,
      database: test.database,
      merchant,
      feePayer: sponsor.publicKey.toBase58(),
      asset: await readMintAsset(chain.url, address(chain.usdcMint)),
      subjects: chain.subjects,
      urls: replicas.urls,
      kill: (replica) => replicas.kill(replica),
      terminate: (replica) => replicas.terminate(replica),
      restart: (replica) => replicas.start(replica),
      pid: (replica) => replicas.pid(replica),
      output: () => replicas.output,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** An address by way of a gateway, or over a distance; the address itself where it is near. */
async function wayTo(target: string, gateway: WorldOptions['gateway'], distance: Distance): Promise<Way> {
  if (gateway !== undefined) return await gateway(target);
  if (distance.thereMs === 0 && distance.backMs === 0) return { url: target, close: async () => undefined };
  const link = await openSlowLink(new URL(target), distance);
  return { url: over(target, link), close: () => link.close() };
}

async function openBooks({ databaseUrl }: WorldOptions): Promise<TestDatabase> {
  if (databaseUrl === undefined) return await openTestDatabase();
  const database = await openDatabase({ url: databaseUrl });
  return { database, url: databaseUrl, stop: () => database.stop() };
}

async function openReplicas(dataDir: string, shared: Env, options: WorldOptions): Promise<Replicas> {
  const { replicas = 2, workers, envOf = () => ({}) } = options;
  const envs = Array.from({ length: replicas }, (_, n) => replicaOf(dataDir, n, { ...shared, ...envOf(n) }));
  const opened = new Replicas(await Promise.all(envs), workers);
  try {
    await Promise.all(opened.urls.map((_, n) => opened.start(n)));
    return opened;
  } catch (error) {
    await opened.end();
    throw error;
  }
}

/** The same address by way of a link. */
function over(address: string, { port }: { readonly port: number }): string {
  const url = new URL(address);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return url.href;
}

/** The files and secrets that replicas share. The public origin is one, as it is behind a balancer. */
function files(dataDir: string, sponsor: Keypair): Env {
  const signingKey = join(dataDir, 'signing-key.pem');
  const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' });
  writeFileSync(signingKey, pem, { mode: 0o600 });
  const feePayer = join(dataDir, 'fee-payer.json');
  writeFileSync(feePayer, JSON.stringify([...sponsor.secretKey]), { mode: 0o600 });
  return {
    SIGNING_KEY: signingKey,
    X402_FEE_PAYER: feePayer,
    X402_FACILITATOR: 'local',
    TICKET_SECRET: 'a secret that all replicas of this run share',
    SOLANA_NETWORK: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
    BASE_URL: 'http://assay.test',
  };
}

async function replicaOf(dataDir: string, replica: number, shared: Env): Promise<Env & { readonly PORT: string }> {
  return { ...shared, DATA_DIR: join(dataDir, `replica-${replica}`), PORT: String(await freePort()) };
}

/**
 * Lets the time of leases pass at once: every open work belongs to processes that are gone, or to one that stood still for so long. The
 * books must be right in both cases.
 */
export async function letLeasesLapse({ sql }: Pick<World, 'sql'>): Promise<void> {
  await sql`UPDATE holds SET expires_at = now() - interval '1 second' WHERE state = 'held'`;
  await sql`UPDATE payments SET leased_until = now() WHERE closed_at IS NULL`;
}

/** As many blocks at once as make sure that what is not on chain by now never will be. */
export async function letBlockhashesExpire({ rpcUrl }: Pick<World, 'rpcUrl'>): Promise<void> {
  await rpc(rpcUrl, 'sandbox_advance', [PAST_EVERY_BLOCKHASH]);
  await pause(TIP_FORGOTTEN_MS);
}
