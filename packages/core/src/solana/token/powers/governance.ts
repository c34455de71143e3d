import { type Address, address } from '../../address.ts';
import { Bytes } from '../../bytes.ts';

/**
 * Deployments of SPL Governance whose accounts are trusted. Anybody can deploy a copy that writes any account, so this list decides
 * (Mythic-Project/governance-ui `public/realms/mainnet-beta.json`).
 */
export const GOVERNANCE_PROGRAMS: ReadonlyMap<Address, string> = new Map([
  [address('GovER5Lthms3bLBqWub97yVrMmEogzX7xNjdXpPPCVZw'), 'SPL Governance'],
  [address('GovMaiHfpVPw8BAM1mbdzgmSZYDw2tdP32J2fapoQoYs'), 'SPL Governance of Marinade'],
  [address('jtogvBNH3WBSWDYD5FJfQP2ZxNTuf82zL8GkEhPeaJx'), 'SPL Governance of Jito'],
  [address('pytGY6tWRgGinSCvRLnSv4fHfBTMoiDGiCsesmHWM6U'), 'SPL Governance of Pyth'],
]);

/**
 * The deployment that runs version 3.1, in which a vote that never ends early lasts for its whole time. In versions before, an owner of
 * all votes ends any vote at once (`governance/program/src/state/proposal.rs`).
 */
const WHOLE_VOTES = address('GovER5Lthms3bLBqWub97yVrMmEogzX7xNjdXpPPCVZw');

/** The types of accounts: governances of the first and of the second version, and realms of both. */
const GOVERNANCE_TYPES = [3, 4, 9, 10, 18, 19, 20, 21];
const REALM_TYPES = [1, 16];

const REALM_AT = 1;
/** Where the configuration of a governance begins: after its type, realm, governed account and count of proposals. */
const CONFIG_AT = 69;

/** The voters: `share`: owners of this percentage; `nobody`: these voters are switched off. */
const THRESHOLD = { share: 0, quorum: 1, nobody: 2 } as const;
/** A vote that never ends early. */
const NEVER_EARLY = 2;

/** An account of a governance program. */
interface GovernedAccount {
  readonly owner: Address;
  readonly data: Uint8Array;
}

/** How a governance decides. */
export interface GovernanceTerms {
  readonly realm: Address;
  /**
   * The least seconds from a proposal to its execution. The time for votes counts only where no vote can end early, because an owner of
   * most votes ends any other one at once.
   */
  readonly delaySeconds: number;
  /** Which of the two groups of voters may vote. */
  readonly communityVotes: boolean;
  readonly councilVotes: boolean;
}

/**
 * Decodes a governance account; null for other accounts and where nothing can be decided. Layout: type u8, realm, governed
 * account, proposals u32, then a configuration in Borsh: threshold of the community, weight u64, hold-up u32, voting time u32,
 * tipping of the community u8, threshold and veto of the council, weight u64, tipping of the council u8
 * (solana-labs/solana-program-library, `governance/program/src/state/governance.rs`).
 */
export function readGovernance({ owner, data }: GovernedAccount): GovernanceTerms | null {
  try {
    const bytes = new Bytes(data);
    if (!GOVERNANCE_TYPES.includes(bytes.u8(0))) return null;
    const community = thresholdAt(bytes, CONFIG_AT);
    const holdUp = bytes.u32(community.end + 8);
    const voting = bytes.u32(community.end + 12);
    const communityTips = bytes.u8(community.end + 16);
    const council = thresholdAt(bytes, community.end + 17);
    const veto = thresholdAt(bytes, council.end);
    // Before the third version the council voted as the community did, and these bytes were zero.
    const isOld = council.kind === THRESHOLD.share && council.percent === 0;
    const councilTips = isOld ? communityTips : bytes.u8(veto.end + 8);
    const communityVotes = community.kind !== THRESHOLD.nobody;
    const councilVotes = isOld || council.kind !== THRESHOLD.nobody;
    const tips = [...(communityVotes ? [communityTips] : []), ...(councilVotes ? [councilTips] : [])];
    const isWhole = owner === WHOLE_VOTES && tips.every((tip) => tip === NEVER_EARLY);
    const delaySeconds = holdUp + (isWhole ? voting : 0);
    return { realm: bytes.key(REALM_AT), delaySeconds, communityVotes, councilVotes };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

interface Threshold {
  readonly kind: number;
  readonly percent: number | null;
  readonly end: number;
}

/** A threshold of votes; throws a RangeError for a kind that is not known. */
function thresholdAt(bytes: Bytes, at: number): Threshold {
  const kind = bytes.u8(at);
  if (kind === THRESHOLD.nobody) return { kind, percent: null, end: at + 1 };
  if (kind !== THRESHOLD.share && kind !== THRESHOLD.quorum) throw new RangeError(`no threshold has the kind ${kind}`);
  return { kind, percent: bytes.u8(at + 1), end: at + 2 };
}

/** Where the mint of the community and the option of the council's stand in a realm, and what follows before the authority. */
const COMMUNITY_AT = 1;
const COUNCIL_AT = 58;
const BEFORE_AUTHORITY = 8;
const KEY_BYTES = 32;

/** The mint whose tokens are votes, and the authority that may change the voters at once; null where there is none. */
export interface RealmTerms {
  readonly authority: Address | null;
  readonly communityMint: Address;
  readonly councilMint: Address | null;
}

/**
 * Decodes a realm; null for other accounts. Layout: type u8, community mint, two u8, six reserved, weight u64, source u8 and u64,
 * option of the council's mint, six reserved, u16, option of the authority (solana-labs/solana-program-library,
 * `governance/program/src/state/realm.rs`).
 */
export function readRealm(data: Uint8Array): RealmTerms | null {
  try {
    const bytes = new Bytes(data);
    if (!REALM_TYPES.includes(bytes.u8(0))) return null;
    const councilMint = bytes.u8(COUNCIL_AT) === 0 ? null : bytes.key(COUNCIL_AT + 1);
    const at = COUNCIL_AT + 1 + (councilMint === null ? 0 : KEY_BYTES) + BEFORE_AUTHORITY;
    const authority = bytes.u8(at) === 0 ? null : bytes.key(at + 1);
    return { authority, communityMint: bytes.key(COMMUNITY_AT), councilMint };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Where a proposal names its governance and its state, as far as it is read. */
export const PROPOSAL = { governanceAt: 1, stateAt: 65, bytes: 66 } as const;

/** Proposals of both versions, and the states in which they are drafted, voted on, or approved and not done with. */
const PROPOSAL_TYPES = [5, 14];
const OPEN_STATES = [0, 1, 2, 3, 4, 8];

/**
 * Whether an account is a proposal that is drafted, voted on, or approved and perhaps not executed yet: that has no end, so its notice may
 * lie far back. The transactions of a draft keep the hold-up of the moment when they were added, so a draft from before a raise of the
 * hold-up bypasses it. Layout: type u8, governance, mint of the voters, state u8 (solana-labs/solana-program-library,
 * `governance/program/src/state/proposal.rs`, `enums.rs` and `processor/process_insert_transaction.rs`).
 */
export function isOpenProposal(data: Uint8Array): boolean {
  const [type = 0, state = 0] = [data[0], data[PROPOSAL.stateAt]];
  return PROPOSAL_TYPES.includes(type) && OPEN_STATES.includes(state);
}
