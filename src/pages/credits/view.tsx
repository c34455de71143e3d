import type { HttpDeps } from '#http/http-deps.ts';
import { type Page, REVALIDATED } from '#http/page.ts';
import { documentOf, Frame } from '../frame.tsx';
import { htmlForm } from '../html.tsx';
import { creditGuide } from './document.ts';
import { CheckPrices, PassPrices } from './prices.tsx';

/** The guide to prepaid credit and passes. Payment per call may come and go while the service runs. */
export function creditPages({ settings }: Pick<HttpDeps, 'settings'>): readonly Page[] {
  return [
    {
      path: '/credits',
      operationId: 'credits',
      summary: 'How to buy credit or a pass, what it costs and what it buys',
      tag: 'Credits',
      mediaType: 'application/json',
      headers: REVALIDATED,
      read: () => creditGuide(settings),
      alternative: htmlForm(() => creditsHtml(settings)),
    },
  ];
}

function creditsHtml(settings: HttpDeps['settings']): string {
  const guide = creditGuide(settings);
  const facts = [
    ['Smallest and largest top-up', `${guide.min_topup_usdc} to ${guide.max_topup_usdc} USDC`],
    ['Pays to', guide.pay_to],
    ['USDC mint', guide.asset_mint],
    ['Network', guide.network],
    ['Balance', guide.check_balance],
  ] as const;
  return documentOf(
    <Frame title="Assay: credit and passes" path="/credits" site={settings}>
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
