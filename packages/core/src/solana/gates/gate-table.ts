import { type Address, address } from '../address.ts';

/** Slots of one epoch. Gates activate at the first block of an epoch. */
export const EPOCH_SLOTS = 432_000;

/**
 * A feature gate that changes rent or slot time. `mainnetSlot` is its activation slot on mainnet; null where it was not active in
 * October 2026, so that only its account shows whether it is now.
 */
export interface Gate {
  readonly name: string;
  readonly id: Address;
  readonly mainnetSlot: number | null;
  /** Lamports a byte of an account, from the activation slot on (SIMD-0437, SIMD-0438). */
  readonly lamportsPerByte?: bigint;
  /** The target time of a slot in milliseconds, from the epoch after the activation on (SIMD-0525). */
  readonly slotMs?: number;
}

/** Rent and slot time before the first gate. */
export const FIRST_LAMPORTS_PER_BYTE = 6960n;
export const FIRST_SLOT_MS = 400;

/**
 * All known gates, in the order of their proposals. Sources: SIMD-0437, SIMD-0438 and SIMD-0525; ids of agave 4.4; slots from
 * mainnet's gate accounts in October 2026.
 */
export const gates: readonly Gate[] = [
  rent('rent_6333', '4a6f7o7iTcA8hRDCrPLkSatnt5Ykxiu36wo5p1Tt12wC', 444_096_000, 6333n),
  rent('rent_5080', '61BtM7BkDEE8Yq5fskEVAQT9mYA8qCejJWoLe5apqg81', 446_256_000, 5080n),
  rent('rent_2575', 'rntCigrTppP5JdZz7K8TyN9sMzLdAcXp8SejYpVpX6D', null, 2575n),
  rent('rent_1322', 'rntD7invRBswCAdKtRsh1G4psKjrPdS3BKqtnA78C7N', null, 1322n),
  rent('rent_696', 'rntTjNZ9boq8owDxjGVFHPfWNQPDaKiM5JcjxmDGg47', null, 696n),
  rent('rent_6960', 'rnt8ZQpz2HYhX3DkYBDGjJS1a36mYq69oXka7JrhEdi', null, 6960n),
  slotTime('slot_350_ms', 'iBRL5RuWhw4yqaAZu96RUULHckHTZAoe2b77qaV38JZ', 440_208_000, 350),
  slotTime('slot_300_ms', 'iBRLL3k18HST852F1Mf3Lv83waTNQmmqvKDxvYGwQFL', 441_936_000, 300),
  slotTime('slot_250_ms', 'iBRLMc81UjRa8fn8A6eE8bJTnRbgQoPTynM51akENCV', 447_552_000, 250),
  slotTime('slot_200_ms', 'iBRLjhJnkmDZgNoZRDMW11d8ZV7HvsL3vAyRjZB5npW', 454_464_000, 200),
];

/** The shortest target time that any slot had or will have. */
export const SHORTEST_SLOT_MS = Math.min(FIRST_SLOT_MS, ...gates.flatMap(({ slotMs }) => slotMs ?? []));

function rent(name: string, id: string, mainnetSlot: number | null, lamportsPerByte: bigint): Gate {
  return { name, id: address(id), mainnetSlot, lamportsPerByte };
}

function slotTime(name: string, id: string, mainnetSlot: number | null, slotMs: number): Gate {
  return { name, id: address(id), mainnetSlot, slotMs };
}

/** The owner of every gate account. */
export const FEATURE_PROGRAM = address('Feature111111111111111111111111111111111111');
