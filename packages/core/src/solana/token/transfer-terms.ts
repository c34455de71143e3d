import type { Address } from '../address.ts';
import { Bytes } from '../bytes.ts';
import type { TransferFee } from './decoded-mint.ts';
import { readExtensions } from './extensions.ts';
import { readTransferFee } from './transfer-fee.ts';

/** What a mint's extensions mean for transfers of its tokens. */
export interface TransferTerms {
  readonly fee: TransferFee | null;
  readonly nonTransferable: boolean;
  /** New accounts are frozen until the freeze authority thaws them. */
  readonly frozenByDefault: boolean;
  /** Whether somebody can stop all transfers, and whether they are stopped now. */
  readonly pausable: boolean;
  readonly paused: boolean;
  /** The program that every transfer calls; null where there is none. */
  readonly hookProgram: Address | null;
  /** Unknown types, whose effect on transfers is unknown. */
  readonly unknownTypes: readonly number[];
}

const TYPE = { transferFee: 1, defaultState: 6, nonTransferable: 9, transferHook: 14, pausable: 26 } as const;

/**
 * Known types that do not affect transfers: close authority 3, confidential transfer 4, interest 10, permanent delegate 12,
 * confidential fee 16, metadata 18 and 19, groups 20 to 23, confidential mint and burn 24, scaled amount 25, permissioned burn 28
 * (spl-token-2022, extension/mod.rs).
 */
const HARMLESS: ReadonlySet<number> = new Set([3, 4, 10, 12, 16, 18, 19, 20, 21, 22, 23, 24, 25, 28]);
const FROZEN = 2;
const HOOK_BYTES = 64;
const PAUSABLE_BYTES = 33;

/** Terms of a mint without extensions. */
const PLAIN_TERMS: TransferTerms = {
  fee: null,
  nonTransferable: false,
  frozenByDefault: false,
  pausable: false,
  paused: false,
  hookProgram: null,
  unknownTypes: [],
};

/** The transfer terms of a mint; null when its extensions contradict their own lengths. */
export function readTransferTerms(data: Uint8Array): TransferTerms | null {
  const extensions = readExtensions(data);
  if (extensions === null) return null;
  let terms = PLAIN_TERMS;
  for (const { type, data: own } of extensions) {
    const changed = withExtension(terms, type, own);
    if (changed === null) return null;
    terms = changed;
  }
  return terms;
}

function withExtension(terms: TransferTerms, type: number, own: Uint8Array): TransferTerms | null {
  const bytes = new Bytes(own);
  switch (type) {
    case TYPE.transferFee: {
      const fee = readTransferFee(own);
      return fee && { ...terms, fee };
    }
    case TYPE.defaultState:
      return own.length === 1 ? { ...terms, frozenByDefault: bytes.u8(0) === FROZEN } : null;
    case TYPE.nonTransferable:
      return { ...terms, nonTransferable: true };
    case TYPE.transferHook:
      if (own.length !== HOOK_BYTES) return null;
      return { ...terms, hookProgram: bytes.isZero(32, 32) ? null : bytes.key(32) };
    case TYPE.pausable:
      return own.length === PAUSABLE_BYTES ? { ...terms, pausable: true, paused: bytes.u8(32) !== 0 } : null;
    default:
      return HARMLESS.has(type) ? terms : { ...terms, unknownTypes: [...terms.unknownTypes, type] };
  }
}
