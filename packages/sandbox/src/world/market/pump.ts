import { type Address, address } from 'assay-core/solana/address.ts';
import { TOKEN_2022_PROGRAM } from 'assay-core/solana/token/programs.ts';
import { pumpCurve } from 'assay-core/venues/pump-curve/index.ts';
import { pumpswap } from 'assay-core/venues/pumpswap/index.ts';
import { lpMintOf } from 'assay-core/venues/pumpswap/layout.ts';
import type { AccountBytes } from 'assay-core/venues/venue.ts';
import { associatedTokenAddress } from '#chain/derivation.ts';
import { worldRent } from '#chain/gates.ts';
import { pumpCurveAccount } from '#pools/pump-curve.ts';
import { pumpswapPoolAccount } from '#pools/pumpswap.ts';
import { curveBuy, curveSell, pumpCurveOf } from '#program/venues/pump-curve.ts';
import { pumpSwapBuy, pumpSwapPoolOf, pumpSwapSell } from '#program/venues/pumpswap.ts';
import { TOKEN_AMOUNT } from '#program/venues/trade.ts';
import type { Cast } from '../actors.ts';
import { tokenHoldingOf } from '../token-instructions.ts';
import { genesis, merchantWallet } from './accounts.ts';
import { type Coin, coinMintAccount, coinTokens, SOL_COIN, SUPPLY } from './coin.ts';
import { dataAt, type PlainPool, type ReadAccount, type SamplePool, sideOf, walletSides } from './pool.ts';
import { pumpswapRates } from './settings.ts';

/** With what every curve starts: virtual lamports, and tokens virtual and for sale. */
const START = { lamports: 30_000_000_000n, coins: 1_073_000_000_000_000n, forSale: 793_100_000_000_000n } as const;
/** Virtual lamports that pools have which curves became since August 2026. */
const VIRTUAL_LAMPORTS = 17_584_505_540n;
const CURVE_RATES = { protocol: 95, creator: 30 } as const;
const LP_DECIMALS = 9;

/** The recipient of the protocol's fees of pump.fun in the sample world. */
function feeRecipient(cast: Cast): Address {
  return address(cast.person("pump.fun's fee recipient").address);
}

/** The fee recipient's accounts, which must be there before the first trade. */
export function pumpRecipients(cast: Cast): readonly AccountBytes[] {
  const recipient = feeRecipient(cast);
  return [merchantWallet(recipient, 1_000_000_000n), coinTokens(SOL_COIN, recipient, 0n)];
}

/** A curve into which `lamports` were paid. By default its protocol fees go to the world's one recipient. */
export function openCurve(
  cast: Cast,
  coin: Coin,
  creator: Address,
  lamports: bigint,
  feesTo = feeRecipient(cast),
): PlainPool {
  const { mint, program } = coin;
  const described = pumpCurveOf({ mint, program, creator, feeRecipient: feesTo });
  const virtualQuote = START.lamports + lamports;
  const virtualMint = (START.coins * START.lamports + virtualQuote - 1n) / virtualQuote;
  const sold = START.coins - virtualMint;
  const reserves = { virtualMint, virtualQuote, realMint: START.forSale - sold, realQuote: lamports };
  return {
    venue: pumpCurve,
    address: described.address,
    coin,
    other: SOL_COIN,
    isNative: true,
    pooled: SUPPLY - sold,
    accounts: [
      genesis(pumpCurveAccount({ mint, creator, ...reserves })),
      coinTokens(coin, described.address, SUPPLY - sold),
      merchantWallet(described.creatorVault, worldRent(0)),
    ],
    swap({ wallet, side, amountIn, minimumOut }) {
      const trade = { wallet, holding: tokenHoldingOf(coin, wallet), amountIn, minimumOut };
      return side === 'buy' ? curveBuy(described, CURVE_RATES, trade) : curveSell(described, CURVE_RATES, trade);
    },
  };
}

/** The pool that a completed curve became, with what lies in it now; the curve itself is there, and empty. */
export function openPumpSwap(
  cast: Cast,
  coin: Coin,
  creator: Address,
  held: { readonly coins: bigint; readonly lamports: bigint },
): SamplePool {
  const { mint, program } = coin;
  const account = pumpswapPoolAccount({
    base: mint,
    baseProgram: program,
    coinCreator: creator,
    virtualQuote: VIRTUAL_LAMPORTS,
  });
  const [base, quote] = [coin, SOL_COIN].map((one) =>
    sideOf(one, associatedTokenAddress(account.address, one.mint, one.program)),
  );
  if (!base || !quote) throw new Error('a pool has two sides');
  const { data } = account;
  const described = pumpSwapPoolOf({
    address: account.address,
    data,
    base,
    quote,
    creator,
    feeRecipient: feeRecipient(cast),
  });
  const lpCoin = { mint: lpMintOf(account.address), program: TOKEN_2022_PROGRAM, decimals: LP_DECIMALS, powers: {} };
  const ratesNow = (readAccount: ReadAccount) => {
    const amount = (vault: Address) => Buffer.from(dataAt(readAccount, vault)).readBigUInt64LE(TOKEN_AMOUNT);
    const cap = ((amount(quote.vault) + VIRTUAL_LAMPORTS) * SUPPLY) / amount(base.vault);
    const { lp, protocol, creator: own } = pumpswapRates(cap);
    return { lp: Number(lp), protocol: Number(protocol), creator: Number(own) };
  };
  return {
    venue: pumpswap,
    address: account.address,
    coin,
    other: SOL_COIN,
    isNative: false,
    pooled: held.coins,
    accounts: [
      genesis(account),
      coinTokens(coin, account.address, held.coins),
      coinTokens(SOL_COIN, account.address, held.lamports),
      coinTokens(SOL_COIN, described.creatorAuthority, 0n),
      coinMintAccount(lpCoin, 0n),
      ...completedCurve(coin, creator),
    ],
    swap(order, readAccount) {
      const swap = order.side === 'buy' ? pumpSwapBuy : pumpSwapSell;
      return swap(described, ratesNow(readAccount), walletSides(order, coin, SOL_COIN));
    },
  };
}

function completedCurve(coin: Coin, creator: Address): readonly AccountBytes[] {
  const nothing = { virtualMint: 0n, virtualQuote: 0n, realMint: 0n, realQuote: 0n };
  const curve = pumpCurveAccount({ mint: coin.mint, creator, complete: true, ...nothing });
  return [genesis(curve), coinTokens(coin, curve.address, 0n)];
}
