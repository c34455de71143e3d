import { type Address, address } from '../address.ts';

/**
 * The pool behind a liquid staking token, by mint, so that the proof needs no search. Only where to look: `stakeProof`
 * decides, and a wrong entry proves nothing. Mints as in Jupiter's list of validated tokens and in recorded mint accounts,
 * pools as recorded under igneous-labs/S; each pair was proven on recorded bytes.
 */
export const knownStakePools: ReadonlyMap<Address, Address> = new Map([
  // JitoSOL
  [address('J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn'), address('Jito4APyf642JPZPx3hGc6WWJ8zPKtRbRs4P815Awbb')],
  // pwrSOL
  [address('pWrSoLAhue6jUxUkbWgmEy5rD9VJzkFmvfTDV5KgNuu'), address('DfiQgSvpW3Dy4gKfhtdHnWGHwFUrE8exvaxqjtMtAVxk')],
  // JupSOL
  [address('jupSoLaHXQiZZTSfEWMTRRgpnyFm8f6sZdosWBjx93v'), address('8VpRhuxa7sUUepdY3kQiTmX9rS5vx4WgaXiAnXq4KCtr')],
  // mSOL, whose pool is the state of Marinade
  [address('mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So'), address('8szGkuLTAux9XMgZ2vtY39jVSowEcpBfFfD8hXSEqdGC')],
]);
