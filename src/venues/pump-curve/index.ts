import type { Address } from '#lib/address.ts';
import { associatedAccount, TOKEN_2022_PROGRAM, TOKEN_PROGRAM, WRAPPED_SOL } from '#lib/token/programs.ts';
import type { AccountBytes, Pair, Pool, Refused, Venue } from '../model.ts';
import { PUMP_PROGRAM } from '../pump-fees/programs.ts';
import { isRefused, refuse } from '../refusal.ts';
import { curveAddress, FIRST_TOKEN_2022_CURVE, GLOBAL, readCurve } from './layout.ts';
import { FEE_CONFIG, openCurve } from './open.ts';

const EITHER = [TOKEN_2022_PROGRAM, TOKEN_PROGRAM] as const;

/** The bonding curves of pump.fun, on which its coins trade until they are sold out and go to PumpSwap. */
export const pumpCurve: Venue = {
  id: 'pump_curve',
  name: 'pump.fun bonding curve',
  program: PUMP_PROGRAM,
  // Each curve holds its own tokens.
  authority: null,
  configurations: [GLOBAL, FEE_CONFIG],
  candidates,
  recognise,
};

/** The one curve of a coin. Which mint it is quoted in only its account tells. */
function candidates({ mint }: Pair): readonly Address[] {
  return mint === WRAPPED_SOL ? [] : [curveAddress(mint)];
}

/** A curve names its quote mint but not its coin: only the address proves the coin, so nobody else can be answered. */
function recognise(account: AccountBytes, mint: Address): Pool | Refused {
  const curve = readCurve(account);
  if (isRefused(curve)) return curve;
  const { address } = account;
  if (curveAddress(mint) !== address) return refuse('inconsistent', 'the curve of another coin');
  const { quoteMint } = curve;
  const [first, ...more] = tokenAccounts(account, mint);
  const quotes = quoteMint === null ? [] : EITHER.map((program) => associatedAccount(address, quoteMint, program));
  const known = { address, mint, quoteMint };
  return {
    venue: 'pump_curve',
    address,
    mint,
    other: quoteMint ?? WRAPPED_SOL,
    vaults: { mint: first, other: quotes[0] ?? null },
    needs: [first, ...more, ...quotes],
    open: (accounts) => openCurve(known, accounts),
  };
}

/**
 * Where the curve's tokens can be, likeliest first: the token program is the mint's, which is not known yet. Short accounts
 * are older than coins under Token-2022.
 */
function tokenAccounts({ address, data }: AccountBytes, mint: Address): readonly [Address, ...Address[]] {
  const legacy = associatedAccount(address, mint, TOKEN_PROGRAM);
  if (data.length < FIRST_TOKEN_2022_CURVE) return [legacy];
  return [associatedAccount(address, mint, TOKEN_2022_PROGRAM), legacy];
}
