import { PublicKey } from '@solana/web3.js';
import { BLOCKHASH_SLOTS } from '#chain/clock.ts';
import type { LocalChain } from '#chain/local-chain.ts';
import { decodeSigned } from '#chain/wire.ts';
import { RpcFault } from '#json-rpc.ts';
import { Cast } from '#world/actors.ts';
import { pay } from '#world/instructions.ts';
import { faucet, usdcFromFaucet } from '#world/scene.ts';
import { signedBytes, type TransactionDraft } from '#world/transaction.ts';

/** Sends lamports of the faucet to an address. Returns the signature. */
export function giveSol(chain: LocalChain, seed: string, to: string, lamports: bigint): string {
  const payer = faucet(new Cast(seed));
  return give(chain, { payer, instructions: [pay(payer, new PublicKey(to), lamports)] });
}

/** Mints USDC, in atomic units, to the associated account of an owner and opens it where there is none. Returns the signature. */
export function giveUsdc(chain: LocalChain, seed: string, owner: string, amount: bigint): string {
  return give(chain, usdcFromFaucet(new Cast(seed), new PublicKey(owner), amount));
}

/**
 * Executes a transaction of the faucet. Equal gifts in one slot would have equal signatures, so each takes the newest
 * block hash under which it was not given yet.
 */
function give(chain: LocalChain, draft: TransactionDraft): string {
  const tip = chain.clock.tip();
  for (let slot = tip; slot >= tip - BLOCKHASH_SLOTS; slot -= 1) {
    const transaction = decodeSigned(signedBytes(draft, chain.blockhashes.of(slot)));
    if (chain.admissionError(transaction) !== null) continue;
    const { recorded, error, signature } = chain.execute(transaction, tip, true);
    if (recorded && error === null) return signature;
    throw new RpcFault(-32603, `airdrop request failed: ${JSON.stringify(error)}`);
  }
  throw new RpcFault(-32603, 'airdrop request failed: too many equal requests in a minute');
}
