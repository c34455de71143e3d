import { type Address, address, addressBytes, derivedAddress } from 'assay-core/solana/address.ts';
import { type EncodedAccount, Layout } from './layout.ts';

const SQUADS = address('SQDS4ep65T869zMMBKyuUq6aD6EgTu8psMjkvj52pCf');

const REALMS = address('GovER5Lthms3bLBqWub97yVrMmEogzX7xNjdXpPPCVZw');

const seed = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The permissions of a member: all, or none that decides. */
const [ALL, INITIATE] = [7, 1];

/** The `Multisig` of Squads, version 4, and its first vault. `watchers`: members without a vote. */
export function squadsMultisig(spec: {
  readonly createKey: Address;
  readonly threshold: number;
  readonly members: readonly Address[];
  readonly watchers?: readonly Address[];
  readonly configAuthority?: Address;
  readonly delaySeconds?: number;
}): EncodedAccount & { readonly vault: Address } {
  const { createKey, threshold, members, watchers = [], configAuthority, delaySeconds = 0 } = spec;
  const count = members.length + watchers.length;
  const layout = new Layout(100 + 33 * count).hex(0, 'e07479ba44a14fec').key(8, createKey);
  if (configAuthority) layout.key(40, configAuthority);
  layout.u16(72, threshold).u32(74, delaySeconds).u32(96, count);
  for (const [n, one] of [...members, ...watchers].entries()) {
    layout.key(100 + 33 * n, one).u8(132 + 33 * n, n < members.length ? ALL : INITIATE);
  }
  const at = derivedAddress([seed('multisig'), seed('multisig'), addressBytes(createKey)], SQUADS);
  const vault = derivedAddress([seed('multisig'), addressBytes(at), seed('vault'), Uint8Array.of(0)], SQUADS);
  return { address: at, owner: SQUADS, data: layout.bytes(), vault };
}

/** The account type of a governance of the second version. */
const GOVERNANCE = 18;
/** The percentage of votes that decides. */
const PERCENT = 60;

/** A `Governance` of Realms and its native treasury. */
export function realmsGovernance(spec: {
  readonly realm: Address;
  readonly seed: Address;
  readonly delaySeconds: number;
}): EncodedAccount & { readonly vault: Address } {
  const seeds = [seed('account-governance'), addressBytes(spec.realm), addressBytes(spec.seed)];
  const at = derivedAddress(seeds, REALMS);
  const layout = new Layout(236).u8(0, GOVERNANCE).key(1, spec.realm).key(33, spec.seed).u8(70, PERCENT);
  const data = layout.u64(71, 1n).u32(79, spec.delaySeconds).bytes();
  return {
    address: at,
    owner: REALMS,
    data,
    vault: derivedAddress([seed('native-treasury'), addressBytes(at)], REALMS),
  };
}
