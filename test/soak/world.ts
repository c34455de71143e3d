import { generateKeyPairSync } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Keypair } from '@solana/web3.js';
import type { Sql } from '#ledger/postgres/database.ts';
import { type Address, address } from '#lib/address.ts';
import { startSandbox } from '#sandbox/start.ts';
import { rpc } from '../../src/operator/demo/calls.ts';
import { type Asset, readAsset } from '../../src/operator/demo/chain.ts';
import { makeWallet } from '../../src/operator/demo/wallet.ts';
import { openTestDatabase, temporaryDataDir } from '../support/database.ts';
import { freePort, type Service, startService } from '../support/service.ts';
import { openSlowLink } from './slow-link.ts';

/** Two replicas of the real service over one PostgreSQL and one chain, and the power to kill them. */
export interface World {
  /** The chain as the buyers reach it. */
  readonly rpcUrl: string;
  readonly sql: Sql;
  readonly merchant: Address;
  readonly feePayer: string;
  readonly asset: Asset;
  readonly subjects: readonly string[];
  /** The origins of the replicas; they stay the same over restarts. */
  readonly urls: readonly [string, string];
  /** `kill -9` of a replica. */
  kill(replica: number): Promise<void>;
  restart(replica: number): Promise<void>;
  /** What the replicas printed, of all their lives. */
  output(): string;
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
/** The services look at the tip every two seconds; what they reserve before that would be bound to the past. */
const TIP_NOTICED_MS = 2_500;

/** Starts everything; ends what was started when a part fails. */
export async function openWorld(): Promise<World> {
  const closers: (() => Promise<unknown>)[] = [];
  const close = async (): Promise<void> => {
    for (const closer of closers.reverse()) await closer();
  };
  try {
    const dataDir = temporaryDataDir();
    closers.push(async () => rmSync(dataDir, { recursive: true, force: true }));
    const chain = await startSandbox({ finalitySlots: FINALITY_SLOTS });
    closers.push(() => chain.stop());
    const toChain = await openSlowLink(new URL(chain.url), TO_CHAIN);
    closers.push(() => toChain.close());
    const test = await openTestDatabase();
    closers.push(() => test.stop());
    const toBooks = await openSlowLink(new URL(test.url), TO_BOOKS);
    closers.push(() => toBooks.close());
    const merchant = makeWallet().address;
    const sponsor = Keypair.generate();
    await rpc(chain.url, 'requestAirdrop', [sponsor.publicKey.toBase58(), FEE_PAYER_LAMPORTS]);
    await rpc(chain.url, 'sandbox_airdropUsdc', [merchant, '0']);
    const shared = {
      ...files(dataDir, sponsor),
      DATABASE_URL: over(test.url, toBooks),
      SOLANA_RPC_URLS: over(chain.url, toChain),
      PAY_TO: merchant,
    };
    const replicas = new Replicas([await replicaOf(dataDir, 0, shared), await replicaOf(dataDir, 1, shared)]);
    closers.push(() => replicas.end());
    await Promise.all([replicas.start(0), replicas.start(1)]);
    return {
      rpcUrl: chain.url,
      sql: test.database.sql,
      merchant,
      feePayer: sponsor.publicKey.toBase58(),
      asset: await readAsset(chain.url, address(chain.usdcMint)),
      subjects: chain.subjects.filter(({ kind }) => kind === 'funder').map(({ address: subject }) => subject),
      urls: replicas.urls,
      kill: (replica) => replicas.kill(replica),
      restart: (replica) => replicas.start(replica),
      output: () => replicas.output,
      close,
    };
  } catch (error) {
    await close();
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

type Env = Readonly<Record<string, string>>;

/** What replicas share as files and secrets. The public origin is one, as it is behind a balancer. */
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

/** The processes of the service. */
class Replicas {
  readonly urls: readonly [string, string];
  readonly #envs: readonly [Env, Env];
  readonly #running = new Map<number, Service>();
  #past = '';

  constructor(envs: readonly [Env & { readonly PORT: string }, Env & { readonly PORT: string }]) {
    this.#envs = envs;
    this.urls = [`http://127.0.0.1:${envs[0].PORT}`, `http://127.0.0.1:${envs[1].PORT}`];
  }

  get output(): string {
    return this.#past + [...this.#running.values()].map((service) => service.output()).join('');
  }

  async start(replica: number): Promise<void> {
    this.#running.set(replica, await startService(this.#envs[replica] ?? {}));
  }

  async kill(replica: number): Promise<void> {
    const service = this.#running.get(replica);
    if (service === undefined) throw new Error(`replica ${replica} does not run`);
    this.#running.delete(replica);
    if ((await service.end('SIGKILL')) !== null) throw new Error(`replica ${replica} ended by itself`);
    this.#past += service.output();
  }

  async end(): Promise<void> {
    await Promise.all([...this.#running.values()].map((service) => service.end('SIGKILL')));
  }
}

/**
 * The time that leases last, made to pass at once: whatever is open belongs to processes that are gone, or to one that
 * stood still for so long. The books must be right in both cases.
 */
export async function letLeasesLapse({ sql }: World): Promise<void> {
  await sql`UPDATE holds SET expires_at = now() - interval '1 second' WHERE state = 'held'`;
  await sql`UPDATE payments SET leased_until = now() WHERE closed_at IS NULL`;
}

/** As many blocks at once as make sure that what is not on chain by now never will be. */
export async function letBlockhashesExpire({ rpcUrl }: World): Promise<void> {
  await rpc(rpcUrl, 'sandbox_advance', [PAST_EVERY_BLOCKHASH]);
  await pause(TIP_NOTICED_MS);
}
