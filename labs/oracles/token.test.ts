import { addressOf } from 'assay-core/solana/address.ts';
import { readHolderAccount } from 'assay-core/solana/token/account-extensions.ts';
import type { MintExtension, MintExtensionType } from 'assay-core/solana/token/decoded-mint.ts';
import { TOKEN_2022_PROGRAM } from 'assay-core/solana/token/programs.ts';
import { readTokenSubject } from 'assay-core/solana/token/token-subject.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  nullableKey,
  someExtension,
  someKey,
  someMint,
  someU64,
} from '../../packages/core/test/support/token-arbitraries.ts';
import {
  extended,
  holdingBase,
  mintBytes,
  type RawExtension,
  rawExtension,
} from '../../packages/core/test/support/token-bytes.ts';
import { CASES, sdk } from './sdk.ts';

/** What the packages of the token programs answer, as far as it is used here. */
type Fields = Readonly<Record<string, unknown>>;
type OfMint = (mint: TheirMint) => Fields | null;
type OfAccount = (account: TheirAccount) => Fields | null;
interface TheirMint extends Fields {
  readonly tlvData: Buffer;
}
type TheirAccount = TheirMint;
interface SplToken {
  unpackMint(address: object, info: object, program: object): TheirMint;
  unpackAccount(address: object, info: object, program: object): TheirAccount;
  getExtensionTypes(tlv: Buffer): readonly number[];
  getExtensionData(type: number, tlv: Buffer): Buffer | null;
  readonly getTransferFeeConfig: OfMint;
  readonly getMintCloseAuthority: OfMint;
  readonly getDefaultAccountState: OfMint;
  readonly getNonTransferable: OfMint;
  readonly getInterestBearingMintConfigState: OfMint;
  readonly getPermanentDelegate: OfMint;
  readonly getTransferHook: OfMint;
  readonly getMetadataPointerState: OfMint;
  readonly getGroupPointerState: OfMint;
  readonly getGroupMemberPointerState: OfMint;
  readonly getTokenGroupState: OfMint;
  readonly getTokenGroupMemberState: OfMint;
  readonly getScaledUiAmountConfig: OfMint;
  readonly getPausableConfig: OfMint;
  readonly getPermissionedBurn: OfMint;
  readonly getTransferFeeAmount: OfAccount;
  readonly getMemoTransfer: OfAccount;
  readonly getCpiGuard: OfAccount;
  readonly getImmutableOwner: OfAccount;
  readonly getNonTransferableAccount: OfAccount;
}
const spl = sdk<SplToken>('@solana/spl-token');
const { unpack } = sdk<{ unpack(data: Uint8Array): Fields }>('@solana/spl-token-metadata');
const { PublicKey } = sdk<{ PublicKey: new (text: string) => object }>('@solana/web3.js');

const SEED = 20_260_808;
const MULTISIG_BYTES = 355;
const METADATA = 19;
const NO_KEY = '1'.repeat(32);
const program = new PublicKey(TOKEN_2022_PROGRAM);

/** A key of theirs as ours: text, and null where it is not set. */
function key(of: unknown): string | null {
  const text = (of as { toBase58?(): string } | null | undefined)?.toBase58?.() ?? null;
  return text === NO_KEY ? null : text;
}

const term = (of: unknown) => {
  const { epoch, maximumFee, transferFeeBasisPoints } = of as Fields;
  return { epoch, maximum: maximumFee, basisPoints: BigInt(transferFeeBasisPoints as number) };
};
const pointer = (type: MintExtensionType, target: string, read: OfMint) => (mint: TheirMint) => {
  const { authority, ...rest } = read(mint) ?? {};
  return { type, authority: key(authority), target: key(rest[target]) };
};
const alone = (type: MintExtensionType, field: string, ours: string, read: OfMint) => (mint: TheirMint) => ({
  type,
  [ours]: key(read(mint)?.[field]),
});

