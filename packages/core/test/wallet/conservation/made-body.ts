import bs58 from 'bs58';
import type { Address } from '#solana/address.ts';
import { named, signatureNamed } from '../../fixtures/transaction-body.ts';
import { FEE, type MadeChain, type MadeTransaction, type Passage, type Written } from './made-chain.ts';

/** A transaction as an endpoint sends it, and what truly moved in it. */
export interface MadeBody {
  readonly body: object;
  readonly signature: string;
  readonly passages: readonly Passage[];
  /** Lamports that the chain took as rent, by account. */
  readonly rents: ReadonlyMap<Address, bigint>;
}

/** When a transaction runs, and how its body is written. `repeats`: inner instructions as bodies of 2020 have them. */
interface BodyForm {
  /** Decides the signatures. */
  readonly name: string;
  readonly slot: number;
  readonly time: number;
  readonly repeats: boolean;
  readonly loads: boolean;
}

/** What an endpoint sends of the newest transaction of a chain. */
export function bodyOf(made: MadeTransaction, options: BodyForm): MadeBody {
  const { chain, before } = made;
  const all = made.written.flatMap((one) => [one, ...(one.inner ?? [])]);
  const programs = new Set(all.map(({ program }) => program));
  const signers = [...made.signers];
  const others = [...made.named].filter((key) => !made.signers.has(key) && !programs.has(key));
  const loaded = options.loads ? others.splice(others.length / 2) : [];
  const fixed = [...signers, ...others, ...programs];
  const keys = [...fixed, ...loaded];
  const write = ({ program, accounts, data }: Written) => ({
    programIdIndex: keys.indexOf(program),
    accounts: accounts.map((key) => keys.indexOf(key)),
    data: bs58.encode(Uint8Array.from(data)),
  });
  const entriesOf = (accounts: MadeChain['accounts']) =>
    keys.flatMap((key, accountIndex) => {
      const token = accounts.get(key)?.token;
      if (!token) return [];
      const { mint, owner, amount } = token;
      const { decimals = 6 } = chain.mints.get(mint) ?? {};
      const uiTokenAmount = { amount: `${amount}`, decimals, uiAmount: null, uiAmountString: '' };
      return [{ accountIndex, mint, owner, programId: chain.programOf(mint), uiTokenAmount }];
    });
  const lamportsOf = (accounts: MadeChain['accounts']) => keys.map((key) => Number(accounts.get(key)?.lamports ?? 0n));
  const groups = made.written.map((one) => (one.inner ?? []).map(write));
  const innerInstructions = groups.map((instructions, index) => ({
    index,
    instructions: options.repeats ? groups.flat() : instructions,
  }));
  const signatures = signers.map((_, at) => signatureNamed(`${options.name}, ${at}`));
  const body = {
    slot: options.slot,
    blockTime: options.time,
    version: options.loads ? 0 : 'legacy',
    meta: {
      err: null,
      fee: Number(FEE),
      preBalances: lamportsOf(before),
      postBalances: lamportsOf(chain.accounts),
      preTokenBalances: entriesOf(before),
      postTokenBalances: entriesOf(chain.accounts),
      innerInstructions: innerInstructions.filter(({ instructions }) => instructions.length > 0),
      rewards: [...made.rents].map(([pubkey, taken]) => ({
        pubkey,
        lamports: -Number(taken),
        postBalance: Number((before.get(pubkey)?.lamports ?? 0n) - taken),
        rewardType: 'Rent',
      })),
      loadedAddresses: { writable: loaded, readonly: [] },
    },
    transaction: {
      signatures,
      message: {
        accountKeys: fixed,
        header: { numRequiredSignatures: signers.length, numReadonlySignedAccounts: 0, numReadonlyUnsignedAccounts: 0 },
        recentBlockhash: named('blockhash'),
        instructions: made.written.map(write),
      },
    },
  };
  return { body, signature: signatures[0] ?? '', passages: made.passages, rents: made.rents };
}
