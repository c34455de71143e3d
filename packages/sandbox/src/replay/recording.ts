import { type Address, parseAddress } from 'assay-core/solana/address.ts';
import { RpcFault, type RpcMethods } from '#json-rpc.ts';
import type { HistoryLine, RecordedAccount, RecordedBody, RecordedWorld } from './world.ts';

/** Asks the recorded endpoint: the `result` of a call, or an `RpcFault` thrown. */
export type AskEndpoint = (method: string, params: readonly unknown[]) => Promise<unknown>;

/** A proxy that answers like the endpoint behind it and remembers the answers. */
export interface Recording {
  readonly methods: RpcMethods;
  /** The recorded answers so far. The slot is the newest that any answer named. */
  world(): Promise<RecordedWorld>;
}

const PASSED_ON = ['getHealth', 'getVersion', 'getGenesisHash', 'getBlockHeight'] as const;

/** The endpoint at `url` as something to ask. */
export function endpoint(url: string): AskEndpoint {
  return async (method, params) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    const answer = (await response.json()) as {
      result?: unknown;
      error?: { code: number; message: string; data?: unknown };
    };
    if (answer.error) throw new RpcFault(answer.error.code, answer.error.message, answer.error.data);
    return answer.result;
  };
}

/**
 * Records what passes between a client and `ask`, for the methods that a replay serves. Pages of one history are joined;
 * accounts are kept when they were asked for whole and in base64, the form that the service uses.
 */
export function recordWorld(ask: AskEndpoint): Recording {
  const memory = new Memory();
  const watched = (method: string, keep: (result: unknown, params: readonly unknown[]) => void) => ({
    [method]: async (params: readonly unknown[]) => {
      const result = await ask(method, params);
      keep(result, params);
      return result;
    },
  });
  const passed = PASSED_ON.map((method) => [method, (params: readonly unknown[]) => ask(method, params)] as const);
  return {
    methods: {
      ...Object.fromEntries(passed),
      ...watched('getSlot', (slot) => memory.sawSlot(slot)),
      ...watched('getBlockTime', (time, [slot]) => memory.blockTimes.set(Number(slot), time as number | null)),
      ...watched('getSignaturesForAddress', (lines, [of]) => memory.sawPage(of, lines)),
      ...watched('getTransaction', (body, [signature]) => memory.sawBody(signature, body)),
      ...watched('getAccountInfo', (result, [key]) => memory.sawAccounts(result, ({ value }) => [[key, value]])),
      ...watched('getMultipleAccounts', (result, [keys]) =>
        memory.sawAccounts(result, ({ value }) =>
          (value as unknown[]).map((one, at) => [(keys as unknown[])[at], one]),
        ),
      ),
      ...watched('getTokenAccountsByOwner', (result) =>
        memory.sawAccounts(result, ({ value }) =>
          (value as { pubkey: unknown; account: unknown }[]).map(({ pubkey, account }) => [pubkey, account]),
        ),
      ),
    },
    world: async () => ({ genesisHash: String(await ask('getGenesisHash', [])), ...memory.parts() }),
  };
}

interface WithContext {
  readonly context: { readonly slot: number };
  readonly value: unknown;
}

class Memory {
  readonly blockTimes = new Map<number, number | null>();
  readonly #accounts = new Map<Address, RecordedAccount>();
  readonly #histories = new Map<Address, Map<string, HistoryLine>>();
  readonly #transactions = new Map<string, RecordedBody>();
  #slot = 0;

  sawSlot(slot: unknown): void {
    this.#slot = Math.max(this.#slot, Number(slot));
  }

  sawPage(of: unknown, lines: unknown): void {
    const address = parseAddress(of);
    if (!address) return;
    const known = this.#histories.get(address) ?? new Map<string, HistoryLine>();
    for (const { signature, slot, err, memo, blockTime } of lines as HistoryLine[]) {
      known.set(signature, { signature, slot, err, memo, blockTime });
    }
    this.#histories.set(address, known);
  }

  sawBody(signature: unknown, body: unknown): void {
    if (body !== null) this.#transactions.set(String(signature), body as RecordedBody);
  }

  sawAccounts(result: unknown, entries: (result: WithContext) => readonly (readonly [unknown, unknown])[]): void {
    this.sawSlot((result as WithContext).context.slot);
    for (const [key, value] of entries(result as WithContext)) {
      const address = parseAddress(key);
      const account = address && recordedAccount(address, value);
      if (account) this.#accounts.set(account.address, account);
    }
  }

  parts(): Omit<RecordedWorld, 'genesisHash'> {
    // Pages arrive newest first, so a stable sort keeps the order within a slot.
    const joined = [...this.#histories].map(
      ([address, lines]) => [address, [...lines.values()].sort((a, b) => b.slot - a.slot)] as const,
    );
    return {
      slot: this.#slot,
      blockTimes: new Map(this.blockTimes),
      accounts: new Map(this.#accounts),
      histories: new Map(joined),
      transactions: new Map(this.#transactions),
    };
  }
}

function recordedAccount(address: Address, value: unknown): RecordedAccount | null {
  const account = value as { lamports: number; owner: unknown; executable: boolean; data: unknown } | null;
  const owner = parseAddress(account?.owner);
  if (!account || !owner || !Array.isArray(account.data) || account.data[1] !== 'base64') return null;
  const data = Buffer.from(String(account.data[0]), 'base64');
  if ('space' in account && account.space !== data.length) return null;
  return { address, lamports: BigInt(account.lamports), owner, executable: account.executable, data };
}