/** Their reading of an extension in the words of ours. The others of a mint they only list. */
const READERS: Partial<Record<MintExtensionType, (mint: TheirMint) => Fields>> = {
  transfer_fee(mint) {
    const read = spl.getTransferFeeConfig(mint) ?? {};
    const authority = key(read.transferFeeConfigAuthority);
    const fee = { older: term(read.olderTransferFee), newer: term(read.newerTransferFee), mutable: authority !== null };
    return { type: 'transfer_fee', authority, withdrawAuthority: key(read.withdrawWithheldAuthority), fee };
  },
  close_authority: alone('close_authority', 'closeAuthority', 'authority', spl.getMintCloseAuthority),
  default_account_state: (mint) => ({
    type: 'default_account_state',
    frozen: spl.getDefaultAccountState(mint)?.state === 2,
  }),
  non_transferable: (mint) => ({ type: spl.getNonTransferable(mint) && 'non_transferable' }),
  interest_bearing(mint) {
    const read = spl.getInterestBearingMintConfigState(mint);
    return { type: 'interest_bearing', authority: key(read?.rateAuthority), rateBps: read?.currentRate };
  },
  permanent_delegate: alone('permanent_delegate', 'delegate', 'delegate', spl.getPermanentDelegate),
  transfer_hook(mint) {
    const read = spl.getTransferHook(mint);
    return { type: 'transfer_hook', authority: key(read?.authority), program: key(read?.programId) };
  },
  metadata_pointer: pointer('metadata_pointer', 'metadataAddress', spl.getMetadataPointerState),
  group_pointer: pointer('group_pointer', 'groupAddress', spl.getGroupPointerState),
  group_member_pointer: pointer('group_member_pointer', 'memberAddress', spl.getGroupMemberPointerState),
  token_group: alone('token_group', 'updateAuthority', 'updateAuthority', spl.getTokenGroupState),
  token_group_member: alone('token_group_member', 'group', 'group', spl.getTokenGroupMemberState),
  scaled_ui_amount(mint) {
    const read = spl.getScaledUiAmountConfig(mint);
    return {
      type: 'scaled_ui_amount',
      authority: key(read?.authority),
      multiplier: String(read?.multiplier),
      newMultiplier: String(read?.newMultiplier),
      // They read the time as if it could not be before 1970.
      newFrom: BigInt.asIntN(64, read?.newMultiplierEffectiveTimestamp as bigint),
    };
  },
  pausable(mint) {
    const read = spl.getPausableConfig(mint);
    return { type: 'pausable', authority: key(read?.authority), paused: read?.paused };
  },
  permissioned_burn: alone('permissioned_burn', 'authority', 'authority', spl.getPermissionedBurn),
  token_metadata(mint) {
    const { updateAuthority, mint: of, ...texts } = unpack(spl.getExtensionData(METADATA, mint.tlvData) ?? Buffer.of());
    const [name, symbol, uri] = [texts.name, texts.symbol, texts.uri];
    return {
      type: 'token_metadata',
      metadata: { updateAuthority: key(updateAuthority), mint: key(of), name, symbol, uri },
    };
  },
};

/** They drop NULs and a byte order mark from texts, which ours keeps. */
function withoutNuls(extension: MintExtension): MintExtension {
  if (extension.type !== 'token_metadata') return extension;
  const plain = (text: string) => text.replace(/^\ufeff/, '').replaceAll('\0', '');
  const { name, symbol, uri, ...rest } = extension.metadata;
  return { type: 'token_metadata', metadata: { ...rest, name: plain(name), symbol: plain(symbol), uri: plain(uri) } };
}

const info = (data: Uint8Array) => ({ owner: program, data: Buffer.from(data), lamports: 1, executable: false });

