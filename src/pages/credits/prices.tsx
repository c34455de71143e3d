import { formatUsdc } from 'assay-core/lib/money.ts';
import { kinds } from 'assay-core/rules/index.ts';
import type { VNode } from 'preact';
import { tiers, topupAtomicMin } from '#payments/credits/tiers.ts';
import { pricesAtomic, pricesUsdc } from '#payments/prices.ts';
import { grouped, words } from '../client/format.ts';
import { EXAMPLE_ATOMIC } from './document.ts';

/** The prices of checks and passes. */
export function Prices(): VNode {
  return (
    <section aria-labelledby="prices-title">
      <h2 id="prices-title">Prices</h2>
      <p class="lead">
        No account and no card: one transfer of USDC, from {formatUsdc(topupAtomicMin)}, gives a key. Or pay per call.
      </p>
      <div class="price-tables">
        <CheckPrices />
        <PassPrices />
      </div>
      <p class="row">
        <a class="button" href="/topup">
          Top up
        </a>
        <a href="/credits">How credit and passes work</a>
      </p>
    </section>
  );
}

/** The price of each check. */
export function CheckPrices(): VNode {
  return (
    <table class="figures">
      <caption>Per check</caption>
      <thead>
        <tr>
          <th scope="col">Check</th>
          <th scope="col" class="number">
            USDC
          </th>
          <th scope="col" class="number">
            For {formatUsdc(EXAMPLE_ATOMIC)} USDC
          </th>
        </tr>
      </thead>
      <tbody>
        {Object.values(kinds).map(({ name }) => (
          <tr key={name}>
            <td>{words(name)}</td>
            <td class="number">{pricesUsdc[name]}</td>
            <td class="number">{grouped(String(EXAMPLE_ATOMIC / pricesAtomic[name]))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The passes, with the price of a check at the end of fair use. */
export function PassPrices(): VNode {
  return (
    <table class="figures">
      <caption>Passes: any check, no subscription</caption>
      <thead>
        <tr>
          <th scope="col">Pass</th>
          <th scope="col" class="number">
            USDC
          </th>
          <th scope="col" class="number">
            Days
          </th>
          <th scope="col" class="number">
            Checks
          </th>
          <th scope="col" class="number">
            Each
          </th>
        </tr>
      </thead>
      <tbody>
        {tiers.map(({ tier, priceAtomic, days, calls }) => (
          <tr key={tier}>
            <td>{words(tier)}</td>
            <td class="number">{formatUsdc(priceAtomic)}</td>
            <td class="number">{days}</td>
            <td class="number">{grouped(calls)}</td>
            <td class="number">{formatUsdc(priceAtomic / BigInt(calls))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
