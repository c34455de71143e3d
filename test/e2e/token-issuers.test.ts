import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Address, address, addressBytes } from 'assay-core/solana/address.ts';
import type { FullMint, MintExtension, MintExtensionType } from 'assay-core/solana/token/decoded-mint.ts';
import type { IssuerProfile } from 'assay-core/solana/token/issuers.ts';
import { TOKEN_PROGRAM } from 'assay-core/solana/token/programs.ts';
import { RpcFault, type RpcMethods } from 'assay-sandbox/json-rpc.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assetNamed } from '../../packages/core/test/support/issuers.ts';
import { mintBytes } from '../../packages/core/test/support/token-bytes.ts';
import {
  putProgram,
  putTransaction,
  type TokenWorld,
  tokenMethods,
  tokenWorld,
} from '../../packages/core/test/support/token-worlds.ts';
import { key, signatureOf } from '../../packages/core/test/support/transactions.ts';
import { openTestDatabase, type TestDatabase, temporaryDataDir } from '../support/database.ts';
import { openTokens, type TokenAnswer, type TokenAsking } from '../support/token-service.ts';

const SUPPLY = 10n ** 15n;
const DAY_SLOTS = 216_000;
/** The worlds stand at 21 September 2026. */
const FORMER_UNTIL = '2026-06-01';
const [BEFORE, AFTER] = [200 * DAY_SLOTS, 50 * DAY_SLOTS];

const [MINTER, FREEZER, FORMER] = [key('issuer minter'), key('issuer freezer'), key('issuer former')];
const [STRANGER, HOLDING, HOOK] = [key('stranger'), key('a holding'), key('hook program')];

/** The operator's own file: an issuer with keys that mint, freeze and seize. */
const file = join(temporaryDataDir(), 'issuers.json');
const issuers = [
  {
    name: 'Made Money',
    class: 'fiat-stable',
    program: TOKEN_PROGRAM,
    extensions: [[]],
    keys: { mint: [MINTER], freeze: [FREEZER] },
    former: [{ key: FORMER, until: FORMER_UNTIL }],
    source: 'a document',
    captured: '2026-05-01',
    reviewed: '2026-05-01',
  },
];

const own = { program: TOKEN_PROGRAM, mintAuthority: MINTER, freezeAuthority: FREEZER, extensions: [] };

function accountOf(at: Address, facts: Pick<FullMint, 'program' | 'mintAuthority' | 'freezeAuthority' | 'extensions'>) {
  const mint: FullMint = { supply: SUPPLY, decimals: 6, unknownExtensions: [], ...facts };
  return { address: at, owner: facts.program, data: mintBytes(mint, at) };
}

const worlds: TokenWorld[] = [];

/** A new mint with the keys of the made issuer, and what is on its list beside the creation. */
function unlisted(name: string, ...more: readonly ((mint: Address, world: TokenWorld) => void)[]): Address {
  const mint = key(name);
  const world = tokenWorld(accountOf(mint, own));
  for (const one of more) one(mint, world);
  worlds.push(world);
  return mint;
}

/** A transaction of one instruction; the first key pays and signs. */
function signed(
  by: Address,
  accounts: (mint: Address) => readonly Address[],
  data: readonly number[],
  { slotsAgo = AFTER, program = TOKEN_PROGRAM, beside = [] as readonly Address[] } = {},
) {
  return (mint: Address, world: TokenWorld) =>
    putTransaction(world, {
      name: `${by} signs for ${mint} ${data.join()} ${slotsAgo}`,
      slotsAgo,
      keys: [by, mint, ...beside, ...accounts(mint)],
      instructions: [{ program, accounts: accounts(mint), data: Uint8Array.from(data) }],
    });
}

const MINT_TO = [7, 1, 0, 0, 0, 0, 0, 0, 0];
const mintedBy = (by: Address, slotsAgo = AFTER) => signed(by, (mint) => [mint, HOLDING, by], MINT_TO, { slotsAgo });

const minted = unlisted('signed by MintTo', mintedBy(MINTER));
const thawed = unlisted(
  'signed by ThawAccount',
  signed(FREEZER, (mint) => [HOLDING, mint, FREEZER], [11]),
);
const handed = unlisted(
  'signed by SetAuthority',
  signed(MINTER, (mint) => [mint, MINTER], [6, 0, 1, ...addressBytes(MINTER)]),
);
const once = unlisted('signed by a former key in time', mintedBy(FORMER, BEFORE));

