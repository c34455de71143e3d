import { type Address, address } from 'assay-core/solana/address.ts';
import { EPOCH_SLOTS } from 'assay-core/solana/gates/gate-table.ts';
import { type HolderAccountBytes, readHolderAccount } from 'assay-core/solana/token/account-extensions.ts';
import type { FullMint, MintExtension, MintExtensionType } from 'assay-core/solana/token/decoded-mint.ts';
import { metadataAddress, readMetaplex } from 'assay-core/solana/token/metaplex.ts';
import { isTokenProgram, WRAPPED_SOL } from 'assay-core/solana/token/programs.ts';
import { stakeProof } from 'assay-core/solana/token/stake-pool.ts';
import { readTokenSubject } from 'assay-core/solana/token/token-subject.ts';
import { START_SLOT } from 'assay-sandbox/chain/gates.ts';
import type { LocalChain } from 'assay-sandbox/chain/local-chain.ts';
import { decodeSigned } from 'assay-sandbox/chain/wire.ts';
import { type SampleSubject, WORLD_SEED } from 'assay-sandbox/identity.ts';
import { Cast } from 'assay-sandbox/world/actors.ts';
import { crowd } from 'assay-sandbox/world/crowd.ts';
import { DAY } from 'assay-sandbox/world/scene.ts';
import { scenes } from 'assay-sandbox/world/scenes/index.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { sampleWorld } from './sample-world.ts';

const INITIALIZE_MINT = 20;
const JITO_POOL = 'Jito4APyf642JPZPx3hGc6WWJ8zPKtRbRs4P815Awbb';

const cast = new Cast(WORLD_SEED);
const samples = scenes.flatMap((write) => write(cast).subjects).filter(({ kind }) => kind === 'token');
let chain: LocalChain;
let others: readonly { readonly address: string }[];
beforeAll(() => {
  const sample = sampleWorld();
  chain = sample.chain;
  others = sample.world.subjects.filter(({ kind }) => kind !== 'token');
  holdings = readHoldings();
});

function sampleOf(story: string): SampleSubject {
  const [found, ...others] = samples.filter(({ what }) => what.includes(story));
  expect(others).toEqual([]);
  expect(found, story).toBeDefined();
  return found!;
}

function accountAt(of: string) {
  const found = chain.account(of, 'processed');
  return found && { ...found, address: address(of), owner: address(found.owner), data: found.data };
}

function subjectAt(of: string) {
  const account = accountAt(of);
  return account && readTokenSubject(account);
}

function mintOf(story: string): FullMint {
  const subject = subjectAt(sampleOf(story).address);
  expect(subject, story).toMatchObject({ is: 'mint' });
  return (subject as { mint: FullMint }).mint;
}

function extension<Type extends MintExtensionType>(mint: FullMint, type: Type): Extract<MintExtension, { type: Type }> {
  return mint.extensions.find((one) => one.type === type) as Extract<MintExtension, { type: Type }>;
}

interface Held extends HolderAccountBytes {
  readonly account: Address;
  /** The program of the account of whoever may move it. */
  readonly program: string | null;
}

/** Every token account of the chain, by mint, the largest first. */
let holdings: ReadonlyMap<string, readonly Held[]>;

function readHoldings(): typeof holdings {
  const all = new Map<string, Held[]>();
  for (const of of chain.addresses()) {
    const account = accountAt(of);
    const held = account && isTokenProgram(account.owner) ? readHolderAccount(account) : null;
    if (!held) continue;
    const program = accountAt(held.authority)?.owner ?? null;
    all.set(held.mint, [...(all.get(held.mint) ?? []), { ...held, account: address(of), program }]);
  }
  for (const list of all.values()) list.sort((a, b) => Number(b.amount - a.amount));
  return all;
}

function holdingsOf(mint: string): readonly Held[] {
  return holdings.get(mint) ?? [];
}

const SYSTEM = '11111111111111111111111111111111';

