import { type SampleSubject, WORLD_SEED } from 'assay-sandbox/identity.ts';
import type { RpcMethods } from 'assay-sandbox/json-rpc.ts';
import { type Sandbox, startSandbox } from 'assay-sandbox/start.ts';
import { Cast } from 'assay-sandbox/world/actors.ts';
import { signedBytes, type TransactionDraft } from 'assay-sandbox/world/transaction.ts';
import { HOLDINGS_MAX } from '#chain/loaders/token-holdings.ts';
import { type Address, address } from '#solana/address.ts';
import { rpc } from '../sandbox/rpc.ts';
import { type FaultyRpc, serveFaultyRpc } from './faulty-rpc.ts';

/** What was asked of the endpoint since the last `forget`. */
export interface AskedOfRoad {
  /** HTTP requests, those that only look how the endpoint is doing left out. */
  readonly requests: number;
  /** Transactions whose bodies were asked for, and addresses whose lists were, each as often as it was. */
  readonly bodies: readonly string[];
  readonly lists: readonly string[];
}

/** The sandbox behind an endpoint that counts, whose clock stands still, and which can leave transactions out. */
export interface WatchedSandbox {
  readonly url: string;
  readonly usdcMint: Address;
  /** What the endpoint answers from, and the same with pages of bodies, for further endpoints of the same chain. */
  readonly methods: RpcMethods;
  readonly methodsWithBodies: RpcMethods;
  /** The people of the sample world, who can sign. */
  readonly cast: Cast;
  /** The sample subject of the wallet check whose story begins so. */
  subject(story: string): Address;
  /** The sample subjects of a kind of check, with the verdicts that they are there for. */
  subjects(kind: SampleSubject['kind']): readonly SampleSubject[];
  /** All signatures of an address, newest first, as the chain itself tells. */
  listed(of: string): Promise<readonly string[]>;
  /** Runs a transaction and makes it final, which moves the clock. Its signature. */
  send(draft: TransactionDraft): Promise<string>;
  /** The same for many that differ from each other, one after the other, and final together. */
  sendAll(drafts: readonly TransactionDraft[]): Promise<void>;
  /** From now on these have no bodies; `unlisted` ones are on no list either. Nothing is withheld without arguments. */
  withhold(signatures?: readonly string[], unlisted?: 'unlisted'): void;
  /** From now on this one has so many token accounts of each program that nobody looks at them. */
  crowd(owner: string): void;
  asked(): AskedOfRoad;
  forget(): void;
  close(): Promise<void>;
}

const FINALITY_SLOTS = 33;
const BLOCKHASH_USES_MAX = 50;

/** Everything that a check or a start of the service asks for, or somebody who pays. */
const METHODS = [
  ...['getMultipleAccounts', 'getAccountInfo', 'getTokenAccountsByOwner', 'getProgramAccounts', 'getBlockTime'],
  ...['getSignaturesForAddress', 'getTransaction', 'getTokenLargestAccounts', 'getTokenSupply', 'getGenesisHash'],
  ...['getSlot', 'getLatestBlockhash', 'getHealth', 'getVersion', 'simulateTransaction', 'getSignatureStatuses'],
];
/** The last is asked once of an endpoint that does not offer it. */
const LOOKS = ['getSlot', 'getGenesisHash', 'getHealth', 'getVersion', 'getTransactionsForAddress'];
const PROBES: ReadonlySet<string> = new Set(LOOKS);

interface Withheld {
  readonly bodies: ReadonlySet<unknown>;
  readonly entries: ReadonlySet<unknown>;
}

/** What the counting endpoint answers from, as the tests change it. */
interface Present {
  unixSeconds: number;
  withheld: Withheld;
  crowded: string | null;
}

const CROWD = Array(HOLDINGS_MAX + 1).fill({});

const nothing: Withheld = { bodies: new Set(), entries: new Set() };