const strangers = {
  'nothing but the keys': unlisted('keys alone'),
  'a MintTo by the stranger before the hand-over': unlisted('minted by a stranger', mintedBy(STRANGER)),
  'a former key after its end': unlisted('signed too late', mintedBy(FORMER)),
  'a transaction in which the issuer signs for something else': unlisted(
    'merely signed',
    signed(MINTER, (mint) => [mint, HOLDING, STRANGER], MINT_TO),
  ),
  'an account that the issuer freezes to stop the fake': unlisted(
    'frozen by the issuer',
    signed(FREEZER, (mint) => [HOLDING, mint, FREEZER], [10]),
  ),
  'tokens that the issuer was sent and burns': unlisted(
    'burned by the issuer',
    signed(MINTER, (mint) => [HOLDING, mint, MINTER], [8, 1, 0, 0, 0, 0, 0, 0, 0]),
  ),
  'an instruction of another program in the same form': unlisted(
    'another program',
    signed(MINTER, (mint) => [mint, HOLDING, MINTER], MINT_TO, { program: key('a memo program') }),
  ),
  'a signature for another mint': unlisted(
    'another mint',
    signed(MINTER, () => [key('another'), HOLDING, MINTER], MINT_TO),
  ),
  'an instruction that names the key, and which the key did not sign': unlisted(
    'unsigned',
    signed(STRANGER, (mint) => [mint, HOLDING, MINTER], MINT_TO),
  ),
};

const unread = unlisted('unread', mintedBy(MINTER));

/** What an extension of a listed asset is at rest, with the reviewed keys. */
function extensionOf(type: MintExtensionType, at: Address, { keys, others }: IssuerProfile): MintExtension {
  const holder = (role: string) => (keys[role] ?? others)[0] ?? null;
  const term = { epoch: 0n, maximum: 0n, basisPoints: 0n };
  switch (type) {
    case 'permanent_delegate':
      return { type, delegate: holder(type) };
    case 'transfer_hook':
      return { type, authority: holder(type), program: null };
    case 'pausable':
      return { type, authority: holder('pause'), paused: false };
    case 'close_authority':
      return { type, authority: holder('close') };
    case 'default_account_state':
      return { type, frozen: false };
    case 'confidential_transfer':
      return { type, authority: holder(type), autoApprove: false };
    case 'confidential_transfer_fee':
      return { type, authority: holder(type) };
    case 'metadata_pointer':
      return { type, authority: holder(type), target: at };
    case 'token_metadata':
      return {
        type,
        metadata: { updateAuthority: holder('metadata'), mint: at, name: 'An asset', symbol: 'AN', uri: '' },
      };
    case 'scaled_ui_amount':
      return { type, authority: holder(type), multiplier: '1', newMultiplier: '1', newFrom: 0n };
    case 'transfer_fee':
      return {
        type,
        authority: holder(type),
        withdrawAuthority: holder('withdraw_fee'),
        fee: { older: term, newer: term, mutable: true },
      };
    default:
      throw new Error(`no listed asset has ${type}`);
  }
}

/** The mint of a listed asset as it was reviewed, but for the changes. */
function listed(symbol: string, change: (facts: Parameters<typeof accountOf>[1]) => object = () => ({})): Address {
  const { mint, profile } = assetNamed(symbol);
  const facts = {
    program: profile.program,
    mintAuthority: profile.keys.mint?.[0] ?? profile.others[0] ?? null,
    freezeAuthority: profile.keys.freeze?.[0] ?? profile.others[0] ?? null,
    extensions: (profile.extensions[0] ?? []).map((type) => extensionOf(type, mint, profile)),
  };
  worlds.push(tokenWorld(accountOf(mint, { ...facts, ...change(facts) })));
  return mint;
}

const withHook = ({ extensions }: { readonly extensions: readonly MintExtension[] }) => ({
  extensions: extensions.map((one) => (one.type === 'transfer_hook' ? { ...one, program: HOOK } : one)),
});

const assets = {
  USDT: ['LOW_RISK', 'ISSUER_CAN_FREEZE', 'ISSUER_CAN_MINT'],
  cbBTC: ['LOW_RISK', 'ISSUER_CAN_FREEZE', 'ISSUER_CAN_MINT'],
  USDY: ['LOW_RISK', 'ISSUER_CAN_FREEZE', 'ISSUER_CAN_MINT'],
  AAPLon: ['LOW_RISK', 'ISSUER_CAN_FREEZE', 'ISSUER_CAN_MINT', 'ISSUER_CAN_PAUSE', 'ISSUER_CAN_SET_HOOK'],
  PAXG: ['ELEVATED', 'ISSUER_CAN_CHANGE_FEE', 'ISSUER_CAN_SEIZE'],
  TSLAx: ['ELEVATED', 'ISSUER_CAN_PAUSE', 'ISSUER_CAN_SEIZE'],
  ORCA: ['LOW_RISK', 'ISSUER_CAN_MINT'],
  WIF: ['LOW_RISK'],
} as const;
const addresses = Object.fromEntries(Object.keys(assets).map((symbol) => [symbol, listed(symbol)]));
const hooked = listed('NVDAon', withHook);
const drifted = listed('AAPLx', () => ({ freezeAuthority: STRANGER }));
const formerly = listed('MSFTx', () => ({ mintAuthority: address('JDq14BWvqCRFNu1krb12bcRpbGtJZ1FLEakMw6FdxJNs') }));
for (const world of worlds) putProgram(world, HOOK);