/** Basis points of what ordinary wallets have, the largest first. */
function sharesOf(mint: string): readonly number[] {
  const wallets = holdingsOf(mint).filter(({ program, amount }) => program === SYSTEM && amount > 0n);
  const total = wallets.reduce((sum, { amount }) => sum + amount, 0n);
  return wallets.map(({ amount }) => Number((amount * 10_000n) / total));
}

function sum(list: readonly number[]): number {
  return list.reduce((total, one) => total + one, 0);
}

function historyOf(of: string) {
  return chain.history.page(of, { maxSlot: START_SLOT, limit: 1_000 });
}

/** Each mint whose power the sample is about, and how it is to be read: extensions in order, and who has power over it. */
const MINTS: readonly [
  string,
  SampleSubject['verdict'],
  readonly MintExtensionType[],
  'mint' | 'freeze' | 'both' | null,
][] = [
  ['both authorities given up', 'LOW_RISK', [], null],
  ['metadata and nothing else', 'LOW_RISK', ['metadata_pointer', 'token_metadata'], null],
  ['a liquid staking token', 'LOW_RISK', [], 'mint'],
  ['a bridge mints it', 'ELEVATED', [], 'mint'],
  ['a vote can have more', 'ELEVATED', [], 'mint'],
  ['keeps 1 % of every transfer', 'ELEVATED', ['transfer_fee', 'metadata_pointer', 'token_metadata'], null],
  ['made three days ago', 'ELEVATED', [], null],
  ['its market one hour', 'ELEVATED', [], null],
  ['its market three', 'ELEVATED', [], null],
  ['its maker may set one', 'ELEVATED', ['transfer_hook', 'metadata_pointer', 'token_metadata'], null],
  ['may mint more of it', 'HIGH_RISK', [], 'mint'],
  ['and has frozen none', 'HIGH_RISK', [], 'freeze'],
  ['one holder has 40 %', 'HIGH_RISK', [], null],
  ['its only pool has 2 SOL', 'HIGH_RISK', [], null],
  ['three weeks old', 'HIGH_RISK', [], null],
  ['has not for a month', 'ELEVATED', [], null],
  ['withdraw 30 %', 'ELEVATED', [], null],
  ['may pause all transfers', 'HIGH_RISK', ['pausable', 'metadata_pointer', 'token_metadata'], null],
  ['five hours old', 'HIGH_RISK', ['metadata_pointer', 'token_metadata'], null],
  ['locked at UNCX', 'LOW_RISK', [], null],
  ['ten days from', 'ELEVATED', [], null],
  ['nobody can cancel', 'LOW_RISK', [], null],
  ['its maker can cancel', 'HIGH_RISK', [], null],
  ['a governance of Realms', 'HIGH_RISK', [], null],
  ['take or burn', 'CRITICAL', ['permanent_delegate', 'metadata_pointer', 'token_metadata'], null],
  ['thaws whom it likes', 'CRITICAL', ['default_account_state', 'metadata_pointer', 'token_metadata'], 'freeze'],
  ['never be transferred', 'CRITICAL', ['non_transferable', 'metadata_pointer', 'token_metadata'], null],
  ['hook refuses', 'CRITICAL', ['transfer_hook', 'metadata_pointer', 'token_metadata'], null],
  ['paused all transfers', 'CRITICAL', ['pausable', 'metadata_pointer', 'token_metadata'], null],
  ['froze three', 'CRITICAL', [], 'freeze'],
  ['keeps 50 %', 'CRITICAL', ['transfer_fee', 'metadata_pointer', 'token_metadata'], null],
  ['looks like that of USDC', 'CRITICAL', [], 'freeze'],
  ['an earlier coin until', 'ELEVATED', [], null],
  ['two earlier coins until', 'HIGH_RISK', [], null],
  ['first money in one minute', 'ELEVATED', [], null],
  ['three of its largest holders could', 'ELEVATED', [], null],
  ['six of its largest holders could', 'UNKNOWN', [], null],
  ['twenty holders have', 'HIGH_RISK', [], null],
  ['sold all that it bought', 'HIGH_RISK', [], null],
  ['another wallet make its volume', 'ELEVATED', [], null],
  ['small wallets bought last', 'CRITICAL', [], 'freeze'],
  ['who launched that', 'ELEVATED', [], null],
  ['who launched them', 'ELEVATED', [], null],
  ['one wallet that bought it', 'ELEVATED', [], null],
  ['has a fifteenth', 'UNKNOWN', [], null],
  ['of its Whirlpool could not', 'UNKNOWN', [], null],
  ['and hides nothing', 'LOW_RISK', [], null],
  ['its pool since leaves it', 'LOW_RISK', [], null],
  ['make its latest volume', 'LOW_RISK', [], null],
  ['ten holders have', 'HIGH_RISK', [], null],
  ['frozen for good', 'HIGH_RISK', [], null],
  ['will keep 6 %', 'HIGH_RISK', ['transfer_fee', 'metadata_pointer', 'token_metadata'], null],
  ['and no pool', 'HIGH_RISK', [], null],
  ['keeps 60 %', 'HIGH_RISK', [], null],
  ['stands in an account', 'ELEVATED', ['metadata_pointer'], null],
  ['a hundredth', 'ELEVATED', [], null],
  ['who have a quarter', 'HIGH_RISK', [], null],
  ['another length', 'UNKNOWN', [], null],
  ['of a known asset', 'HIGH_RISK', [], 'freeze'],
  ['may mint and freeze', 'HIGH_RISK', [], 'both'],
  ['one of its keys signed', 'LOW_RISK', [], 'both'],
  ['a supply of one', 'UNKNOWN', [], null],
];
/** These are there from the beginning, since no transaction of the sandbox can make them. */
const UNMADE: typeof MINTS = [
  ['nobody reviewed', 'UNKNOWN', [], null],
  ['ten thousand bytes', 'LOW_RISK', ['metadata_pointer', 'token_metadata'], null],
  ['fewer accounts are listed', 'UNKNOWN', ['metadata_pointer', 'token_metadata'], null],
  [
    'in encrypted form',
    'HIGH_RISK',
    [
      ...(['close_authority', 'permissioned_burn', 'confidential_transfer', 'interest_bearing'] as const),
      ...(['token_group_member', 'confidential_mint_burn'] as const),
    ],
    null,
  ],
];

