import { createRequire } from 'node:module';
import type { Express } from 'express';
import { Fault } from '#lib/fault.ts';
import { CACHED, type Page } from '../discovery/page.ts';

const require = createRequire(import.meta.url);

/** The files of the interface that the page loads; nothing else of the package is served. */
const assets: Readonly<Record<string, string>> = {
  'swagger-ui.css': require.resolve('swagger-ui-dist/swagger-ui.css'),
  'swagger-ui-bundle.js': require.resolve('swagger-ui-dist/swagger-ui-bundle.js'),
};

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
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

/** The interactive documentation. It loads from this origin only; calls may also go to the public origin. */
export function docsPage(baseUrl: string): Page {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    // The interface sets style attributes on its elements, and its icons are data URLs.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    `connect-src 'self' ${new URL(baseUrl).origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
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

/** Serves what the page loads. */
export function mountDocsAssets(app: Express): void {
  const allow = { allow: ['GET', 'HEAD', 'OPTIONS'] };
  const options = { maxAge: '1h', cacheControl: true };
  const route = app.route('/docs/:file');
  route.get((request, response, next) => {
    const { file } = request.params;
    if (file === 'start.js') response.type('text/javascript').send(starter);
    else if (Object.hasOwn(assets, file)) response.sendFile(assets[file] ?? '', options);
    else next(new Fault('not_found'));
  });
  route.all(() => {
    throw new Fault('method_not_allowed', undefined, allow);
  });
}
