import type { Address } from 'assay-core/solana/address.ts';
import { METADATA_PROGRAM } from 'assay-core/solana/token/metaplex.ts';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from 'assay-core/solana/token/programs.ts';
import type { Chance } from '../../packages/core/test/support/chance.ts';
import { OWN_SYMBOL } from './seeds.ts';

/** What of an account a mutation changes. */
export interface Mutable {
  readonly owner: Address;
  readonly data: Uint8Array;
}

type Mutation = (account: Mutable, chance: Chance, donor: Uint8Array) => Mutable;

const EXTENSIONS_AT = 166;
const OWNERS = [TOKEN_PROGRAM, TOKEN_2022_PROGRAM, METADATA_PROGRAM, '11111111111111111111111111111111' as Address];
/** Values that mean something in tags, flags, states and types. */
const TELLING = [0, 1, 2, 3, 4, 5, 127, 128, 255];
/** Places that decide: options of a mint, initialized, decimals, supply, account type, state of a token account, Metaplex's mark. */
const DECIDING = [0, 1, 36, 44, 45, 46, 47, 82, 108, 164, 165, 166, 168];
/** Value lengths of mint extensions by type; what is missing varies or is of accounts. */
const LENGTHS: Readonly<Record<number, number>> = {
  1: 108,
  3: 32,
  4: 65,
  6: 1,
  9: 0,
  10: 52,
  12: 32,
  14: 64,
  16: 129,
  18: 64,
  20: 64,
  21: 80,
  22: 64,
  23: 72,
  24: 196,
  25: 56,
  26: 33,
  28: 32,
};
/** Names of known assets of five letters. */
const KNOWN_NAMES = ['PYUSD', 'TSLAx', 'bbSOL', 'BNSOL', 'cbBTC'];

const mutations = {
  bits: changed((data, chance) => {
    for (let n = chance.whole(1, 3); n > 0; n -= 1) flip(data, placeIn(data, chance), 1 << chance.whole(0, 7));
  }),
  bytes: changed((data, chance) => {
    for (let n = chance.whole(1, 4); n > 0; n -= 1) data[placeIn(data, chance)] = someValue(chance);
  }),
  deciding: changed((data, chance) => {
    const at = DECIDING[chance.whole(0, DECIDING.length - 1)] ?? 0;
    if (at < data.length) data[at] = someValue(chance);
  }),
  /** A range of zeros or of one value: what was a key becomes none, what was none a key. */
  range: changed((data, chance) => {
    const at = placeIn(data, chance);
    data.fill(chance.happens(0.7) ? 0 : chance.whole(0, 255), at, at + chance.whole(1, 64));
  }),
  cut: ({ owner, data }, chance) => ({ owner, data: data.slice(0, chance.whole(0, data.length)) }),
  grow: ({ owner, data }, chance) => {
    const room = new Uint8Array(chance.whole(1, 200)).fill(chance.happens(0.5) ? 0 : chance.whole(0, 255));
    return { owner, data: joined(data, room) };
  },
  /** To a length that says by itself what an account is. */
  resize: ({ owner, data }, chance) => {
    const length = [82, 165, 166, 170, 355][chance.whole(0, 4)] ?? 82;
    return { owner, data: joined(data.slice(0, length), new Uint8Array(Math.max(0, length - data.length))) };
  },
  type: changed((data, chance) => {
    const at = headIn(data, chance);
    if (at !== null) data[at] = chance.whole(0, 32);
  }),
  length: changed((data, chance) => {
    const at = headIn(data, chance);
    if (at !== null)
      data[at + 2] = chance.happens(0.5) ? someValue(chance) : ((data[at + 2] ?? 0) + chance.whole(-2, 2)) & 255;
  }),
  /** Inside the value of an extension, so that the list stays whole. */
  value: changed((data, chance) => {
    const at = headIn(data, chance);
    const length = at === null ? 0 : (data[at + 2] ?? 0);
    if (at === null || length === 0) return;
    const place = at + 4 + chance.whole(0, length - 1);
    if (place < data.length) data[place] = someValue(chance);
  }),
  add: added,
  splice: changed((data, chance, donor) => {
    const from = chance.whole(0, Math.max(0, donor.length - 1));
    const part = donor.subarray(from, from + chance.whole(1, 96));
    const at = placeIn(data, chance);
    data.set(part.subarray(0, data.length - at), at);
  }),
  name: changed((data, chance) => {
    const at = Buffer.from(data.buffer, data.byteOffset, data.length).indexOf(OWN_SYMBOL);
    if (at >= 0) data.set(Buffer.from(KNOWN_NAMES[chance.whole(0, KNOWN_NAMES.length - 1)] ?? OWN_SYMBOL), at);
  }),
  owner: ({ data }, chance) => ({ owner: OWNERS[chance.whole(0, OWNERS.length - 1)] ?? TOKEN_PROGRAM, data }),
} satisfies Readonly<Record<string, Mutation>>;

