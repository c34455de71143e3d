import type { Address } from '#lib/address.ts';
import { addressIn, list, listOrNone, type Members, members, misshapen, Undecodable, whole } from './shape.ts';

/** The account keys of a transaction in the order that balances and instructions count them, and who signed. */
export interface Keys {
  readonly all: readonly Address[];
  readonly signers: readonly Address[];
}

/**
 * Reads the keys of both encodings. `json` lists the static keys as texts, with the loaded ones in the metadata
 * (writable, then read-only) and the signers as a count in the header; `jsonParsed` lists all keys as objects.
 */
export function readKeys(message: Members, meta: Members): Keys {
  const entries = list(message.accountKeys, 'accountKeys');
  const keys = typeof entries[0] === 'string' ? compiledKeys(entries, message, meta) : parsedKeys(entries);
  if (keys.signers.length === 0 || keys.signers[0] !== keys.all[0]) misshapen('the list of signers');
  if (new Set(keys.all).size !== keys.all.length) misshapen('accountKeys (an address twice)');
  return keys;
}

function compiledKeys(entries: readonly unknown[], message: Members, meta: Members): Keys {
  const fixed = entries.map((key) => addressIn(key, 'an account key'));
  const header = members(message.header, 'header');
  const signed = whole(header.numRequiredSignatures, 'numRequiredSignatures');
  if (signed > fixed.length) misshapen('numRequiredSignatures');
  return { all: [...fixed, ...loadedKeys(message, meta)], signers: fixed.slice(0, signed) };
}

function loadedKeys(message: Members, meta: Members): readonly Address[] {
  if (meta.loadedAddresses === undefined || meta.loadedAddresses === null) {
    if (listOrNone(message.addressTableLookups, 'addressTableLookups').length === 0) return [];
    throw new Undecodable('history_missing', 'the metadata does not hold the addresses that lookup tables gave');
  }
  const loaded = members(meta.loadedAddresses, 'loadedAddresses');
  const writable = list(loaded.writable, 'loadedAddresses.writable');
  const readonly = list(loaded.readonly, 'loadedAddresses.readonly');
  return [...writable, ...readonly].map((key) => addressIn(key, 'a loaded address'));
}

function parsedKeys(entries: readonly unknown[]): Keys {
  const all: Address[] = [];
  const signers: Address[] = [];
  for (const entry of entries) {
    const key = members(entry, 'an account key');
    const found = addressIn(key.pubkey, 'an account key');
    if (typeof key.signer !== 'boolean') misshapen('the signer mark of an account key');
    all.push(found);
    if (key.signer) signers.push(found);
  }
  return { all, signers };
}
