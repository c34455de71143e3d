import { CACHED, type Page } from '#http/page.ts';
import type { PaymentSettings } from '#payments/x402/offer.ts';
import { documentOf, LibraryFrame } from '../frame.tsx';
import { markupPolicy, page } from '../html.tsx';

/** The interactive documentation. It loads from this origin only; calls may also go to the public origin. */
export function docsPage(settings: PaymentSettings): Page {
  const policy = markupPolicy(
    // The interface sets style attributes on its elements, and its icons are data URLs.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    `connect-src 'self' ${new URL(settings.baseUrl).origin}`,
  );
  const html = documentOf(
    <LibraryFrame
      title="Assay: REST"
      path="/docs"
      site={settings}
      styles={['/web/docs.css']}
      scripts={['/docs/swagger-ui-bundle.js', '/web/docs.js']}
    >
      <div id="docs" data-sandbox={settings.sandbox} />
    </LibraryFrame>,
  );
  const headers = { ...CACHED, 'content-security-policy': policy };
  return { ...page('docs', 'Interactive documentation', html), headers };
}
