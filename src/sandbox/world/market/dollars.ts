import { PublicKey } from '@solana/web3.js';
import { addressOf } from '#lib/address.ts';
import { TOKEN_PROGRAM } from '#lib/token/programs.ts';
import type { AccountBytes } from '#venues/model.ts';
import type { Cast } from '../actors.ts';
import { mintInto } from '../instructions.ts';
import { type Act, faucet, USDC } from '../scene.ts';
import { USDC_COIN } from './coin.ts';

const AMOUNT = 64;

/** Accounts without the USDC in them, and the act of the faucet that mints it: there is no USDC that nobody minted. */
export function mintedDollars(cast: Cast, accounts: readonly AccountBytes[], slot: number) {
  const payer = faucet(cast);
  const acts: Act[] = [];
  const emptied = accounts.map((account) => {
    const isUsdc = account.owner === TOKEN_PROGRAM && addressOf(account.data.slice(0, 32)) === USDC_COIN.mint;
    if (!isUsdc) return account;
    const data = Buffer.from(account.data);
    const amount = data.readBigUInt64LE(AMOUNT);
    data.writeBigUInt64LE(0n, AMOUNT);
    acts.push({
      ...{ slot, payer },
      instructions: [mintInto(payer, new PublicKey(account.address), USDC.mint, amount)],
    });
    return { ...account, data };
  });
  return { accounts: emptied, acts };
}
