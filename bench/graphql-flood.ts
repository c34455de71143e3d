// What a sender of many different documents costs the others: the preparation and execution of documents that others use again and again,
// between documents of an attacker, in this process, without sockets. Each sent once, and each sent twice, against one document of his
// that is sent as often.
import { fileURLToPath } from 'node:url';
import { openEngine } from '#transport/graphql/engine.ts';
import type { Asking } from '#transport/graphql/server-context.ts';
import { median, ratiosOf, report } from './report.ts';

const DOCUMENTS = Number(process.env.FLOOD_DOCUMENTS ?? 1_000_000);
const OTHERS = 50;
/** After so many documents of the attacker each of the others sends his own. */
const EVERY = 1_000;

const unused = new Proxy({} as never, {
  get: () => {
    throw new Error('not a part of this benchmark');
  },
});

function engineOf() {
  const operation = {
    tally: { checks: 0, delivered: 0, billAtomic: 0n, chargedAtomic: 0n },
    refusal: null,
    receipt: null,
    change: null,
    close: async () => undefined,
  };
  const service = { open: () => operation } as never;
  return openEngine({ service, money: { settings: { enabled: false } } as never, settings: unused, log: unused });
}

const asking: Asking = {
  caller: { credentials: { apiKey: null, address: '127.0.0.1' }, requestId: 'r' } as never,
  concurrencyLimit: { max: 1, acquire: () => 1, release: () => undefined },
  isSafe: false,
  takesEvents: false,
  prefersEvents: false,
  stream: 's',
  resumes: false,
  whenLeft: () => undefined,
  errors: { baseUrl: '', requestId: 'r', hidden: console.error, refused: () => undefined },
};

/** Documents that are executed each time, each with a selection of its own. */
const others = Array.from(
  { length: OTHERS },
  (_, n) => `query Other${n}($k: Kind) { reasonCodes(kind: $k) { code o${n}: severity meaning } }`,
);
const hostile = (n: number) =>
  `query H${n}($k: Kind = FUNDER) { a${n}: reasonCodes(kind: $k, code: "NONE") { code kind meaning } }`;

/** The microseconds of one document of the others, by round, while the attacker sends his. */
async function underFlood(documentOf: (n: number) => string): Promise<readonly number[]> {
  const answer = engineOf();
  const send = async (query: string) => {
    const given = await answer({ query, variables: { k: 'TRADE' } }, asking);
    if (!('isRefusal' in given) || given.isRefusal) throw new Error(`refused: ${JSON.stringify(given)}`);
  };
  for (let n = 0; n < 20; n += 1) for (const query of others) await send(query);
  const micros: number[] = [];
  for (let n = 0; n < DOCUMENTS; n += 1) {
    await send(documentOf(n));
    if ((n + 1) % EVERY !== 0) continue;
    const before = process.cpuUsage();
    for (const query of others) await send(query);
    const { user, system } = process.cpuUsage(before);
    micros.push((user + system) / OTHERS);
  }
  return micros;
}

/** Prints what the others' documents cost beside each flood. */
export async function run(): Promise<void> {
  const floods = {
    'one document, sent again and again': () => hostile(0),
    'documents sent once': hostile,
    'documents sent twice': (n: number) => hostile(n >> 1),
  };
  const costs = new Map<string, readonly number[]>();
  for (const [what, documentOf] of Object.entries(floods)) {
    costs.set(what, await underFlood(documentOf));
    const micros = costs.get(what) ?? [];
    console.log(`  beside ${DOCUMENTS} ${what}: ${median(micros).toFixed(1)} us for each document of the others`);
  }
  const [calm, ...others] = [...costs];
  for (const [what, micros] of others) {
    const ratios = ratiosOf([median(micros)], [median(calm?.[1] ?? [])]);
    console.log(`  ${what}: ${median(ratios).toFixed(3)} of the cost beside one document`);
    report({
      what: `GraphQL of others beside ${what}`,
      budget: "others' GraphQL under a flood / beside one document",
      ours: `${median(micros).toFixed(1)} us`,
      beside: `${median(calm?.[1] ?? []).toFixed(1)} us`,
      ratios,
    });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run();