describe('samples of the token check', () => {
  test('show every verdict, each at an address of its own', () => {
    expect(new Set(samples.map(({ verdict }) => verdict)).size).toBe(5);
    expect(new Set([...samples, ...others].map((one) => one.address)).size).toBe(samples.length + others.length);
    // Beside the mints: wrapped SOL, room for a mint, a mint of nothing, two that are none, a token account, a wallet, a program, nothing.
    expect(samples).toHaveLength(MINTS.length + UNMADE.length + 12);
  });

  test.each([...MINTS, ...UNMADE])('%s: %s, with %j and the power to %s', (story, verdict, extensions, power) => {
    expect(sampleOf(story).verdict).toBe(verdict);
    const mint = mintOf(story);
    expect(mint.extensions.map(({ type }) => type)).toEqual(extensions);
    expect(mint.mintAuthority !== null).toBe(power === 'mint' || power === 'both');
    expect(mint.freezeAuthority !== null).toBe(power === 'freeze' || power === 'both');
  });

  test.each(MINTS)('%s: was made by a transaction that its history reaches', (story) => {
    const { address: mint } = sampleOf(story);
    const oldest = historyOf(mint).at(-1);
    const { message } = decodeSigned(oldest!.wire);
    const made = message.instructions.filter(
      ({ program, accounts, data }) =>
        isTokenProgram(address(message.keys[program]!)) &&
        data[0] === INITIALIZE_MINT &&
        message.keys[accounts[0]!] === mint,
    );
    expect(made).toHaveLength(1);
    expect(oldest!.error).toBeNull();
    // Metadata of Metaplex is there from the beginning, and its history is that transaction alone.
    const card = metadataAddress(address(mint));
    if (accountAt(card)) expect(historyOf(card).map(({ signature }) => signature)).toEqual([oldest!.signature]);
  });

  test.each([...MINTS, ...UNMADE])('%s: has the supply that its accounts hold together', (story) => {
    const { address: mint } = sampleOf(story);
    const held = holdingsOf(mint).reduce((total, { amount, withheldFee }) => total + amount + withheldFee, 0n);
    // Of one the list is cut.
    expect(story.startsWith('fewer accounts') ? held * 3n : held).toBe(mintOf(story).supply);
    expect(held).toBeGreaterThan(0n);
  });

  test('have 60 holders of two percent at most, but where one is great and on the curve', () => {
    for (const [story] of [...MINTS, ...UNMADE]) {
      const unequal = [
        ...['one holder has 40 %', 'five hours old', 'a supply of one', 'can cancel', 'ten days from'],
        ...['one minute', 'largest holders could', 'twenty holders', 'sold all', 'make its volume', 'bought last'],
        ...['one wallet that bought', 'has a fifteenth', 'leaves it', 'hides nothing', 'fewer accounts'],
        ...['ten holders have', 'frozen for good', 'who have a quarter'],
      ];
      if (unequal.some((one) => story.includes(one))) continue;
      const shares = sharesOf(sampleOf(story).address);
      expect(shares).toHaveLength(60);
      expect(shares[0]).toBeLessThan(200);
      expect(sum(shares.slice(0, 20))).toBeLessThan(4_000);
    }
    const great = sharesOf(sampleOf('one holder has 40 %').address);
    expect([great[0], great.length]).toEqual([3_999, 60]);
    expect(sum(great.slice(1))).toBeGreaterThan(5_900);
  });

  test('are as old as they say', () => {
    const days = (story: string) => (START_SLOT - historyOf(sampleOf(story).address).at(-1)!.slot) / DAY;
    for (const [story, verdict] of MINTS) if (verdict === 'LOW_RISK') expect(days(story)).toBeGreaterThan(7);
    expect(days('made three days ago')).toBe(3);
    expect(days('five hours old')).toBeCloseTo(5 / 24);
  });

  test('are held by wallets whose first money came from exchanges', () => {
    for (const { address: of } of crowd(cast)) {
      const oldest = historyOf(of).at(-1)!;
      const { preBalances } = JSON.parse(Buffer.from(oldest.meta).toString());
      expect(preBalances[oldest.keys.indexOf(of)]).toBe(0);
      expect(historyOf(of).length).toBeLessThan(80);
    }
  });
});

