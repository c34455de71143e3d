import fc from 'fast-check';
import { type Address, addressOf } from '#solana/address.ts';
import type { FeeTerm, FullMint, MintExtension } from '#solana/token/decoded-mint.ts';
import { TOKEN_2022_PROGRAM } from '#solana/token/programs.ts';

/** Any key but the one of zeros, which stands for none. */
export const someKey: fc.Arbitrary<Address> = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .filter((bytes) => bytes.some((byte) => byte !== 0))
  .map((bytes) => addressOf(bytes));
export const nullableKey: fc.Arbitrary<Address | null> = fc.option(someKey);
export const someU64: fc.Arbitrary<bigint> = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });

const someI64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
/** Texts of at most 256 bytes: a code point has at most four. */
const shortText = fc.string({ unit: 'binary', maxLength: 64 });
const someTerm: fc.Arbitrary<FeeTerm> = fc.record({
  epoch: someU64,
  maximum: someU64,
  basisPoints: fc.bigInt({ min: 0n, max: 10_000n }),
});
const someMultiplier = fc
  .double({ min: 2 ** -1022, max: Number.MAX_VALUE, noNaN: true, noDefaultInfinity: true })
  .map((value) => String(value));

const alone = <T extends MintExtension['type']>(type: T) =>
  fc.record({ type: fc.constant(type), authority: nullableKey });
const pointer = <T extends MintExtension['type']>(type: T) =>
  fc.record({ type: fc.constant(type), authority: nullableKey, target: nullableKey });

/** One extension of every kind that a mint may have. */
function everyExtension(mint: Address): fc.Arbitrary<MintExtension>[] {
  const metadata = fc.record({
    updateAuthority: nullableKey,
    mint: fc.constant(mint),
    name: shortText,
    symbol: shortText,
    uri: shortText,
  });
  const transferFee = fc
    .record({ older: someTerm, newer: someTerm, authority: nullableKey, withdrawAuthority: nullableKey })
    .map(({ older, newer, ...who }): MintExtension => {
      return { type: 'transfer_fee', fee: { older, newer, mutable: who.authority !== null }, ...who };
    });
  const type = fc.constant;
  return [
    transferFee,
    alone('close_authority'),
    fc.record({ type: type('confidential_transfer' as const), authority: nullableKey, autoApprove: fc.boolean() }),
    fc.record({ type: type('default_account_state' as const), frozen: fc.boolean() }),
    fc.constant({ type: 'non_transferable' }),
    fc.record({
      type: type('interest_bearing' as const),
      authority: nullableKey,
      rateBps: fc.integer({ min: -32_768, max: 32_767 }),
    }),
    fc.record({ type: type('permanent_delegate' as const), delegate: nullableKey }),
    fc.record({ type: type('transfer_hook' as const), authority: nullableKey, program: nullableKey }),
    alone('confidential_transfer_fee'),
    pointer('metadata_pointer'),
    fc.record({ type: type('token_metadata' as const), metadata }),
    pointer('group_pointer'),
    fc.record({ type: type('token_group' as const), updateAuthority: nullableKey }),
    pointer('group_member_pointer'),
    fc.record({ type: type('token_group_member' as const), group: someKey }),
    fc.constant({ type: 'confidential_mint_burn' }),
    fc.record({
      type: type('scaled_ui_amount' as const),
      authority: nullableKey,
      multiplier: someMultiplier,
      newMultiplier: someMultiplier,
      newFrom: someI64,
    }),
    fc.record({ type: type('pausable' as const), authority: nullableKey, paused: fc.boolean() }),
    alone('permissioned_burn'),
  ];
}

/** One extension that the mint may have. */
export function someExtension(mint: Address): fc.Arbitrary<MintExtension> {
  return fc.oneof(...everyExtension(mint));
}

/** A Token-2022 mint with any extensions in any order, each at most once, and its address. */
export const someMint: fc.Arbitrary<{ readonly address: Address; readonly mint: FullMint }> = someKey.chain((address) =>
  fc.record({
    address: fc.constant(address),
    mint: fc.record({
      program: fc.constant(TOKEN_2022_PROGRAM),
      supply: someU64,
      decimals: fc.integer({ min: 0, max: 255 }),
      mintAuthority: nullableKey,
      freezeAuthority: nullableKey,
      extensions: fc.shuffledSubarray(everyExtension(address)).chain((chosen) => fc.tuple(...chosen)),
      unknownExtensions: fc.constant([]),
    }),
  }),
);
