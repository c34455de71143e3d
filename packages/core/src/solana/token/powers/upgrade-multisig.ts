import { type Address, address, addressBytes, derivedAddress, isOnCurve, SYSTEM_PROGRAM } from '../../address.ts';
import { Bytes } from '../../bytes.ts';

/** A multisig of Squads whose vault may upgrade a program. */
interface UpgradeMultisig {
  readonly multisig: Address;
  readonly squads: Address;
  /** The vault that the multisig signs for. */
  readonly vault: Address;
}

export const SQUADS_V3 = address('SMPLecH534NA9acpos4G6x7uf3LWbCAwZQE9e8ZekMu');
export const SQUADS_V4 = address('SQDS4ep65T869zMMBKyuUq6aD6EgTu8psMjkvj52pCf');
const seed = (text: string): Uint8Array => new TextEncoder().encode(text);

/**
 * A vault of a multisig of version 3, `["squad", multisig, u32, "authority"]`, where 1 is the first one (Squads-Protocol/squads-mpl,
 * `programs/squads-mpl/src/lib.rs`). `number` is below 256.
 */
export function squadsV3Vault(multisig: Address, number: number): Address {
  const seeds = [seed('squad'), addressBytes(multisig), Uint8Array.of(number, 0, 0, 0), seed('authority')];
  return derivedAddress(seeds, SQUADS_V3);
}

/**
 * A vault of a multisig of version 4, `["multisig", multisig, "vault", u8]`, where 0 is the first one (Squads-Protocol/v4,
 * `programs/squads_multisig_program/src/state/seeds.rs`).
 */
export function squadsV4Vault(multisig: Address, number: number): Address {
  const seeds = [seed('multisig'), addressBytes(multisig), seed('vault'), Uint8Array.of(number)];
  return derivedAddress(seeds, SQUADS_V4);
}

/** Of version 3, with its first vault. */
function third(multisig: Address): UpgradeMultisig {
  return { multisig, squads: SQUADS_V3, vault: squadsV3Vault(multisig, 1) };
}

/** Of version 4, with its first vault. */
function fourth(multisig: Address): UpgradeMultisig {
  return { multisig, squads: SQUADS_V4, vault: squadsV4Vault(multisig, 0) };
}

const RAYDIUM = fourth(address('tr8rgazUrZzgdkfc6Q622nVJHMMzh29trdBE2uBHb4u'));
const SANCTUM = third(address('AApfiPZgV5MoPU691GwhdDhq5sKEMMH1Uh8S4Z9xvP6b'));

/**
 * The multisigs behind the vaults that may upgrade programs, as a vault does not name its multisig. Each derived vault was the recorded
 * upgrade authority (RealSpap/authority-risk-oracle-showcase@1c83179, `chains/solana/data/scouted_targets_2026-09-17-run2.md`).
 */
const upgradeMultisigs: ReadonlyMap<Address, UpgradeMultisig> = new Map([
  [
    address('SPoo1Ku8WFXoNDMHPsrGSTSG1Y47rzgn41SLUNakuHy'),
    third(address('3yqoHFE4nBGchuVH5rJuZMFvsmnaDTuLLdvGPDUEJcbW')),
  ],
  [address('SP12tWFxD9oJsVWNavTTBZvMbA6gkAmxtVgxdqvyvhY'), SANCTUM],
  [address('SPMBzsVUuoHA4Jm6KunbsotaahvVikZs1JyTW6iJvbn'), SANCTUM],
  [address('5ocnV1qiCgaQR8Jb8xWnVbApfaygJ8tNoZfgPwsgx9kx'), SANCTUM],
  [
    address('PERPHjGBqRHArX4DySjwM6UJHiR3sWAatqfdBS2qQJu'),
    fourth(address('AxkJ8oH5aDu4ZRWfsujPtxdb6Vhq4gDehpoReBgrUUSm')),
  ],
  [
    address('jup3YeL8QhtSx1e253b2FDvsMNC87fDrgQZivbrndc9'),
    fourth(address('J3mJ3wz6xkVUk3T8qHnuAYNxsRH3ixHsryYNZAU2vG8P')),
  ],
  [address('CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C'), RAYDIUM],
  [address('675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8'), RAYDIUM],
]);

/** The account of the multisig that may upgrade a program; none where it is not known. */
export function upgradeMultisigAddresses(program: Address): readonly Address[] {
  const known = upgradeMultisigs.get(program);
  return known ? [known.multisig] : [];
}

/**
 * Version 3: threshold u16 8 (Squads-Protocol/squads-mpl, `programs/squads-mpl/src/state/ms.rs`). Version 4: configuration
 * authority 40, threshold u16 72 (Squads-Protocol/v4@04482cb, `programs/squads_multisig_program/src/state/multisig.rs`).
 */
const V3 = { thresholdAt: 8, bytesMin: 10 } as const;
const V4 = { authorityAt: 40, thresholdAt: 72, bytesMin: 74 } as const;

/** An account that may be a multisig. */
interface MultisigAccount {
  readonly owner: Address;
  readonly data: Uint8Array;
}

/**
 * Whether one key alone decides for the known multisig of a program, by a threshold of one or by the right to change its members.
 * False where this authority is not the vault of that multisig, and where the account is not there.
 */
export function isRuledByOne(
  program: Address,
  authority: Address,
  accountAt: (place: Address) => MultisigAccount | null | undefined,
): boolean {
  const known = upgradeMultisigs.get(program);
  const account = known?.vault === authority ? accountAt(known.multisig) : null;
  if (!account || account.owner !== known?.squads) return false;
  const bytes = new Bytes(account.data);
  if (account.owner === SQUADS_V3) return bytes.length >= V3.bytesMin && bytes.u16(V3.thresholdAt) <= 1;
  if (bytes.length < V4.bytesMin) return false;
  const controller = bytes.key(V4.authorityAt);
  // Without a controller there is the address of zeros, which is that of the system program.
  return bytes.u16(V4.thresholdAt) <= 1 || (controller !== SYSTEM_PROGRAM && isOnCurve(controller));
}
