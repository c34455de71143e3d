import type { TreasuryFacts } from '#rules/token/holdings/evidence.ts';
import { type Address, address, addressBytes, derivedAddress } from '#solana/address.ts';
import { Bytes } from '#solana/bytes.ts';
import type { LockAccount as Stored } from '../locks/lock.ts';

/**
 * Programs of Realms: the shared one, and those of Marinade (docs.marinade.finance, contract addresses), Mango and Pyth (lists of DAOs at
 * app.realms.today). Many others have one of their own, whose vaults stay unknown.
 */
export const REALMS_PROGRAMS: readonly Address[] = [
  address('GovER5Lthms3bLBqWub97yVrMmEogzX7xNjdXpPPCVZw'),
  address('GovMaiHfpVPw8BAM1mbdzgmSZYDw2tdP32J2fapoQoYs'),
  address('GqTPL6qRf5aUuqscLh8Rg2HTxPUXfhhAXDptTLhp1t2J'),
  address('pytGY6tWRgGinSCvRLnSv4fHfBTMoiDGiCsesmHWM6U'),
];

/** The vault of an account if it is a governance, `["native-treasury", governance]` (spl-governance, `state/native_treasury.rs`). */
export function nativeTreasury(governance: Address, program: Address): Address {
  return derivedAddress([new TextEncoder().encode('native-treasury'), addressBytes(governance)], program);
}

/** Account types of governances, by the first word of their seeds: those of both versions. */
const SEEDS: ReadonlyMap<number, string> = new Map([
  [3, 'account-governance'],
  [18, 'account-governance'],
  [4, 'program-governance'],
  [19, 'program-governance'],
  [9, 'mint-governance'],
  [20, 'mint-governance'],
  [10, 'token-governance'],
  [21, 'token-governance'],
]);

const CONFIG_AT = 69;
/** A threshold of votes that is switched off, which has no percentage behind it. */
const DISABLED = 2;
const LONGEST_HEAD_BYTES = 83;

/**
 * The `Governance` of spl-governance 3.1 (`state/governance.rs` and its legacy form): type 0, realm 1, seed 33, configuration 69, which
 * begins with a threshold of one or two bytes, the weight that a proposal takes, and the seconds that an approved one has to wait. Voting
 * may end early, so that its time is no delay. Only its address, which follows from realm and seed, proves it. Null for what is none.
 */
export function realmsTreasury({ address: at, owner, data }: Stored): TreasuryFacts | null {
  const bytes = new Bytes(data);
  if (!REALMS_PROGRAMS.includes(owner) || bytes.length < LONGEST_HEAD_BYTES) return null;
  const seed = SEEDS.get(bytes.u8(0));
  if (seed === undefined) return null;
  if (derivedAddress([new TextEncoder().encode(seed), bytes.slice(1, 32), bytes.slice(33, 32)], owner) !== at)
    return null;
  const weightAt = CONFIG_AT + (bytes.u8(CONFIG_AT) === DISABLED ? 1 : 2);
  return {
    kind: 'realms',
    account: at,
    threshold: null,
    members: null,
    configAuthority: null,
    delaySeconds: bytes.u32(weightAt + 8),
  };
}