function methodsOf(): RpcMethods {
  const methods = tokenMethods(...worlds);
  const lost = signatureOf(`${MINTER} signs for ${unread} ${MINT_TO.join()} ${AFTER}`);
  return {
    ...methods,
    getTransaction(params, ...rest) {
      if (params[0] === lost) throw new RpcFault(-32_000, 'not now');
      return methods.getTransaction?.(params, ...rest);
    },
  };
}

let database: TestDatabase;
let asking: TokenAsking & { close(): Promise<void> };
beforeAll(async () => {
  writeFileSync(file, JSON.stringify({ issuers }));
  database = await openTestDatabase();
  asking = await openTokens(database, [methodsOf()], { ISSUERS_FILE: file });
});
afterAll(async () => {
  await asking.close();
  await database.stop();
});

const ask = (mint: string): Promise<TokenAnswer['body']> => asking.ask(mint).then(({ body }) => body);

describe('a listed asset', () => {
  it.each(Object.entries(assets))('%s is told by flags and not condemned', async (symbol, [verdict, ...flags]) => {
    const { profile } = assetNamed(symbol);
    const body = await ask(addresses[symbol] ?? '');
    expect([body.verdict, body.metrics.issuer]).toMatchObject([
      verdict,
      { name: profile.name, class: profile.class, how: 'listed', drift: [], reviewed: '2026-11-28', transaction: null },
    ]);
    expect(body.flags).toEqual(expect.arrayContaining(['CANONICAL_ASSET', ...flags]));
  });

  it('is ELEVATED where its issuer has set a program that can refuse transfers', async () => {
    const body = await ask(hooked);
    expect([body.verdict, body.reason_codes]).toEqual(['ELEVATED', ['TRANSFER_HOOK_ACTIVE']]);
    expect(body.flags).toContain('ISSUER_CAN_REFUSE');
  });

  it('is judged as a stranger where a power lies with another key', async () => {
    const body = await ask(drifted);
    expect(body.verdict).toBe('CRITICAL');
    expect(body.reason_codes).toEqual(expect.arrayContaining(['CANONICAL_PROFILE_DRIFT', 'PERMANENT_DELEGATE_LIVE']));
    expect(body.flags).not.toContain('CANONICAL_ASSET');
    expect(body.metrics.issuer?.drift).toEqual(['freeze_authority']);
  });

  it("is the issuer's where a power lies with a key that had it before, which the issuer alone can have given it", async () => {
    const body = await ask(formerly);
    expect([body.verdict, body.metrics.issuer?.drift]).toEqual(['ELEVATED', []]);
    expect(body.flags).toContain('CANONICAL_ASSET');
  });
});

describe('a mint that no list has', () => {
  it.each([
    ['MintTo', minted],
    ['ThawAccount', thawed],
    ['SetAuthority', handed],
    ['MintTo by a former key in its time', once],
  ])("is the issuer's where the issuer signed for it: %s", async (_, mint) => {
    const body = await ask(mint);
    expect([body.verdict, body.reason_codes]).toEqual(['LOW_RISK', ['NO_ADVERSE_FACT']]);
    expect(body.flags).toEqual(expect.arrayContaining(['ISSUER_CAN_FREEZE', 'ISSUER_CAN_MINT', 'ISSUER_PROVEN']));
    expect(body.metrics.issuer).toMatchObject({ name: 'Made Money', how: 'signed', transaction: expect.any(String) });
    expect(body.metrics.curated).toBeNull();
  });

  it.each(Object.entries(strangers))("is a stranger's with %s", async (_, mint) => {
    const body = await ask(mint);
    expect([body.verdict, body.metrics.issuer]).toEqual(['HIGH_RISK', null]);
    expect(body.reason_codes).toEqual(['FREEZE_AUTHORITY_LIVE', 'MINT_AUTHORITY_LIVE', 'ISSUER_NOT_PROVEN']);
  });

  it('is a free UNKNOWN where the signature could not be read, as what its issuer may be excused for is no fact then', async () => {
    const body = await ask(unread);
    expect([body.verdict, body.billing.charged_usdc]).toEqual(['UNKNOWN', '0.00']);
    expect(body.flags).not.toContain('ISSUER_PROVEN');
    expect(body.gaps).toEqual(expect.arrayContaining([expect.objectContaining({ reading: 'issuer' })]));
  });
});
