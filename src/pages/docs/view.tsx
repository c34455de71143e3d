import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Express } from 'express';
import { mountRead } from '#http/mount-page.ts';
import { CACHED, type Page } from '#http/page.ts';
import { entityTag, sendUnlessKept } from '#http/reply.ts';
import { Fault } from '#lib/fault.ts';
import type { PaymentSettings } from '#payments/x402/offer.ts';
import { documentOf, LibraryFrame } from '../frame.tsx';
import { markupPolicy } from '../html.ts';

const require = createRequire(import.meta.url);

/** What the page loads; nothing else of the interface's package is served. */
const assets: Readonly<Record<string, () => Asset>> = {
  'swagger-ui.css': packaged('swagger-ui.css', 'text/css; charset=utf-8'),
  'swagger-ui-bundle.js': packaged('swagger-ui-bundle.js', 'text/javascript; charset=utf-8'),
};

/** The files change with a release of the package only. */
const KEPT = { 'cache-control': 'public, max-age=3600' };

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
  return {
    path: '/docs',
    operationId: 'docs',
    summary: 'Interactive documentation',
    tag: 'Service',
    mediaType: 'text/html; charset=utf-8',
    headers: { ...CACHED, 'content-security-policy': policy },
    read: () => html,
  };
}

/** Serves what the page loads, whatever the folders are called below which the service is installed. */
export function mountDocsAssets(app: Express): void {
  mountRead<{ file: string }>(app, '/docs/:file', ({ params: { file } }, response) => {
    const read = Object.hasOwn(assets, file) ? assets[file] : undefined;
    if (!read) throw new Fault('not_found');
    const { mediaType, bytes, etag } = read();
    sendUnlessKept(response, mediaType, bytes, { ...KEPT, etag });
  });
}

interface Asset {
  readonly mediaType: string;
  readonly bytes: Uint8Array;
  readonly etag: string;
}

/** A file of the interface's package. It is read when it is asked for the first time, because no start shall wait for it. */
function packaged(name: string, mediaType: string): () => Asset {
  const path = require.resolve(`swagger-ui-dist/${name}`);
  let asset: Asset | null = null;
  return () => {
    if (asset) return asset;
    const bytes = readFileSync(path);
    asset = { mediaType, bytes, etag: entityTag(bytes) };
    return asset;
  };
}
