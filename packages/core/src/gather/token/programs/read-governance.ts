import type { AccountState } from '#chain/chain-reader.ts';
import { upgradeAddresses } from '#derive/token/authorities.ts';
import { type Gap, known, mapReading, type Reading, renamed } from '#lib/reading.ts';
import { type Address, addressBytes, isOnCurve } from '#solana/address.ts';
import {
  GOVERNANCE_PROGRAMS,
  type GovernanceTerms,
  isOpenProposal,
  PROPOSAL,
  type RealmTerms,
  readGovernance,
  readRealm,
} from '#solana/token/powers/governance.ts';
import type { PowerProof, PowerRole } from '#solana/token/powers/program-power.ts';
import { readTokenSubject } from '#solana/token/token-subject.ts';
import { readApart } from '../../market/rounds.ts';
import type { TokenReader } from '../second-round.ts';

type Accounts = ReadonlyMap<Address, AccountState | null>;

/** A power with an authority that no key can sign for. */
export type HeldPower = readonly [role: PowerRole, authority: Address];

/** A power under a governance, as the governance's own account shows. */
interface Governed {
  readonly role: PowerRole;
  readonly account: AccountState;
  readonly programName: string;
  readonly terms: GovernanceTerms;
}

/** The proofs, with every account that was read. `unsearched`: why the proposals of an authority were not found out. */
interface GovernedPowers {
  readonly proofs: readonly PowerProof[];
  readonly accounts: Accounts;
  readonly unsearched: ReadonlyMap<Address, Gap>;
}

/** The powers whose authority is a governance account. */
export function governancesIn(held: readonly HeldPower[], accounts: Accounts): readonly Governed[] {
  return held.flatMap(([role, authority]) => governedBy(role, accounts.get(authority) ?? null));
}

/** Proves powers under a governance. Reads its realm, its program and its proposals in one round, and the mints of its votes after that. */
export async function governedPowers(
  governed: readonly Governed[],
  before: Accounts,
  reader: TokenReader,
): Promise<Reading<GovernedPowers>> {
  const addresses = governed.flatMap(({ account, terms }) => [terms.realm, ...upgradeAddresses(account.owner)]);
  const [round, underWay] = await Promise.all([
    readApart(reader, addresses),
    Promise.all(governed.map(({ account }) => searchProposals(account, reader))),
  ]);
  if (!round.known) return renamed('programs', round.gap);
  const realms = governed.map(({ account, terms }) => realmOf(account, round.value.accounts.get(terms.realm)));
  const mints = governed.flatMap(({ terms }, n) => voteMints(terms, realms[n] ?? null));
  const votes = await readApart(
    reader,
    mints.filter((mint) => !before.has(mint)),
  );
  if (!votes.known) return renamed('programs', votes.gap);
  const accounts = new Map([...before, ...round.value.accounts, ...votes.value.accounts]);
  const proofs = governed.map(({ role, account, programName, terms }, n): PowerProof => {
    const realm = realms[n] ?? null;
    return {
      role,
      authority: account.address,
      program: account.owner,
      programName,
      account: account.address,
      kind: 'governance',
      how: 'governance',
      backing: null,
      governance: {
        realm: terms.realm,
        delaySeconds: terms.delaySeconds,
        isUnderWay: isUnderWay(underWay[n]),
        keyRules: realm === null || isRuled(realm, voteMints(terms, realm), accounts),
      },
    };
  });
  const gaps = governed.flatMap(({ account }, n) => {
    const search = underWay[n];
    return search?.known === false ? [[account.address, search.gap] as const] : [];
  });
  return known({ proofs, accounts, unsearched: new Map(gaps) });
}

function governedBy(role: PowerRole, account: AccountState | null): readonly Governed[] {
  const programName = account ? GOVERNANCE_PROGRAMS.get(account.owner) : undefined;
  const terms = account && programName ? readGovernance(account) : null;
  return account && programName && terms ? [{ role, account, programName, terms }] : [];
}

function realmOf({ owner }: AccountState, realm: AccountState | null | undefined): RealmTerms | null {
  return realm?.owner === owner ? readRealm(realm.data) : null;
}

/** The mints whose tokens are votes in the governance. */
function voteMints({ communityVotes, councilVotes }: GovernanceTerms, realm: RealmTerms | null): readonly Address[] {
  if (realm === null) return [];
  const { communityMint, councilMint } = realm;
  return [...(communityVotes ? [communityMint] : []), ...(councilVotes && councilMint ? [councilMint] : [])];
}

/** Whether a single key can change the voters, issue votes, or has the only one; true as well where a mint of votes is none. */
function isRuled({ authority }: RealmTerms, mints: readonly Address[], accounts: Accounts): boolean {
  if (authority !== null && isOnCurve(authority)) return true;
  return mints.some((mint) => {
    const account = accounts.get(mint);
    const subject = account ? readTokenSubject(account) : null;
    if (subject?.is !== 'mint') return true;
    const { mintAuthority, supply, decimals } = subject.mint;
    return (mintAuthority !== null && isOnCurve(mintAuthority)) || supply <= 10n ** BigInt(decimals);
  });
}

/** Whether a proposal of the governance is under way. */
async function searchProposals({ address, owner }: AccountState, reader: TokenReader): Promise<Reading<boolean>> {
  const filter = { at: PROPOSAL.governanceAt, bytes: addressBytes(address) };
  const found = await reader.programAccounts(owner, [filter], { offset: 0, length: PROPOSAL.bytes });
  return mapReading(found, (proposals) => proposals.some(({ data }) => isOpenProposal(data)));
}

/** True as well where that is unknown. */
function isUnderWay(search: Reading<boolean> | undefined): boolean {
  return !search?.known || search.value;
}
