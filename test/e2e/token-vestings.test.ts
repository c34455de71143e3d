import type { Address } from 'assay-core/solana/address.ts';
import { jupiterEscrow, streamflowStream } from 'assay-sandbox/pools/lockers.ts';
import { curveMintAccount } from 'assay-sandbox/pools/pump-curve.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  putAccount,
  putTokens,
  type TokenWorld,
  tokenMethods,
  tokenWorld,
  WORLD_TIME,
} from '../../packages/core/test/support/token-worlds.ts';
import { key } from '../../packages/core/test/support/transactions.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { type TokenAnswer, withTokens } from '../support/token-service.ts';

/* Vestings of three tenths of the supply, over REST. */

const NOW = BigInt(WORLD_TIME);
const DAY = 86_400n;
const SUPPLY = 10n ** 15n;
const THREE_TENTHS = (SUPPLY * 3n) / 10n;
const [SENDER, TEAM] = [key('sender of vestings'), key('team')];

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.stop());

/** A vesting of so much that opens in equal parts, one each day. `cancelable`: by its sender. */
interface Vesting {
  readonly amount?: bigint;
  readonly firstInDays: bigint;
  readonly days: bigint;
  readonly recipient?: Address;
  readonly cancelable?: boolean;
}

const programs = {
  jupiter(world: TokenWorld, vesting: Vesting, n: number) {
    const escrow = jupiterEscrow({
      ...specOf(world, vesting),
      base: key(`base ${n}`),
      cancelMode: vesting.cancelable ? 1 : 0,
    });
    putAccount(world, escrow);
    putTokens(world, world.subject, escrow.address, vesting.amount ?? THREE_TENTHS);
  },
  streamflow(world: TokenWorld, vesting: Vesting, n: number) {
    const end = NOW + (vesting.firstInDays + vesting.days + 1n) * DAY;
    const flags = vesting.cancelable ? [457] : [];
    const stream = streamflowStream({ ...specOf(world, vesting), stream: key(`stream ${n}`), end, flags });
    putAccount(world, stream);
    putTokens(world, world.subject, stream.escrow, vesting.amount ?? THREE_TENTHS, stream.escrow);
  },
};

function specOf({ subject }: TokenWorld, { amount = THREE_TENTHS, firstInDays, days, recipient = TEAM }: Vesting) {
  const cliff = { at: NOW + firstInDays * DAY, amount: amount % days };
  const periods = { count: days, every: DAY, each: amount / days };
  return { mint: subject, creator: SENDER, recipient, cliff, periods };
}

type Program = keyof typeof programs;

/** The evidence of a reason. */
function reasonIn(body: TokenAnswer['body'], code: string): unknown {
  const reasons = body.reasons as readonly { readonly code: string; readonly evidence: unknown }[];
  return reasons.find((one) => one.code === code)?.evidence;
}

async function answerTo(program: Program, ...vestings: readonly Vesting[]): Promise<TokenAnswer['body']> {
  const world = tokenWorld(curveMintAccount({ mint: key(`mint under ${program}`), supply: SUPPLY }));
  for (const [n, vesting] of vestings.entries()) programs[program](world, vesting, n);
  const bodies: TokenAnswer['body'][] = [];
  await withTokens(database, [tokenMethods(world)], async ({ ask }) => {
    bodies.push((await ask(world.subject)).body);
  });
  const [body] = bodies;
  if (!body) throw new Error('no answer');
  return body;
}

const LARGE = 'TOP1_HOLDER_DOMINANT';

describe.each(['jupiter', 'streamflow'] as const)('three tenths of the supply in a vesting of %s', (program) => {
  it('that opens over years are no serious fact, and are told apart', async () => {
    const body = await answerTo(program, { firstInDays: 1n, days: 1_460n });
    expect([body.verdict, body.reason_codes]).toEqual(['LOW_RISK', ['NO_ADVERSE_FACT']]);
    expect(body.flags).toContain('VESTING_AMONG_HOLDERS');
    const [vesting, ...others] = body.metrics.vestings ?? [];
    expect(others).toEqual([]);
    expect(vesting).toMatchObject({ sender: SENDER, recipient: TEAM, cancelable_by: [], share_bps: 3_000 });
    expect(vesting?.opens_soon).toBe(String((THREE_TENTHS / 1_460n) * 28n + (THREE_TENTHS % 1_460n)));
    expect(vesting?.next_unlock_unix).toBe(WORLD_TIME + 86_400);
    expect(vesting?.ends_unix).toBe(WORLD_TIME + 1_461 * 86_400);
  });

  it('are held by whoever sent them where he can take them back', async () => {
    const body = await answerTo(program, { firstInDays: 1n, days: 1_460n, cancelable: true });
    expect(body.verdict).toBe('HIGH_RISK');
    expect(reasonIn(body, LARGE)).toMatchObject({ owner: SENDER, supply_bps: 3_000 });
    expect(body.metrics.vestings).toMatchObject([{ cancelable_by: [SENDER] }]);
  });

  it('are held by their recipient as far as they open within 30 days', async () => {
    const body = await answerTo(program, { firstInDays: 1n, days: 28n });
    expect(body.verdict).toBe('HIGH_RISK');
    expect(reasonIn(body, LARGE)).toMatchObject({ owner: TEAM });
  });

  it("are nobody's in the first days of a lock of a month to oneself, and his own after that", async () => {
    const own = { recipient: SENDER, days: 1n };
    const fresh = await answerTo(program, { ...own, firstInDays: 31n });
    expect(fresh.reason_codes).not.toContain(LARGE);
    expect(fresh.metrics.vestings).toMatchObject([{ sender: SENDER, recipient: SENDER }]);
    const later = await answerTo(program, { ...own, firstInDays: 28n });
    expect(reasonIn(later, LARGE)).toMatchObject({ owner: SENDER });
  });

  it('add up where one sender split them among several', async () => {
    const parts = Array.from({ length: 3 }, (_, n) => ({
      amount: THREE_TENTHS / 3n,
      firstInDays: 1n,
      days: 20n,
      recipient: key(`recipient ${n}`),
    }));
    const body = await answerTo(program, ...parts);
    expect(body.verdict).toBe('HIGH_RISK');
    expect(reasonIn(body, LARGE)).toMatchObject({ owner: SENDER });
  });
});