/** Starts a sandbox and the endpoint before it. Every answer about the present is of one moment until something is sent. */
export async function watchSandbox(): Promise<WatchedSandbox> {
  const sandbox = await startSandbox();
  const present: Present = { unixSeconds: await finalTime(sandbox.url), withheld: nothing, crowded: null };
  const methods = passing(sandbox.url, present);
  const front = await serveFaultyRpc(methods);
  let first = 0;
  return {
    url: front.url,
    methods,
    methodsWithBodies: {
      ...methods,
      getTransactionsForAddress: (params) => rpc(sandbox.url, 'getTransactionsForAddress', params),
    },
    usdcMint: address(sandbox.usdcMint),
    cast: new Cast(WORLD_SEED),
    subject: (story) => subjectOf(sandbox, story),
    subjects: (kind) => sandbox.subjects.filter((subject) => subject.kind === kind),
    listed: async (of) => signaturesOf(await rpc(sandbox.url, 'getSignaturesForAddress', [of])),
    async send(draft) {
      const signature = await sent(sandbox.url, draft, await latestBlockhash(sandbox.url));
      present.unixSeconds = await afterFinality(sandbox.url);
      return signature;
    },
    async sendAll(drafts) {
      let blockhash = '';
      for (const [n, draft] of drafts.entries()) {
        if (n % BLOCKHASH_USES_MAX === 0) blockhash = await latestBlockhash(sandbox.url);
        await sent(sandbox.url, draft, blockhash);
      }
      present.unixSeconds = await afterFinality(sandbox.url);
    },
    withhold(signatures = [], unlisted) {
      const bodies = new Set(signatures);
      present.withheld = { bodies, entries: unlisted ? bodies : nothing.entries };
    },
    crowd(owner) {
      present.crowded = owner;
    },
    asked: () => askedSince(front, first),
    forget() {
      first = front.requests.length;
    },
    async close() {
      await front.close();
      await sandbox.stop();
    },
  };
}

async function latestBlockhash(url: string): Promise<string> {
  const { value } = await rpc<{ value: { blockhash: string } }>(url, 'getLatestBlockhash');
  return value.blockhash;
}

async function sent(url: string, draft: TransactionDraft, blockhash: string): Promise<string> {
  const wire = Buffer.from(signedBytes(draft, blockhash)).toString('base64');
  return await rpc<string>(url, 'sendTransaction', [wire, { encoding: 'base64' }]);
}

/** Moves the clock until what was sent is final. The time then, Unix seconds. */
async function afterFinality(url: string): Promise<number> {
  await rpc(url, 'sandbox_advance', [FINALITY_SLOTS]);
  return await finalTime(url);
}

function subjectOf({ subjects }: Sandbox, story: string): Address {
  const found = subjects.find(({ kind, what }) => kind === 'wallet' && what.startsWith(story));
  if (!found) throw new Error(`no wallet is about ${story}`);
  return address(found.address);
}

/**
 * The sandbox's answers, without what is withheld, and with one block time for the present. The body of a transaction never
 * changes, so each is fetched once.
 */
function passing(url: string, present: Present): RpcMethods {
  const bodies = new Map<string, Promise<unknown>>();
  const bodyOf = (params: readonly unknown[]) => {
    const key = JSON.stringify(params);
    const body = bodies.get(key) ?? rpc(url, 'getTransaction', params);
    bodies.set(key, body);
    // One that is not final yet has no body, and a failure is none.
    body.then(
      (found) => found ?? bodies.delete(key),
      () => bodies.delete(key),
    );
    return body;
  };
  const plain = METHODS.map((method) => [method, (params: readonly unknown[]) => rpc(url, method, params)] as const);
  return {
    ...Object.fromEntries(plain),
    getBlockTime: () => present.unixSeconds,
    getTokenAccountsByOwner: (params) =>
      params[0] === present.crowded
        ? { context: { slot: 1 }, value: CROWD }
        : rpc(url, 'getTokenAccountsByOwner', params),
    async getSignaturesForAddress(params) {
      const page = await rpc<readonly { signature: string }[]>(url, 'getSignaturesForAddress', params);
      return page.filter(({ signature }) => !present.withheld.entries.has(signature));
    },
    getTransaction: (params) => (present.withheld.bodies.has(params[0]) ? null : bodyOf(params)),
  };
}

async function finalTime(url: string): Promise<number> {
  const slot = await rpc<number>(url, 'getSlot', [{ commitment: 'finalized' }]);
  return await rpc<number>(url, 'getBlockTime', [slot]);
}

function signaturesOf(page: readonly { readonly signature: string }[]): readonly string[] {
  return page.map(({ signature }) => signature);
}

function askedSince({ requests }: FaultyRpc, first: number): AskedOfRoad {
  const real = requests.slice(first).filter(({ calls }) => calls.some(({ method }) => !PROBES.has(method)));
  const named = (name: string) =>
    real.flatMap(({ calls }) => calls.flatMap(({ method, params }) => (method === name ? [String(params[0])] : [])));
  return { requests: real.length, bodies: named('getTransaction'), lists: named('getSignaturesForAddress') };
}
