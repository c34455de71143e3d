import type { LabelTable } from 'assay-core/chain/labels/label.ts';
import { loadLabels } from 'assay-core/chain/labels/label-table.ts';
import { openChain } from 'assay-core/chain/open-chain.ts';
import { openInspectors, openMarket } from 'assay-core/check/inspectors.ts';
import { loadIssuers } from 'assay-core/derive/token/issuers/issuer-table.ts';
import type { EffectStore } from 'assay-core/gather/effects/effect-store.ts';
import { openEffectStore } from 'assay-core/gather/effects/effect-store.ts';
import type { Judgement } from 'assay-core/rules/check.ts';
import { type Address, addressBytes } from 'assay-core/solana/address.ts';
import type { Sql } from '#ledger/postgres/sql.ts';
import { openWalletHistories } from '#ledger/wallets/histories.ts';
import type { AskedOfRoad, WatchedSandbox } from '../../packages/core/test/support/wallet-road.ts';

const DAY_SECONDS = 86_400;
/** Far above what a check takes, however busy the machine is. */
const CHECK_MS_MAX = 600_000;

/** Read once: they are the same for every process. */
let labels: LabelTable | null = null;

/** The state of one process of the service: a connection with its memory of finalized transactions. */
interface Replica {
  judge(subject: Address): Promise<Judgement>;
  close(): Promise<void>;
}

/** A process that has just started, over an endpoint; null keeps nothing of wallets. */
function openReplica({ url, usdcMint }: WatchedSandbox, store: EffectStore | null): Replica {
  const chain = openChain({ urls: [url] });
  const bounds = {
    windowSeconds: 90 * DAY_SECONDS,
    signaturesMax: 3_000,
    signaturesWithBodiesMax: 20_000,
    tokenSignaturesMax: 1_500,
  };
  labels ??= loadLabels();
  const { wallet } = openInspectors({
    labels,
    issuers: loadIssuers(),
    market: openMarket(usdcMint),
    usdcMint,
    wallet: { bounds, store },
    overrides: {
      checkTimeMsMax: CHECK_MS_MAX,
      rpcCallsPerCheckMax: null,
      rpcBytesPerCheckMax: null,
      rpcPicoUsdPerCheckMax: null,
    },
    warn: () => undefined,
  });
  if (!wallet) throw new Error('the wallet check is not available');
  return {
    async judge(subject) {
      const session = chain.session();
      const ask = { kind: 'wallet', subject, sizeLamports: null } as const;
      const { judgement } = await wallet.inspect(ask, session.reader(wallet.bounds));
      session.close();
      return judgement;
    },
    close: () => chain.close(),
  };
}

/** A process's answer, as text, and its calls to the endpoint. */
interface Watched {
  readonly verdict: string;
  readonly text: string;
  readonly asked: AskedOfRoad;
}

/** Processes that check wallets over a watched sandbox, as many as a test starts. */
export interface Replicas {
  /** One that has just started; null keeps nothing. */
  start(store: EffectStore | null): Replica;
  /** A check by one of them, without concurrent checks. */
  watched(process: Replica, subject: Address): Promise<Watched>;
  /** The answer of a process without memory that has just started, as text. */
  judgedWithout(subject: Address): Promise<string>;
  /** Ends all of them. */
  end(): Promise<void>;
}

/** Starts nothing yet. */
export function replicasOver(sandbox: WatchedSandbox): Replicas {
  const started: Replica[] = [];
  const start = (store: EffectStore | null) => {
    const replica = openReplica(sandbox, store);
    started.push(replica);
    return replica;
  };
  return {
    start,
    async watched(process, subject) {
      sandbox.forget();
      const judgement = await process.judge(subject);
      return { verdict: judgement.verdict, text: JSON.stringify(judgement), asked: sandbox.asked() };
    },
    judgedWithout: async (subject) => JSON.stringify(await start(null).judge(subject)),
    async end() {
      await Promise.all(started.splice(0).map((one) => one.close()));
    },
  };
}

/** The store of wallets of a chain in a database, as the service opens it. */
export function storeOf(sql: Sql, chain: string): EffectStore {
  return openEffectStore(openWalletHistories(sql, { chain }));
}

/** The signature of each row that is kept of a wallet, in hex. */
export async function keptSignatures(sql: Sql, chain: string, wallet: Address): Promise<readonly string[]> {
  const rows = await sql<{ signature: Buffer }[]>`
    SELECT signature FROM wallet_effects JOIN wallet_histories ON wallet_histories.id = history_id
    WHERE chain = ${chain} AND wallet = ${addressBytes(wallet)}`;
  return rows.map(({ signature }) => signature.toString('hex'));
}
