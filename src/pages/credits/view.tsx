import { documentOf, Frame, type Site } from '../frame.tsx';
import { CheckPrices, PassPrices } from '../prices.tsx';

/** The guide to credit, as its document has it. */
export interface ShownGuide {
  readonly what: string;
  readonly how: readonly string[];
  readonly why_the_ticket: string;
  readonly pay_to: string;
  readonly asset_mint: string;
  readonly network: string;
  readonly min_topup_usdc: string;
  readonly max_topup_usdc: string;
  readonly example_value: string;
  readonly passes: {
    readonly what: string;
    readonly how: string;
    readonly fair_use: string;
    readonly renewal: string;
  };
  readonly check_balance: string;
  readonly also_supported: string;
}

/** `/credits` for people. */
export function creditsHtml({ site, guide }: { readonly site: Site; readonly guide: ShownGuide }): string {
  const facts = [
    ['Smallest and largest top-up', `${guide.min_topup_usdc} to ${guide.max_topup_usdc} USDC`],
    ['Pays to', guide.pay_to],
    ['USDC mint', guide.asset_mint],
    ['Network', guide.network],
    ['Balance', guide.check_balance],
  ] as const;
  return documentOf(
    <Frame title="Assay: credit and passes" path="/credits" site={site}>
      <div class="document">
        <header class="document-head">
          <h1>Credit and passes</h1>
          <p class="lead">
            {guide.what} {guide.example_value}
          </p>
          <p class="row">
            <a class="button main" href="/topup">
              Top up with a browser wallet
            </a>
          </p>
        </header>
        <section class="panel stack" aria-labelledby="costs-title">
          <h2 id="costs-title">What it costs</h2>
          <div class="price-tables">
            <CheckPrices />
            <PassPrices />
          </div>
          <p>
            {guide.passes.what} {guide.passes.fair_use} {guide.passes.renewal}
          </p>
        </section>
        <section class="panel stack" aria-labelledby="how-title">
          <h2 id="how-title">From a program</h2>
          <ol class="steps">
            {guide.how.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          <p>{guide.passes.how}</p>
          <p class="hint">{guide.why_the_ticket}</p>
          <p>{guide.also_supported}</p>
        </section>
        <section class="panel stack" aria-labelledby="terms-title">
          <h2 id="terms-title">Where the money goes</h2>
          <dl class="parameters">
            {facts.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd class="mono">{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </Frame>,
  );
}
