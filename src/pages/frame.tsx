import type { ComponentChildren, VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { PaymentSettings } from '#payments/x402/offer.ts';

/** The facts of the service that every page shows. */
export type Site = Pick<PaymentSettings, 'baseUrl' | 'sandbox' | 'network' | 'v1Network'>;

interface FrameProps {
  readonly title: string;
  /** The path of the page, whose entry in the navigation is marked. */
  readonly path: string;
  readonly site: Site;
  /** Name of the script in `client/`; a page without one works without scripts. */
  readonly script?: string;
  /** The page shows nothing of use before its script has run. */
  readonly needsScript?: boolean;
  readonly children: ComponentChildren;
}

const CLUSTERS: Readonly<Record<string, string>> = { solana: 'mainnet', 'solana-devnet': 'devnet' };

/** A whole page: head, navigation, contents. Texts are escaped, so texts of a request or of the chain are safe here. */
export function Frame({ title, path, site, script, needsScript = false, children }: FrameProps): VNode {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        <link rel="icon" href="/logo.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/web/pages.css" />
        {script !== undefined && <script type="module" src={`/web/${script}.js`} />}
      </head>
      <body>
        <a class="skip" href="#main">
          Skip to content
        </a>
        <Bar path={path} site={site} />
        {site.sandbox && (
          <aside id="sandbox" class="sandbox" aria-label="Sandbox">
            <p>
              <strong>Sandbox.</strong> Nothing here is real: sample money, and addresses that no explorer knows.{' '}
              <a href="/sandbox">All samples</a>
            </p>
          </aside>
        )}
        {needsScript && (
          <noscript>
            <p class="sandbox">
              This page needs its script, which comes from this service only. Without it, call the API:{' '}
              <a href="/check">/check</a> says how.
            </p>
          </noscript>
        )}
        <main id="main">{children}</main>
      </body>
    </html>
  );
}

function Bar({ path, site }: Pick<FrameProps, 'path' | 'site'>): VNode {
  const links = [
    ['/', 'Home'],
    ['/dashboard', 'Dashboard'],
    ['/topup', 'Top up'],
    ...(site.sandbox ? ([['/sandbox', 'Samples']] as const) : []),
    ['/reason-codes', 'Codes'],
    ['/docs', 'REST'],
    ['/graphql', 'GraphQL'],
    ['/status', 'Status'],
  ] as const;
  return (
    <header class="bar">
      <a class="brand" href="/">
        <img src="/logo.svg" alt="" width="28" height="28" />
        <span>Assay</span>
      </a>
      <nav aria-label="Pages">
        {links.map(([href, text]) => (
          <a key={href} href={href} aria-current={href === path ? 'page' : undefined}>
            {text}
          </a>
        ))}
      </nav>
      <p class="network">{site.sandbox ? 'sandbox' : (CLUSTERS[site.v1Network ?? ''] ?? site.network)}</p>
    </header>
  );
}

/** The document of a page. */
export function documentOf(page: VNode): string {
  return `<!doctype html>\n${renderToString(page)}\n`;
}
