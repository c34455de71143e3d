import { RpcFault, type RpcMethods, serveJsonRpc } from 'assay-sandbox/json-rpc.ts';
import { accountMethods } from 'assay-sandbox/rpc/account-encoding.ts';
import { clusterMethods } from 'assay-sandbox/rpc/cluster.ts';
import { historyMethods } from 'assay-sandbox/rpc/history.ts';
import { tokenMethods } from 'assay-sandbox/rpc/tokens.ts';
import { loadLabels } from '#chain/labels/label-table.ts';
import { openChain } from '#chain/open-chain.ts';
import { knownPrograms } from '#derive/effects/effect-scene.ts';
import { gatherWallet } from '#facts/wallet/evidence.ts';
import type { HistoryBounds } from '#gather/wallet/history.ts';
import type { WalletEvidence } from '#rules/wallet/evidence.ts';
import { address } from '#solana/address.ts';
import { noMarket } from '../../support/no-market.ts';
import type { Life } from './life.ts';
import { moneyCoins } from './stage/coins.ts';
import type { Stage } from './stage/stage.ts';

/** A transaction that the endpoint does not give: not at all, or only its body. */
export interface Withheld {
  readonly signature: string;
  readonly listed: boolean;
}

const labels = loadLabels();
const bounds: HistoryBounds = {
  windowSeconds: 90 * 86_400,
  signaturesMax: 3_000,
  signaturesWithBodiesMax: 20_000,
  tokenSignaturesMax: 1_500,
};
const roomy = { timeMsMax: 60_000, callsMax: 100_000, bytesMax: 1e9 };

/** `lists`: the endpoint does not offer lists with bodies. */
interface CheckService {
  withheld: Withheld | null;
  lists: boolean;
}

/** How a wallet is read; `lists` as in the service. */
interface Reading {
  readonly withheld?: Withheld | null;
  readonly lists: boolean;
  readonly within?: HistoryBounds;
}

/** A stage's chain behind JSON-RPC on loopback, as the service reads it. */
export class Served {
  readonly #close: () => Promise<void>;
  readonly #url: string;
  readonly #service: CheckService;

  private constructor(url: string, service: CheckService, close: () => Promise<void>) {
    this.#url = url;
    this.#service = service;
    this.#close = close;
  }

  static async open(stage: Stage): Promise<Served> {
    const service: CheckService = { withheld: null, lists: false };
    const server = await serveJsonRpc(methodsOf(stage, service));
    return new Served(server.url, service, () => server.close());
  }

  /** What a wallet check reads of a wallet, by nothing but RPC. It must be the same whether lists come with their bodies or without. */
  async evidence(life: Life): Promise<WalletEvidence> {
    const withBodies = await this.#read(life, { lists: false });
    const byLists = await this.#read(life, { lists: true });
    const [one, other] = [timeless(withBodies), timeless(byLists)];
    if (one !== other) throw new Error(differenceOf(life.actor.address, one, other));
    return withBodies;
  }

  /** The same with one transaction withheld; `lists`: lists come without their bodies. */
  async evidenceWithout(life: Life, withheld: Withheld, lists: boolean): Promise<WalletEvidence> {
    return await this.#read(life, { withheld, lists });
  }

  /** The same where a check counts no more than so many transactions, so that its window shrinks. */
  async shortened(life: Life, transactionsMax: number, lists: boolean): Promise<WalletEvidence> {
    const counts = { signaturesMax: transactionsMax, signaturesWithBodiesMax: transactionsMax, windowSecondsMin: 0 };
    return await this.#read(life, { lists, within: { ...bounds, ...counts } });
  }

  async #read(life: Life, { withheld = null, lists, within = bounds }: Reading): Promise<WalletEvidence> {
    this.#service.withheld = withheld;
    this.#service.lists = lists;
    const chain = openChain({ urls: [this.#url] });
    const session = chain.session();
    try {
      const programs = knownPrograms(
        labels,
        moneyCoins.map(({ mint }) => mint),
      );
      return await gatherWallet(address(life.actor.address), session.reader(roomy), {
        programs,
        bounds: within,
        market: noMarket,
        store: null,
      });
    } finally {
      session.close();
      await chain.close();
    }
  }

  close(): Promise<void> {
    return this.#close();
  }
}

function methodsOf({ chain }: Stage, service: CheckService): RpcMethods {
  const history = historyMethods(chain);
  const whole = { ...clusterMethods(chain), ...accountMethods(chain), ...tokenMethods(chain), ...history };
  return {
    ...whole,
    getSignaturesForAddress: (params) => {
      const page = history.getSignaturesForAddress?.(params) as readonly { readonly signature: string }[];
      const { withheld } = service;
      return withheld && !withheld.listed ? page.filter(({ signature }) => signature !== withheld.signature) : page;
    },
    getTransactionsForAddress: (params) => {
      const { withheld, lists } = service;
      if (lists) throw new RpcFault(-32601, 'Method not found');
      const page = history.getTransactionsForAddress?.(params) as { readonly data: readonly Listed[] };
      const data = page.data
        .filter(({ transaction }) => !isOf(transaction, withheld) || withheld?.listed)
        .map((entry) => (isOf(entry.transaction, withheld) ? { ...entry, meta: null } : entry));
      return { ...page, data };
    },
    getTransaction: (params) =>
      params[0] === service.withheld?.signature ? null : (history.getTransaction?.(params) ?? null),
  };
}

/** Where two readings of a wallet part. */
function differenceOf(wallet: string, one: string, other: string): string {
  const at = [...one].findIndex((letter, index) => letter !== other[index]);
  const near = (text: string) => text.slice(Math.max(0, at - 200), at + 200);
  return `${wallet} is another one by lists:\n${near(one)}\n${near(other)}`;
}

/** What differs by when it was asked. */
const PASSING: ReadonlySet<string> = new Set(['asOf', 'askedFrom', 'windowFrom', 'windowTo']);

function timeless(evidence: WalletEvidence): string {
  return JSON.stringify(evidence, (name, value: unknown) => {
    if (PASSING.has(name)) return undefined;
    if (value instanceof Map || value instanceof Set) return [...value];
    return typeof value === 'bigint' ? `${value}` : value;
  });
}

interface Listed {
  readonly transaction: { readonly signatures: readonly string[] };
}

function isOf({ signatures }: Listed['transaction'], withheld: Withheld | null): boolean {
  return signatures[0] === withheld?.signature;
}
