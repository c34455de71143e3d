import type { AccountState } from 'assay-core/chain/chain-reader.ts';
import { METADATA_PROGRAM } from 'assay-core/solana/token/metaplex.ts';

/*
 * What a reader of raw bytes finds against a mint, written from the layouts of the token programs alone and sharing no
 * decoder with the check. Only what a mint of the best verdict must not have is looked for.
 */

const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
/** Types that mints may have and that by themselves allow nobody anything that a holder must fear. */
const HARMLESS_TYPES = [3, 4, 10, 16, 20, 21, 22, 23, 25, 28];
const KNOWN_NAMES = ['PYUSD', 'TSLAX', 'BBSOL', 'BNSOL', 'CBBTC'];
const COLLECTIBLES = [0, 3, 4, 5];

/** What is excused, for the few mints that are known: keys as hex, null for none. */
export interface Pardon {
  readonly mintAuthority: string | null;
  readonly freezeAuthority: string | null;
  /** Set for mints of known issuers: powers over pause, hook and fee, under this program with exactly these extensions. */
  readonly issuer: { readonly program: string; readonly types: string } | null;
  readonly zeroSupply: boolean;
  readonly names: boolean;
}

export const NO_PARDON: Pardon = {
  mintAuthority: null,
  freezeAuthority: null,
  issuer: null,
  zeroSupply: false,
  names: false,
};

interface Reading {
  readonly view: DataView;
  readonly data: Uint8Array;
  readonly self: string;
  readonly metadataAt: string;
  readonly epoch: bigint;
  readonly pardon: Pardon;
}

interface Tlv {
  readonly type: number;
  readonly at: number;
  readonly length: number;
}

/** Everything that speaks against the best verdict for these bytes; empty for a mint with nothing in it. */
export function concerns(
  account: AccountState,
  metaplex: AccountState | null,
  known: { readonly selfHex: string; readonly metadataHex: string; readonly epoch: bigint; readonly pardon: Pardon },
): readonly string[] {
  const { owner, data } = account;
  if (owner !== TOKEN && owner !== TOKEN_2022) return ['not of a token program'];
  if (!hasMintLength(owner, data)) return ['not the length of a mint'];
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const { selfHex: self, metadataHex: metadataAt, epoch, pardon } = known;
  const reading: Reading = { view, data, self, metadataAt, epoch, pardon };
  return [
    ...baseConcerns(reading),
    ...(pardon.issuer !== null && pardon.issuer.program !== owner ? ['another program than the issuer chose'] : []),
    ...extensionConcerns(reading),
    ...metaplexConcerns(metaplex, reading),
  ];
}

function hasMintLength(owner: string, data: Uint8Array): boolean {
  return data.length === 82 || (owner === TOKEN_2022 && data.length > 165 && data.length !== 355 && data[165] === 1);
}

function baseConcerns({ view, data, pardon }: Reading): readonly string[] {
  const supply = view.getBigUint64(36, true);
  return [
    ...keyConcern('mint authority', view.getUint32(0, true), hexOf(data, 4, 36), pardon.mintAuthority),
    ...keyConcern('freeze authority', view.getUint32(46, true), hexOf(data, 50, 82), pardon.freezeAuthority),
    ...(data[45] === 1 ? [] : ['not initialized']),
    ...(supply === 0n && !pardon.zeroSupply ? ['no supply'] : []),
    ...(supply === 1n && data[44] === 0 ? ['a single item'] : []),
  ];
}

function keyConcern(what: string, tag: number, key: string, pardoned: string | null): readonly string[] {
  if (tag === 0 || (tag === 1 && pardoned === key)) return [];
  return [`${what}, tag ${tag}`];
}

function extensionConcerns(reading: Reading): readonly string[] {
  const { data, pardon } = reading;
  if (data.subarray(82, 165).some((byte) => byte !== 0)) return ['padding'];
  const listed = tlvsOf(reading);
  if (typeof listed === 'string') return [listed];
  const types = sorted(listed);
  const isIssuers = pardon.issuer !== null;
  return [
    ...(new Set(types).size < types.length ? ['a type twice'] : []),
    ...(isIssuers && types.join() !== pardon.issuer?.types ? ['other extensions than the issuer had'] : []),
    ...listed.flatMap((one) => extensionConcern(one, reading, isIssuers)),
  ];
}

function tlvsOf({ view, data }: Pick<Reading, 'view' | 'data'>): readonly Tlv[] | string {
  if (data.length === 82) return [];
  const found: Tlv[] = [];
  let at = 166;
  while (at + 4 <= data.length && view.getUint16(at, true) !== 0) {
    const length = view.getUint16(at + 2, true);
    found.push({ type: view.getUint16(at, true), at: at + 4, length });
    at += 4 + length;
  }
  if (at > data.length) return 'an extension beyond the end';
  return data.subarray(at).some((byte) => byte !== 0) ? 'bytes behind the end' : found;
}

