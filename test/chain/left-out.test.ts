import { openChain } from 'assay-core/chain/open-chain.ts';
import { gapFacts } from 'assay-core/lib/reading.ts';
import { type Address, address } from 'assay-core/solana/address.ts';
import type { RpcMethods } from 'assay-sandbox/json-rpc.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveFaultyRpc } from '../../packages/core/test/support/faulty-rpc.ts';
import { inspectorsFor } from '../../packages/core/test/support/inspectors.ts';
import { type WatchedSandbox, watchSandbox } from '../../packages/core/test/support/wallet-road.ts';
import { unhurried } from '../support/chains.ts';

type Kind = 'wallet' | 'funder' | 'token';

let road: WatchedSandbox;
beforeAll(async () => {
  road = await watchSandbox();
});
afterAll(() => road.close());

/** An endpoint whose lists lack the entry before the oldest one, where they have at least three. */
function leavingOut(): RpcMethods {
  return {
    ...road.methods,
    async getSignaturesForAddress(params) {
      const page = (await road.methods.getSignaturesForAddress?.(params)) as readonly { signature: string }[];
      const whole = await road.listed(String(params[0]));
      const left = whole.length < 3 ? null : whole.at(-2);
      return page.filter(({ signature }) => signature !== left);
    },
  };
}

/** What the check says over these endpoints. */
async function judged(tables: readonly RpcMethods[], kind: Kind, subject: Address) {
  const rpcs = await Promise.all(tables.map((table) => serveFaultyRpc(table)));
  const chain = openChain({ urls: rpcs.map(({ url }) => url), limits: unhurried });
  const session = chain.session();
  const inspector = inspectorsFor(road.usdcMint)[kind];
  if (!inspector) throw new Error(`no ${kind} check`);
  const reader = session.reader(inspector.bounds);
  const { judgement } = await inspector.inspect({ kind, subject, sizeLamports: null }, reader);
  session.close();
  await chain.close();
  await Promise.all(rpcs.map((rpc) => rpc.close()));
  const { verdict, reasons, flags, gaps, decidedBy } = judgement;
  return {
    verdict,
    codes: reasons.map(({ code }) => code),
    flags,
    gaps: gaps.map((gap) => `${gap.reading} ${gap.cause}`),
    free: decidedBy.some(({ cause }) => gapFacts[cause].ours),
  };
}

/** Subjects whose answer rests on lists that the sample world makes long enough, with what is said where nobody else stands beside. */
const subjects = [
  ['funder', '2 SOL from a Binance hot wallet', ['continuity history_missing']],
  [
    'wallet',
    'thirty-two round trips whose gains were paid by wallets of the same owner',
    ['makers history_missing', 'payers history_missing'],
  ],
  ['token', 'nine days old; its maker sold an earlier coin', ['developer history_missing', 'insiders history_missing']],
] as const;

describe('an endpoint that leaves an entry out of the middle of each list', () => {
  it.each(subjects)('changes nothing beside an honest one: %s, %s', async (kind, story, gaps) => {
    const found = road.subjects(kind).find(({ what }) => what.startsWith(story));
    const subject = address(found?.address ?? expect.unreachable(story));
    const truth = await judged([road.methods], kind, subject);
    const alone = await judged([leavingOut()], kind, subject);
    expect(alone.gaps.sort()).toEqual(gaps);
    expect(alone.free).toBe(true);
    expect(await judged([leavingOut(), road.methods], kind, subject)).toEqual(truth);
    expect(await judged([road.methods, leavingOut()], kind, subject)).toEqual(truth);
  });
});
