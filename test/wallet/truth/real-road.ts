import { loadLabels } from '#chain/labels/table.ts';
import { openChain } from '#chain/open.ts';
import type { WalletEvidence } from '#checks/wallet/evidence.ts';
import { effectWorld } from '#evidence/wallet/effect-world.ts';
import { gatherWallet } from '#evidence/wallet/gather.ts';
import { address } from '#lib/address.ts';
import { type RpcMethods, serveJsonRpc } from '#sandbox/json-rpc.ts';
import { accountMethods } from '#sandbox/rpc/accounts.ts';
import { clusterMethods } from '#sandbox/rpc/cluster.ts';
import { historyMethods } from '#sandbox/rpc/history.ts';
import { tokenMethods } from '#sandbox/rpc/tokens.ts';
import type { Life } from './life.ts';
import type { Stage } from './stage.ts';

/** A transaction that the endpoint does not give: not at all, or only its body. */
export interface Withheld {
  readonly signature: string;
  readonly listed: boolean;
}

const labels = loadLabels();
const bounds = { windowSeconds: 90 * 86_400, signaturesMax: 3_000, tokenSignaturesMax: 1_500 };
const roomy = { timeMsMax: 60_000, callsMax: 100_000, bytesMax: 1e9 };

interface Desk {
  withheld: Withheld | null;
}

/** A stage's chain behind JSON-RPC on loopback, as the service reads it. */
export class Served {
  readonly #stage: Stage;
  readonly #close: () => Promise<void>;
  readonly #url: string;
  readonly #desk: Desk;

  private constructor(stage: Stage, url: string, desk: Desk, close: () => Promise<void>) {
    this.#stage = stage;
    this.#url = url;
    this.#desk = desk;
    this.#close = close;
  }

  static async open(stage: Stage): Promise<Served> {
    const desk: Desk = { withheld: null };
    const server = await serveJsonRpc(methodsOf(stage, desk));
    return new Served(stage, server.url, desk, () => server.close());
  }

  /** What a wallet check reads of a wallet, by nothing but RPC; perhaps with one transaction withheld. */
  async evidence(life: Life, withheld: Withheld | null = null): Promise<WalletEvidence> {
    this.#desk.withheld = withheld;
    const chain = openChain({ urls: [this.#url] });
    const session = chain.session();
    try {
      const world = effectWorld(labels, [this.#stage.dollars.sides[1].mint]);
      return await gatherWallet(address(life.actor.address), session.reader(roomy), { world, bounds, store: null });
    } finally {
      session.close();
      await chain.close();
    }
  }

  close(): Promise<void> {
    return this.#close();
  }
}

function methodsOf({ chain }: Stage, desk: Desk): RpcMethods {
  const history = historyMethods(chain);
  const whole = { ...clusterMethods(chain), ...accountMethods(chain), ...tokenMethods(chain), ...history };
  return {
    ...whole,
    getSignaturesForAddress: (params) => {
      const page = history.getSignaturesForAddress?.(params) as readonly { readonly signature: string }[];
      const { withheld } = desk;
      return withheld && !withheld.listed ? page.filter(({ signature }) => signature !== withheld.signature) : page;
    },
    getTransaction: (params) =>
      params[0] === desk.withheld?.signature ? null : (history.getTransaction?.(params) ?? null),
  };
}