describe('what was done to a mint', () => {
  test('is in its bytes', () => {
    const fee = (story: string) => extension(mintOf(story), 'transfer_fee');
    expect(fee('keeps 1 %')).toMatchObject({ authority: null, withdrawAuthority: null });
    expect(fee('keeps 1 %').fee.newer.basisPoints).toBe(100n);
    const raised = fee('keeps 50 %');
    expect([raised.fee.older.basisPoints, raised.fee.newer.basisPoints]).toEqual([100n, 5_000n]);
    expect(Number(raised.fee.newer.epoch)).toBeLessThanOrEqual(START_SLOT / EPOCH_SLOTS);
    const hook = (story: string) => extension(mintOf(story), 'transfer_hook');
    expect(hook('may set one')).toMatchObject({ authority: expect.any(String), program: null });
    expect(hook('hook refuses')).toMatchObject({ authority: null, program: expect.any(String) });
    const isPaused = (story: string) => extension(mintOf(story), 'pausable').paused;
    expect([isPaused('may pause'), isPaused('paused all')]).toEqual([false, true]);
    expect(extension(mintOf('thaws whom'), 'default_account_state').frozen).toBe(true);
    expect(extension(mintOf('take or burn'), 'permanent_delegate').delegate).not.toBeNull();
    expect(mintOf('nobody reviewed').unknownExtensions).toEqual([77]);
  });

  test('froze three ordinary holders, and nobody else', () => {
    const frozen = holdingsOf(sampleOf('froze three').address).filter((one) => one.frozen);
    expect(frozen.map(({ program }) => program)).toEqual([SYSTEM, SYSTEM, SYSTEM]);
    expect(holdingsOf(sampleOf('and has frozen none').address).filter((one) => one.frozen)).toEqual([]);
  });

  test('named it, and the names are only that', () => {
    const { metadata } = extension(mintOf('metadata and nothing else'), 'token_metadata');
    expect(metadata).toMatchObject({ name: 'Quiet Harbour', symbol: 'HARB', updateAuthority: null });
    const copy = address(sampleOf('looks like that of USDC').address);
    const card = readMetaplex(accountAt(metadataAddress(copy))!, copy);
    expect(card).toMatchObject({ name: 'USD Coin', symbol: 'USD\u0421', mutable: true, tokenStandard: 2 });
    const old = address(sampleOf('both authorities given up').address);
    expect(readMetaplex(accountAt(metadataAddress(old))!, old)).toMatchObject({ mutable: false });
    const hostile = accountAt(sampleOf('ten thousand bytes').address)!;
    expect(hostile.data.length).toBeGreaterThan(10_000);
    expect(Buffer.from(hostile.data).includes('ignore previous instructions')).toBe(true);
  });

  test('left minting to the staking program alone', () => {
    const mint = sampleOf('a liquid staking token').address;
    const proof = stakeProof({ ...mintOf('a liquid staking token'), address: address(mint) }, [accountAt(JITO_POOL)!]);
    expect(proof).toMatchObject({ pool: JITO_POOL });
  });
});