function extensionConcern({ type, at, length }: Tlv, reading: Reading, isIssuers: boolean): readonly string[] {
  const { data } = reading;
  const isSet = (from: number, to: number) => data.subarray(at + from, at + to).some((byte) => byte !== 0);
  const when = (is: boolean, what: string) => (is ? [what] : []);
  switch (type) {
    case 1:
      if (length !== 108) return ['a fee of another length'];
      return [...when(isSet(0, 32) && !isIssuers, 'fee authority'), ...when(takesFee(reading, at), 'fee')];
    case 6:
      return when(data[at] === 2, 'frozen by default');
    case 12:
      return when(isSet(0, 32), 'permanent delegate');
    case 14:
      return [...when(isSet(0, 32) && !isIssuers, 'hook authority'), ...when(isSet(32, 64), 'hook program')];
    case 18:
      return when(!isOwnPointer(reading, at), 'foreign metadata pointer');
    case 19:
      return inlineConcerns(reading, at, length);
    case 26:
      return [...when(isSet(0, 32) && !isIssuers, 'pause authority'), ...when(isSet(32, 33), 'paused')];
    default:
      return when(!HARMLESS_TYPES.includes(type), `extension ${type}`);
  }
}

function takesFee({ view, epoch }: Reading, at: number): boolean {
  const takes = (term: number) =>
    view.getBigUint64(at + term + 8, true) > 0n && view.getUint16(at + term + 16, true) > 0;
  return takes(90) || (epoch < view.getBigUint64(at + 90, true) && takes(72));
}

function isOwnPointer({ data, self, metadataAt }: Reading, at: number): boolean {
  const target = hexOf(data, at + 32, at + 64);
  return target === self || target === metadataAt || target === '00'.repeat(32);
}

function inlineConcerns({ view, data, self, pardon }: Reading, at: number, length: number): readonly string[] {
  if (length < 64 || hexOf(data, at + 32, at + 64) !== self) return ['metadata of another mint'];
  return pardon.names
    ? []
    : namesAt(view, data, at + 64)
        .filter(isKnownName)
        .map((name) => `named ${name}`);
}

/** The types of a mint's extensions in order, as a pardon names them. */
export function typesOf(data: Uint8Array): string {
  const listed = tlvsOf({ view: new DataView(data.buffer, data.byteOffset, data.byteLength), data });
  return typeof listed === 'string' ? listed : sorted(listed).join();
}

function sorted(listed: readonly Tlv[]): readonly number[] {
  return listed.map(({ type }) => type).sort((a, b) => a - b);
}

/** What the account at the Metaplex address says, where it is one of Metaplex. */
function metaplexConcerns(metaplex: AccountState | null, { self, pardon }: Reading): readonly string[] {
  if (metaplex === null || metaplex.owner !== METADATA_PROGRAM || metaplex.data.length <= 1) return [];
  const { data } = metaplex;
  if (data[0] !== 4 || hexOf(data, 33, 65) !== self) return ['a Metaplex account of something else'];
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const standard = standardOf(view, data);
  if (standard === 'broken') return ['a Metaplex account that contradicts itself'];
  const names = pardon.names ? [] : namesAt(view, data, 65).filter(isKnownName);
  return [...names.map((name) => `named ${name}`), ...(COLLECTIBLES.includes(standard) ? ['a collectible'] : [])];
}

/** Name and symbol: two texts, each behind its length. */
function namesAt(view: DataView, data: Uint8Array, from: number): readonly string[] {
  const names: string[] = [];
  let at = from;
  while (names.length < 2 && at + 4 <= data.length) {
    const end = at + 4 + view.getUint32(at, true);
    names.push(Buffer.from(data.subarray(at + 4, end)).toString('latin1'));
    at = end;
  }
  return names;
}

function isKnownName(name: string): boolean {
  return KNOWN_NAMES.includes(name.replaceAll('\0', '').toUpperCase());
}

/** The token standard behind three texts, the fee, the creators, two flags and the edition nonce; -1 where none is said. */
function standardOf(view: DataView, data: Uint8Array): number | 'broken' {
  let at = 65;
  for (let text = 0; text < 3; text += 1) {
    if (at + 4 > data.length) return 'broken';
    at += 4 + view.getUint32(at, true);
  }
  at += 2;
  if (at >= data.length) return 'broken';
  if (data[at] === 1) {
    if (at + 5 > data.length) return 'broken';
    at += 5 + 34 * view.getUint32(at + 1, true);
  } else at += 1;
  if (at + 2 > data.length) return 'broken';
  at += 2;
  if ((data[at] ?? 2) > 1) return -1;
  at += data[at] === 1 ? 2 : 1;
  return data[at] === 1 ? (data[at + 1] ?? -1) : -1;
}

/** Bytes as hex, shorter where the data ends. */
export function hexOf(data: Uint8Array, from: number, to: number): string {
  return Buffer.from(data.subarray(from, to)).toString('hex');
}