describe('mints and token accounts', () => {
  it('are read as the token programs’ own package reads mints', () => {
    let compared = 0;
    for (const { address, mint } of fc.sample(someMint, { numRuns: CASES, seed: SEED })) {
      const data = mintBytes(mint, address);
      if (data.length === MULTISIG_BYTES) continue;
      const subject = readTokenSubject({ address, owner: TOKEN_2022_PROGRAM, data });
      if (subject.is !== 'mint') throw new Error(`${subject.is} of ${mint.extensions.map(({ type }) => type)}`);
      const theirs = spl.unpackMint(new PublicKey(address), info(data), program);
      expect(subject.mint).toMatchObject({
        supply: theirs.supply,
        decimals: theirs.decimals,
        // A key of zeros is none to `key`, and never written by the arbitrary.
        mintAuthority: key(theirs.mintAuthority),
        freezeAuthority: key(theirs.freezeAuthority),
      });
      expect(mint.extensions.map((one) => rawExtension(one, address)[0])).toEqual(
        spl.getExtensionTypes(theirs.tlvData),
      );
      const read = subject.mint.extensions.filter(({ type }) => READERS[type]);
      expect(read.map(withoutNuls)).toEqual(read.map(({ type }) => READERS[type]?.(theirs)));
      compared += 1;
    }
    expect(compared).toBeGreaterThan(CASES * 0.95);
  });

  it('are read as the token programs’ own package reads accounts', () => {
    for (const { held, extensions, address } of fc.sample(someHolding, { numRuns: CASES, seed: SEED })) {
      const data = extended(holdingBase(held), 2, extensions);
      const ours = readHolderAccount({ owner: TOKEN_2022_PROGRAM, data });
      const theirs = spl.unpackAccount(new PublicKey(address), info(data), program);
      expect(ours).toEqual({
        mint: key(theirs.mint),
        authority: key(theirs.owner),
        amount: theirs.amount,
        frozen: theirs.isFrozen,
        delegate: key(theirs.delegate),
        delegatedAmount: theirs.delegatedAmount,
        closeAuthority: key(theirs.closeAuthority),
        isNative: theirs.isNative,
        memoRequired: spl.getMemoTransfer(theirs)?.requireIncomingTransferMemos ?? false,
        cpiGuard: spl.getCpiGuard(theirs)?.lockCpi ?? false,
        immutableOwner: spl.getImmutableOwner(theirs) !== null,
        nonTransferable: spl.getNonTransferableAccount(theirs) !== null,
        confidential: spl.getExtensionTypes(theirs.tlvData).includes(5),
        withheldFee: spl.getTransferFeeAmount(theirs)?.withheldAmount ?? 0n,
        unknownExtensions: spl.getExtensionTypes(theirs.tlvData).filter((type) => type === 200),
      });
    }
  });

  it('are read alike where an extension comes after one that nobody knows', () => {
    const cases = someKey.chain((address) => fc.tuple(fc.constant(address), someExtension(address)));
    for (const [address, extension] of fc.sample(cases, { numRuns: Math.ceil(CASES / 10), seed: SEED })) {
      const newer: RawExtension = [901, new Uint8Array(7).fill(9)];
      const base = mintBytes({ ...plainMint, extensions: [] }, address);
      const data = extended(base, 1, [newer, rawExtension(extension, address)]);
      if (data.length === MULTISIG_BYTES) continue;
      const theirs = spl.unpackMint(new PublicKey(address), info(data), program);
      const types = spl.getExtensionTypes(theirs.tlvData);
      expect(types[0]).toBe(901);
      expect(readTokenSubject({ address, owner: TOKEN_2022_PROGRAM, data })).toEqual({
        is: 'mint',
        mint: { ...plainMint, extensions: [extension], unknownExtensions: [901] },
      });
      const reader = READERS[extension.type];
      if (reader) expect(reader(theirs)).toEqual(withoutNuls(extension));
    }
  });
});

const plainMint = {
  program: TOKEN_2022_PROGRAM,
  supply: 1n,
  decimals: 0,
  extensions: [],
  unknownExtensions: [],
  mintAuthority: null,
  freezeAuthority: addressOf(new Uint8Array(32).fill(1)),
};

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const flag = fc.nat(1).map((value) => Uint8Array.of(value));
const ofType = (type: number, value: fc.Arbitrary<Uint8Array>) => value.map((one): RawExtension => [type, one]);

const someHolding = fc.record({
  address: someKey,
  held: fc.record({
    mint: someKey,
    authority: someKey,
    amount: someU64,
    state: fc.constantFrom(1, 2),
    delegate: nullableKey,
    delegatedAmount: someU64,
    closeAuthority: nullableKey,
    isNative: fc.boolean(),
  }),
  extensions: fc
    .shuffledSubarray([
      ...[ofType(2, bytes(8)), ofType(5, bytes(295)), ofType(7, bytes(0)), ofType(8, flag), ofType(11, flag)],
      ...[ofType(13, bytes(0)), ofType(15, flag), ofType(17, bytes(64)), ofType(27, bytes(0)), ofType(200, bytes(3))],
    ])
    .chain((chosen) => fc.tuple(...chosen)),
});