const WEIGHTS: Readonly<Record<keyof typeof mutations, number>> = {
  bits: 14,
  bytes: 14,
  deciding: 14,
  range: 8,
  cut: 3,
  grow: 4,
  resize: 2,
  type: 5,
  length: 4,
  value: 24,
  add: 10,
  splice: 5,
  name: 3,
  owner: 3,
};
const AT_ONCE_MAX = 3;

/** The account after one to three mutations, with the names of these. `donor` gives bytes of another account. */
export function mutate(
  account: Mutable,
  chance: Chance,
  donor: Uint8Array,
): { readonly account: Mutable; readonly how: string } {
  const how = Array.from({ length: chance.whole(1, AT_ONCE_MAX) }, () => chance.pick(WEIGHTS));
  const made = how.reduce<Mutable>((now, name) => mutations[name](now, chance, donor), account);
  return { account: made, how: how.join('+') };
}

function changed(change: (data: Uint8Array, chance: Chance, donor: Uint8Array) => void): Mutation {
  return ({ owner, data }, chance, donor) => {
    if (data.length === 0) return { owner, data };
    const copy = Uint8Array.from(data);
    change(copy, chance, donor);
    return { owner, data: copy };
  };
}

/** Another extension behind the others, of a length that fits its type, empty or with a key in it. */
function added({ owner, data }: Mutable, chance: Chance): Mutable {
  const type = chance.whole(1, 30);
  const value = new Uint8Array(LENGTHS[type] ?? chance.whole(0, 40));
  if (chance.happens(0.6)) value.fill(chance.whole(1, 255), 0, 32);
  if (chance.happens(0.3) && value.length > 0) value[value.length - 1] = someValue(chance);
  const head = Uint8Array.of(type, 0, value.length & 255, value.length >> 8);
  const isExtended = data.length > EXTENSIONS_AT - 1;
  const before = isExtended ? data : joined(data, Uint8Array.of(...new Uint8Array(EXTENSIONS_AT - 1 - data.length), 1));
  return { owner: isExtended ? owner : TOKEN_2022_PROGRAM, data: joined(before, head, value) };
}

function placeIn(data: Uint8Array, chance: Chance): number {
  return chance.whole(0, data.length - 1);
}

function someValue(chance: Chance): number {
  return chance.happens(0.6) ? (TELLING[chance.whole(0, TELLING.length - 1)] ?? 0) : chance.whole(0, 255);
}

function flip(data: Uint8Array, at: number, mask: number): void {
  data[at] = (data[at] ?? 0) ^ mask;
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

/** Where the head of one of the extensions stands. */
function headIn(data: Uint8Array, chance: Chance): number | null {
  const heads: number[] = [];
  let at = EXTENSIONS_AT;
  while (at + 4 <= data.length) {
    heads.push(at);
    at += 4 + (data[at + 2] ?? 0) + 256 * (data[at + 3] ?? 0);
  }
  return heads[chance.whole(0, heads.length - 1)] ?? null;
}
