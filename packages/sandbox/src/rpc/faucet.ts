import type { Address } from 'assay-core/solana/address.ts';
import { rentFor } from 'assay-core/solana/gates/gate-schedule.ts';
import { EPOCH_SLOTS, type Gate, gates } from 'assay-core/solana/gates/gate-table.ts';
import { associatedTokenAddress } from '#chain/derivation.ts';
import type { LocalChain } from '#chain/local-chain.ts';
import { PROGRAMS } from '#chain/programs.ts';
import { emptyTokenAccountData } from '#chain/tokens.ts';
import { USDC_MINT } from '#identity.ts';
import { RpcFault, type RpcMethods } from '#json-rpc.ts';
import type { World } from '#world/world.ts';
import { addressParam, invalidParams, textParam, wholeParam } from './params.ts';

const LAMPORTS_PER_SOL = 1_000_000_000n;
const AIRDROP_LAMPORTS_MAX = 10_000n * LAMPORTS_PER_SOL;
/** A token amount is a u64; the supply of the sandbox's USDC must stay below it. */
const AIRDROP_USDC_ATOMIC_MAX = 10n ** 15n;
const ADVANCE_SLOTS_MAX = 100_000_000;
const FEE_PAYER_LAMPORTS = 10n * LAMPORTS_PER_SOL;

/** The code that makes transactions takes longer to load than the whole chain: it is loaded for the first gift. */
const gifts = () => import('./gifts.ts');

/** Methods that no public network has, or that only test networks have: money for nothing, and time. */
export function faucetMethods(chain: LocalChain, { seed, subjects }: World): RpcMethods {
  return {
    requestAirdrop: async (params) => {
      const to = addressParam(textParam(params, 0));
      const lamports = BigInt(wholeParam(params, 1));
      if (lamports > AIRDROP_LAMPORTS_MAX)
        throw new RpcFault(-32603, `airdrop request failed: at most ${AIRDROP_LAMPORTS_MAX} lamports at a time`);
      return (await gifts()).giveSol(chain, seed, to, lamports);
    },
    sandbox_airdropUsdc: async (params) => {
      const owner = addressParam(textParam(params, 0));
      const amount = textParam(params, 1);
      if (!/^\d{1,16}$/.test(amount) || BigInt(amount) > AIRDROP_USDC_ATOMIC_MAX)
        throw invalidParams('Invalid params: expected an amount in atomic units as a decimal string.');
      return (await gifts()).giveUsdc(chain, seed, owner, BigInt(amount));
    },
    // An operator's funds before the service starts, as on a real network: no transaction shows their origin.
    sandbox_fund: (params) => {
      openUsdcAccount(chain, addressParam(textParam(params, 0)));
      if (params[1] !== null) endow(chain, addressParam(textParam(params, 1)));
      return null;
    },
    sandbox_subjects: () => subjects,
    sandbox_advance: (params) => {
      const slots = wholeParam(params, 0);
      if (slots > ADVANCE_SLOTS_MAX)
        throw invalidParams(`Invalid params: at most ${ADVANCE_SLOTS_MAX} slots at a time.`);
      chain.clock.advance(slots);
      return chain.clock.tip();
    },
    // Each goes on to the first slot at which the change is felt, and returns the newest slot.
    sandbox_activateGate: ([named]) => activate(chain, ({ name, id }) => name === named || id === named),
    sandbox_setRent: ([lamports]) => activate(chain, ({ lamportsPerByte }) => Number(lamportsPerByte) === lamports),
    sandbox_setSlotTime: ([ms]) => {
      chain.clock.advance(activate(chain, ({ slotMs }) => slotMs === ms) - chain.clock.tip() + EPOCH_SLOTS);
      return chain.clock.tip();
    },
  };
}

/** Activates the gate that is meant where the next epoch begins. A change that no gate makes, or that is so already, is refused. */
function activate(chain: LocalChain, isMeant: (gate: Gate) => boolean): number {
  const gate = gates.find(isMeant);
  if (!gate || !chain.activate(gate)) {
    const each = gates.map(({ name }) => name).join(', ');
    throw invalidParams(
      `Invalid params: expected what one of these gates changes, and what is not so already: ${each}.`,
    );
  }
  return chain.clock.tip();
}

/** Gives a fee payer enough SOL for the fees of many settlements. */
function endow(chain: LocalChain, feePayer: string): void {
  const { lamports = 0n } = chain.account(feePayer, 'processed') ?? {};
  const empty = { owner: PROGRAMS.system, executable: false, data: new Uint8Array(0) };
  chain.setGenesisAccount(feePayer, { ...empty, lamports: lamports + FEE_PAYER_LAMPORTS });
}

/** Gives an owner an empty associated account for USDC, where there is none. */
function openUsdcAccount(chain: LocalChain, owner: string): void {
  const at = associatedTokenAddress(owner as Address, USDC_MINT as Address, PROGRAMS.token as Address);
  if (chain.account(at, 'processed') !== null) return;
  const data = emptyTokenAccountData(USDC_MINT, owner);
  const lamports = rentFor(chain.schedule, chain.clock.tip(), data.length);
  chain.setGenesisAccount(at, { lamports, owner: PROGRAMS.token, executable: false, data });
}
