import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Express } from 'express';
import { CACHED, type Page } from '#http/page.ts';
import { entityTag, sendUnlessKept } from '#http/reply.ts';
import { Fault } from '#lib/fault.ts';
import { MARKUP_SCRIPT, markupPolicy } from './pages.ts';

const require = createRequire(import.meta.url);

/** `validatorUrl: null` keeps the page from asking a validator on the internet. */
const starter = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  validatorUrl: null,
  tryItOutEnabled: true,
  persistAuthorization: false,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
});
`;

const SCRIPT = 'text/javascript; charset=utf-8';

/** What the page loads; nothing else of the interface's package is served. */
const assets: Readonly<Record<string, () => Asset>> = {
  'swagger-ui.css': packaged('swagger-ui.css', 'text/css; charset=utf-8'),
  'swagger-ui-bundle.js': packaged('swagger-ui-bundle.js', SCRIPT),
  'start.js': once(SCRIPT, () => Buffer.from(starter)),
};

/** The files change with a release of the package only. */
const KEPT = { 'cache-control': 'public, max-age=3600' };

const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Assay: interactive documentation</title>
<link rel="icon" href="/logo.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<div id="docs"></div>
${MARKUP_SCRIPT}
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

/** The interactive documentation. It loads from this origin only; calls may also go to the public origin. */
export function docsPage(baseUrl: string): Page {
  const policy = markupPolicy(
    // The interface sets style attributes on its elements, and its icons are data URLs.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    `connect-src 'self' ${new URL(baseUrl).origin}`,
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
  const allow = { allow: ['GET', 'HEAD', 'OPTIONS'] };
  const route = app.route('/docs/:file');
  route.get((request, response) => {
    const { file } = request.params;
    const read = Object.hasOwn(assets, file) ? assets[file] : undefined;
    if (!read) throw new Fault('not_found');
    const { mediaType, bytes, etag } = read();
    sendUnlessKept(response, mediaType, bytes, { ...KEPT, etag });
  });
  route.all(() => {
    throw new Fault('method_not_allowed', undefined, allow);
  });
}

interface Asset {
  readonly mediaType: string;
  readonly bytes: Uint8Array;
  readonly etag: string;
}

/** A file of the interface's package. */
function packaged(name: string, mediaType: string): () => Asset {
  const path = require.resolve(`swagger-ui-dist/${name}`);
  return once(mediaType, () => readFileSync(path));
}

/** Reads when it is asked for the first time, because no start shall wait for it. */
function once(mediaType: string, read: () => Uint8Array): () => Asset {
  let asset: Asset | null = null;
  return () => {
    if (asset) return asset;
    const bytes = read();
    asset = { mediaType, bytes, etag: entityTag(bytes) };
    return asset;
  };
}
