import { type Address, address, addressBytes, derivedAddress } from '../address.ts';
import { Bytes } from '../bytes.ts';

/**
 * The pool of a liquid staking token, by mint, so that the proof needs no search. This is only where to look: `stakeProof` decides,
 * and a wrong entry proves nothing. Mints as in Jupiter's list of validated tokens and in recorded mint accounts, pools as recorded
 * under igneous-labs/S; each pair was proven on recorded bytes, those of bSOL and BNSOL (igneous-labs/sanctum-lst-list@8b33c8c) by
 * their recorded authorities.
 */
export const knownStakePools: ReadonlyMap<Address, Address> = new Map([
  // JitoSOL
  [address('J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn'), address('Jito4APyf642JPZPx3hGc6WWJ8zPKtRbRs4P815Awbb')],
  // pwrSOL
  [address('pWrSoLAhue6jUxUkbWgmEy5rD9VJzkFmvfTDV5KgNuu'), address('DfiQgSvpW3Dy4gKfhtdHnWGHwFUrE8exvaxqjtMtAVxk')],
  // JupSOL
  [address('jupSoLaHXQiZZTSfEWMTRRgpnyFm8f6sZdosWBjx93v'), address('8VpRhuxa7sUUepdY3kQiTmX9rS5vx4WgaXiAnXq4KCtr')],
  // bSOL
  [address('bSo13r4TkiE4KumL71LsHTPpL2euBYLFx6h9HP3piy1'), address('stk9ApL5HeVAwPLr3TLhDXdZS8ptVu7zp6ov8HFDuMi')],
  // BNSOL
  [address('BNso1VUJnh4zcfpZa6986Ea66P6TCp59hvtNJ8b1X85'), address('Hr9pzexrBge3vgmBNRR8u42CNQgBXdHm4UkUN2DH4a7r')],
  // mSOL, whose pool is the state of Marinade
  [address('mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So'), address('8szGkuLTAux9XMgZ2vtY39jVSowEcpBfFfD8hXSEqdGC')],
]);

/** The parts of a mint that the proof needs: its address and its powers. */
interface StakedMint {
  readonly address: Address;
  readonly mintAuthority: Address | null;
  readonly freezeAuthority: Address | null;
}

/** An account that may be the pool of a mint. */
interface PoolAccount {
  readonly address: Address;
  readonly owner: Address;
  readonly data: Uint8Array;
}

/**
 * The proof that the supply of a mint grows only through a staking program. It says nothing about the pool's honesty, fees or solvency,
 * and holds until the program is replaced.
 */
export interface StakeProof {
  readonly program: Address;
  /** For people. */
  readonly programName: string;
  /** The account that names the mint; null where the program has one pool only. */
  readonly pool: Address | null;
}

/**
 * The deployments of the stake pool program whose pools count. Anyone can deploy a copy that meets every other condition, so the
 * proof depends on this list (igneous-labs/S, `stake-pool` programs).
 */
export const STAKE_POOL_PROGRAMS: ReadonlyMap<Address, string> = new Map([
  [address('SPoo1Ku8WFXoNDMHPsrGSTSG1Y47rzgn41SLUNakuHy'), 'SPL stake pool'],
  [address('SP12tWFxD9oJsVWNavTTBZvMbA6gkAmxtVgxdqvyvhY'), 'Sanctum stake pool'],
  [address('SPMBzsVUuoHA4Jm6KunbsotaahvVikZs1JyTW6iJvbn'), 'Sanctum multi-validator stake pool'],
]);

/** The program of Marinade, whose states name their mints. */
export const MARINADE = address('MarBmsSgKXdrN1egZf5sqe1TMai9K1rChYNDJgjq7aD');

/**
 * The program of INF with its one mint. The mint is fixed here, because anybody can make a mint, issue a supply and then name the
 * program's address as its authority, and there is no pool account that would contradict it.
 */
export const SANCTUM_INF = {
  program: address('5ocnV1qiCgaQR8Jb8xWnVbApfaygJ8tNoZfgPwsgx9kx'),
  mint: address('5oVNBeEEQvYi1cX3ir8Dx5n1P7pdxydbGF2X4TxVusJm'),
} as const;

/** Type u8 0 (1 for a pool, 2 for its validators) and pool mint 162 (spl-stake-pool, `state.rs`). */
const STAKE_POOL = { type: 1, mintAt: 162, bytesMin: 194 } as const;
/** Mark of the account 0 (of the name `State` in Anchor's manner) and mint 8 (marinade-finance/liquid-staking-program). */
const MARINADE_STATE = { mark: 'd8926b5e684bb6b1', mintAt: 8, bytesMin: 40 } as const;

const seed = (text: string): Uint8Array => new TextEncoder().encode(text);
const WITHDRAW = seed('withdraw');
const MINTER = seed('st_mint');
const infAuthority = derivedAddress([seed('state')], SANCTUM_INF.program);

/**
 * Proves that a mint belongs to a staking program: no key can freeze it, a pool of a listed program names it, and its mint authority is
 * the address that only that program signs for with that pool. Null where no pool proves it.
 */
export function stakeProof(mint: StakedMint, pools: readonly PoolAccount[]): StakeProof | null {
  if (mint.freezeAuthority !== null || mint.mintAuthority === null) return null;
  if (mint.address === SANCTUM_INF.mint && mint.mintAuthority === infAuthority) {
    return { program: SANCTUM_INF.program, programName: 'Sanctum Infinity', pool: null };
  }
  for (const pool of pools) {
    const programName = poolProves(mint, pool);
    if (programName !== null) return { program: pool.owner, programName, pool: pool.address };
  }
  return null;
}

/** The name of the program whose pool proves the mint; null where this one does not. */
function poolProves(mint: StakedMint, pool: PoolAccount): string | null {
  const bytes = new Bytes(pool.data);
  const name = STAKE_POOL_PROGRAMS.get(pool.owner);
  if (name !== undefined) {
    const isPool = bytes.length >= STAKE_POOL.bytesMin && bytes.u8(0) === STAKE_POOL.type;
    return isPool && isNamed(mint, bytes, STAKE_POOL.mintAt) && signsFor(mint, pool, WITHDRAW) ? name : null;
  }
  if (pool.owner !== MARINADE) return null;
  const isState = bytes.length >= MARINADE_STATE.bytesMin && bytes.spells(0, MARINADE_STATE.mark);
  return isState && isNamed(mint, bytes, MARINADE_STATE.mintAt) && signsFor(mint, pool, MINTER) ? 'Marinade' : null;
}

function isNamed(mint: StakedMint, bytes: Bytes, at: number): boolean {
  return bytes.key(at) === mint.address;
}

/** Whether the mint authority is the program's address for this pool. */
function signsFor(mint: StakedMint, pool: PoolAccount, role: Uint8Array): boolean {
  return derivedAddress([addressBytes(pool.address), role], pool.owner) === mint.mintAuthority;
}
