import { PublicKey } from '@solana/web3.js';
import { BLOCKHASH_SLOTS } from '../chain/clock.ts';
import type { LocalChain } from '../chain/local-chain.ts';
import { decodeTransaction } from '../chain/wire.ts';
import { RpcFault, type RpcMethods } from '../json-rpc.ts';
import { pay } from '../world/instructions.ts';
import { faucet, SOL, usdcFromFaucet } from '../world/scene.ts';
import { type Draft, signedBytes } from '../world/transaction.ts';
import type { World } from '../world/world.ts';
import { address, invalid, text, whole } from './params.ts';

const AIRDROP_LAMPORTS_MAX = 10_000n * SOL;
/** A token amount is a u64; the supply of the sandbox's USDC must stay below it. */
const AIRDROP_USDC_ATOMIC_MAX = 10n ** 15n;
const ADVANCE_SLOTS_MAX = 100_000_000;

/** Methods that no public network has, or that only test networks have: money for nothing, and time. */
export function faucetMethods(chain: LocalChain, world: World): RpcMethods {
  return {
    requestAirdrop: (params) => {
      const to = new PublicKey(address(text(params, 0)));
      const lamports = BigInt(whole(params, 1));
      if (lamports > AIRDROP_LAMPORTS_MAX)
        throw new RpcFault(-32603, `airdrop request failed: at most ${AIRDROP_LAMPORTS_MAX} lamports at a time`);
      const payer = faucet(world.cast);
      return give(chain, { payer, instructions: [pay(payer, to, lamports)] });
    },
    sandbox_airdropUsdc: (params) => {
      const owner = new PublicKey(address(text(params, 0)));
      const amount = text(params, 1);
      if (!/^\d{1,16}$/.test(amount) || BigInt(amount) > AIRDROP_USDC_ATOMIC_MAX)
        throw invalid('Invalid params: expected an amount in atomic units as a decimal string.');
      return give(chain, usdcFromFaucet(world.cast, owner, BigInt(amount)));
    },
    sandbox_subjects: () => world.subjects,
    sandbox_advance: (params) => {
      const slots = whole(params, 0);
      if (slots > ADVANCE_SLOTS_MAX) throw invalid(`Invalid params: at most ${ADVANCE_SLOTS_MAX} slots at a time.`);
      chain.clock.advance(slots);
      return chain.clock.tip();
    },
  };
}

/**
 * Executes a transaction of the faucet. Equal gifts in one slot would have equal signatures, so each takes the newest
 * block hash under which it was not given yet.
 */
function give(chain: LocalChain, draft: Draft): string {
  const tip = chain.clock.tip();
  for (let slot = tip; slot >= tip - BLOCKHASH_SLOTS; slot -= 1) {
    const transaction = decodeTransaction(signedBytes(draft, chain.blockhashes.of(slot)));
    if (chain.admissionError(transaction) !== null) continue;
    const { recorded, error, signature } = chain.execute(transaction, tip, true);
    if (recorded && error === null) return signature;
    throw new RpcFault(-32603, `airdrop request failed: ${JSON.stringify(error)}`);
  }
  throw new RpcFault(-32603, 'airdrop request failed: too many equal requests in a minute');
}