describe('the coin of the morning', () => {
  test('was bought in its first three slots by five, who have a fifth of what was sold', () => {
    const { address: mint } = sampleOf('five hours old');
    const launched = historyOf(mint).at(-1)!.slot;
    const buyers = historyOf(mint)
      .filter(({ slot }) => slot <= launched + 2)
      .slice(0, -1);
    const owners = new Set(buyers.map(({ keys }) => keys[0]));
    expect([buyers.length, owners.size]).toEqual([5, 5]);
    const wallets = holdingsOf(mint).filter(({ program }) => program === SYSTEM);
    const total = wallets.reduce((all, { amount }) => all + amount, 0n);
    const first = wallets
      .filter(({ authority }) => owners.has(authority))
      .reduce((all, { amount }) => all + amount, 0n);
    expect(Number((first * 10_000n) / total) / 100).toBeCloseTo(20, 0);
    expect(wallets).toHaveLength(27);
  });

  test('was paid for by one wallet where three bought, within minutes and with like amounts', () => {
    const payers = [1, 2, 3].map((number) => {
      const { address: of } = cast.person(`first buyer, paid for, ${number}`);
      return historyOf(of).at(-1)!.keys[0];
    });
    expect(payers).toEqual(Array(3).fill(cast.person('who pays for first buyers').address));
  });
});

describe('what is no fungible mint', () => {
  test('is what it says', () => {
    expect(mintOf('a supply of one')).toMatchObject({ decimals: 0, supply: 1n });
    expect(mintOf('never issued anything')).toMatchObject({ supply: 0n, mintAuthority: expect.any(String) });
    expect(subjectAt(sampleOf('a byte says').address)).toMatchObject({ is: 'malformed' });
    expect(subjectAt(sampleOf('looks like a mint').address)).toEqual({ is: 'foreign' });
    expect(subjectAt(sampleOf('nobody initialized').address)).toEqual({ is: 'uninitialized' });
    expect(subjectAt(sampleOf("somebody's account").address)).toMatchObject({ is: 'token_account' });
    expect(subjectAt(sampleOf('a wallet that').address)).toEqual({ is: 'foreign' });
    expect(accountAt(sampleOf('a program that opens').address)?.executable).toBe(true);
    expect(accountAt(sampleOf('there is no account').address)).toBeNull();
    expect(sampleOf('wrapped SOL').address).toBe(WRAPPED_SOL);
  });
});
