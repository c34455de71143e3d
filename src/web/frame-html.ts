/** What differs between the pages. `main` is markup of ours; nothing of a request or of the chain ever comes here. */
export interface Frame {
  readonly title: string;
  /** Name of the script in `client/`, and of the page's own entry in the navigation. */
  readonly name: 'dashboard' | 'topup' | 'status';
  readonly main: string;
}

const LINKS = [
  ['/dashboard', 'Dashboard'],
  ['/topup', 'Top up'],
  ['/docs', 'REST'],
  ['/graphql', 'GraphQL'],
  ['/reason-codes', 'Codes'],
  ['/status', 'Status'],
] as const;

/** A whole page: head, navigation, `main`. Scripts fill `#network` and show `#sandbox` where the chain is a sample world. */
export function frameHtml({ title, name, main }: Frame): string {
  const links = LINKS.map(([href, text]) => {
    const current = href === `/${name}` ? ' aria-current="page"' : '';
    return `<a href="${href}"${current}>${text}</a>`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="/logo.svg" type="image/svg+xml">
<link rel="stylesheet" href="/web/pages.css">
<script type="module" src="/web/${name}.js"></script>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="bar">
<a class="brand" href="/dashboard"><img src="/logo.svg" alt="" width="28" height="28"><span>Assay</span></a>
<nav aria-label="Pages">
${links.join('\n')}
</nav>
<p id="network" class="network"></p>
</header>
<aside id="sandbox" class="sandbox" aria-label="Sample world" hidden><p><strong>Sample world.</strong> This service runs on an embedded local chain. Answers say nothing about mainnet, and no real money moves.</p></aside>
<noscript><p class="sandbox">This page needs its script, which comes from this service only. Without it, call the API: <a href="/check">/check</a> says how.</p></noscript>
<main id="main">
${main}
</main>
</body>
</html>
`;
}
