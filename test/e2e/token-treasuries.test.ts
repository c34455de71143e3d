import { type Address, SYSTEM_PROGRAM } from 'assay-core/solana/address.ts';
import { curveMintAccount } from 'assay-sandbox/pools/pump-curve.ts';
import { realmsGovernance, squadsMultisig } from 'assay-sandbox/pools/treasuries.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  putAccount,
  putTokens,
  putTransaction,
  type TokenWorld,
  tokenMethods,
  tokenWorld,
} from '../../packages/core/test/support/token-worlds.ts';
import { key } from '../../packages/core/test/support/transactions.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { type AskedOf, type TokenAnswer, withTokens } from '../support/token-service.ts';

/* Vaults of multisigs and governances with three tenths of the supply, over REST. */

const SUPPLY = 10n ** 15n;
const THREE_TENTHS = (SUPPLY * 3n) / 10n;
const MINT = key('mint of treasuries');
const MEMBERS = [key('first member'), key('second member'), key('third member')];

/** A busy machine is late with some reads, which then go as another round: the best of three tries counts. */
const TRIES = { retry: 2 };

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.stop());

async function answerTo(
  put: (world: TokenWorld) => void,
): Promise<{ readonly body: TokenAnswer['body']; readonly asked: AskedOf }> {
  const world = tokenWorld(curveMintAccount({ mint: MINT, supply: SUPPLY }));
  put(world);
  const answers: { readonly body: TokenAnswer['body']; readonly asked: AskedOf }[] = [];
  await withTokens(database, [tokenMethods(world)], async ({ ask, rpcs }) => {
    const { body } = await ask(world.subject);
    for (const rpc of rpcs) answers.push({ body, asked: rpc.asked() });
  });
  const [answer] = answers;
  if (!answer) throw new Error('no answer');
  return answer;
}

/** Three tenths of the supply in a vault, which the transaction that made its token account names. */
function putVault(world: TokenWorld, vault: Address): void {
  putTokens(world, MINT, vault, THREE_TENTHS);
  putTransaction(world, {
    name: 'funding of the vault',
    slotsAgo: 9_000,
    keys: [key('sender'), vault],
    instructions: [],
    moved: new Map([[vault, 1_000_000n]]),
  });
}

/** A transaction in which a program moves something of a vault. */
function putUse(world: TokenWorld, program: Address, accounts: readonly Address[], vault: Address): void {
  putTransaction(world, {
    name: 'use of the vault',
    slotsAgo: 500,
    keys: [key('member'), ...accounts, vault],
    instructions: [{ program, accounts: [...accounts, key('member'), vault], data: new Uint8Array(8) }],
  });
}

const multisig = (more: Partial<Parameters<typeof squadsMultisig>[0]> = {}) =>
  squadsMultisig({ createKey: key('create key'), threshold: 2, members: MEMBERS, ...more });
const squads =
  (made: ReturnType<typeof multisig>, isUsed = true) =>
  (world: TokenWorld) => {
    putAccount(world, made);
    putVault(world, made.vault);
    if (isUsed) putUse(world, made.owner, [made.address, key('proposal'), key('transaction')], made.vault);
  };

const governance = () => realmsGovernance({ realm: key('realm'), seed: key('seed'), delaySeconds: 259_200 });

describe('a vault of a multisig', () => {
  it('counts as one holder and is told apart, with who can move its tokens', async () => {
    const made = multisig({ delaySeconds: 40 * 86_400 });
    const { body } = await answerTo(squads(made));
    expect(body.verdict).toBe('HIGH_RISK');
    expect(body.reason_codes).toContain('TOP1_HOLDER_DOMINANT');
    expect(body.flags).toContain('TREASURY_AMONG_HOLDERS');
    expect(body.flags).not.toContain('TREASURY_OF_ONE_KEY');
    expect(body.metrics.treasuries).toEqual([
      {
        owner: made.vault,
        kind: 'squads_v4',
        account: made.address,
        threshold: 2,
        members: 3,
        config_authority: null,
        delay_seconds: 40 * 86_400,
        share_bps: 3_000,
        tokens: THREE_TENTHS.toString(),
      },
    ]);
  });

  it('takes at most six rounds and 24 requests', TRIES, async () => {
    const { asked } = await answerTo(squads(multisig()));
    expect(asked.rounds).toBeLessThanOrEqual(6);
    expect(asked.requests).toBeLessThanOrEqual(24);
  });

  it.each([{ threshold: 1 }, { configAuthority: key('authority') }])('says where one key decides', async (more) => {
    const { body } = await answerTo(squads(multisig(more)));
    expect(body.flags).toEqual(expect.arrayContaining(['TREASURY_AMONG_HOLDERS', 'TREASURY_OF_ONE_KEY']));
  });

  it('is an address that nobody understands where no transaction names it, with the same verdict', async () => {
    const { body } = await answerTo(squads(multisig(), false));
    expect([body.verdict, body.metrics.treasuries]).toEqual(['HIGH_RISK', []]);
    expect(body.reason_codes).toContain('TOP1_HOLDER_DOMINANT');
    const foreign = await answerTo((world) => {
      squads(multisig(), false)(world);
      const other = multisig({ createKey: key('create key of others') });
      putAccount(world, other);
      putUse(world, other.owner, [other.address], multisig().vault);
    });
    expect(foreign.body.metrics.treasuries).toEqual([]);
  });
});

describe('a governance', () => {
  it.each([true, false])('is told apart by its vault and by itself (vault: %s)', async (isVault) => {
    const made = governance();
    const owner = isVault ? made.vault : made.address;
    const { body } = await answerTo((world) => {
      putAccount(world, made);
      if (isVault) putAccount(world, { address: made.vault, owner: SYSTEM_PROGRAM, data: new Uint8Array(0) });
      putVault(world, owner);
      putUse(world, made.owner, [made.address, key('proposal'), key('transaction')], owner);
    });
    expect(body.verdict).toBe('HIGH_RISK');
    expect(body.flags).toContain('TREASURY_AMONG_HOLDERS');
    expect(body.metrics.treasuries).toMatchObject([
      { owner, kind: 'realms', account: made.address, threshold: null, members: null, delay_seconds: 259_200 },
    ]);
  });
});
