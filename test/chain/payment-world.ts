import { CLOCK } from 'assay-core/solana/slot-and-time.ts';
import type { RpcMethods } from 'assay-sandbox/json-rpc.ts';
import bs58 from 'bs58';
import {
  NEWEST_SLOT,
  nthAddress,
  nthSignature,
  smallWorld,
  walletAccount,
} from '../../packages/core/test/support/small-world.ts';

/** The confirmed slot of the payment world: 32 above its finalized one. */
export const CONFIRMED_SLOT = NEWEST_SLOT + 32;

/** An answer with its slot, as nodes give it for the present. */
export const withSlot = (value: unknown) => ({ context: { slot: CONFIRMED_SLOT, apiVersion: '2.3.0' }, value });

/** The chain's own clock at a time, in Unix seconds. */
function clockAccount(seconds: number) {
  const data = Buffer.alloc(40);
  data.writeBigInt64LE(BigInt(seconds), 32);
  return { ...walletAccount(7), data: [data.toString('base64'), 'base64'] };
}

/** A status as nodes give it. */
export function statusOf(confirmationStatus: string, err: unknown = null) {
  const confirmations = confirmationStatus === 'finalized' ? null : 1;
  return { slot: NEWEST_SLOT - 5, confirmations, err, status: { Ok: null }, confirmationStatus };
}

/** A transaction in base64 with one signature, `nthSignature(n)`, over a message of no meaning. */
export function wireOf(n: number): string {
  return Buffer.from([1, ...bs58.decode(nthSignature(n)), 1, 2, 3]).toString('base64');
}

/** The small world with what payments ask for; it knows finalized statuses of its transfers, and takes any transaction. */
export function paymentWorld(changed: RpcMethods = {}): RpcMethods {
  const world = smallWorld();
  return {
    ...world,
    getLatestBlockhash: () => withSlot({ blockhash: nthAddress(9), lastValidBlockHeight: 280_000_150 }),
    getBlockHeight: () => 280_000_000,
    getAccountInfo: ([of]) => withSlot(of === CLOCK ? clockAccount(1_760_000_000) : walletAccount(7)),
    getSignatureStatuses: ([signatures]) =>
      withSlot((signatures as string[]).map((one) => (world.getTransaction?.([one]) ? statusOf('finalized') : null))),
    simulateTransaction: () => withSlot({ err: null, logs: [], accounts: [walletAccount(7)] }),
    sendTransaction: () => nthSignature(1),
    ...changed,
  };
}

/** The same without some methods. */
export function lacking(world: RpcMethods, ...methods: readonly string[]): RpcMethods {
  return Object.fromEntries(Object.entries(world).filter(([name]) => !methods.includes(name)));
}
