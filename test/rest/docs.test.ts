import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import express from 'express';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ask, type Service, startService } from './service.ts';

const HIDDEN = '/* below a hidden folder */';
const FILES = ['swagger-ui.css', 'swagger-ui-bundle.js'];
const PATHS = FILES.map((file) => `/docs/${file}`);

const require = createRequire(import.meta.url);
const PACKAGE = dirname(require.resolve('swagger-ui-dist/package.json'));

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  await service.close(0);
});

describe('what the interactive documentation loads', () => {
  it.each(FILES)('is the file %s of the package, byte for byte', async (file) => {
    const { status, text, headers } = await ask(service, `/docs/${file}`);
    expect(status).toBe(200);
    expect(text === readFileSync(join(PACKAGE, file), 'utf8')).toBe(true);
    expect(Number(headers['content-length'])).toBe(Buffer.byteLength(text));
  });

  it.each(PATHS)('%s is kept for an hour and then asked about by its tag', async (path) => {
    const { headers } = await ask(service, path);
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=3600',
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
    });
    const again = await ask(service, path, { headers: { 'if-none-match': `W/${headers.etag}` } });
    expect([again.status, again.text, again.headers.etag]).toEqual([304, '', headers.etag]);
    expect(again.headers['cache-control']).toBe(headers['cache-control']);
    const head = await ask(service, path, { method: 'HEAD' });
    expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', headers['content-length']]);
  });

  it.each(PATHS)('%s comes whole to whoever asks for a part, or for a copy that it has', async (path) => {
    const { text } = await ask(service, path);
    for (const headers of [{ range: 'bytes=0-9' }, { range: 'bytes=99999999-' }, { 'if-match': '"other"' }]) {
      const reply = await ask(service, path, { headers });
      expect([path, reply.status, reply.text === text]).toEqual([path, 200, true]);
    }
  });

  it.each(['package.json', 'swagger-ui.css.map', '__proto__', '..%2fpackage.json', '.docs'])(
    'is not %s',
    async (file) => {
      expect((await ask(service, `/docs/${file}`)).status).toBe(404);
    },
  );

  it('is served below a folder whose name starts with a dot', async () => {
    const folder = mkdtempSync(join(tmpdir(), '.docs-'));
    vi.doMock('node:module', async (original) => ({
      ...(await original<object>()),
      createRequire: () => ({ resolve: (name: string) => name.replace('swagger-ui-dist', folder) }),
    }));
    // Another instance of the module: the one of the service may have been loaded by a file before this one.
    const instance = '../../src/pages/assets.ts?hidden';
    const { mountAssets } = (await import(instance)) as typeof import('../../src/pages/assets.ts');
    vi.doUnmock('node:module');
    const app = express();
    mountAssets(app);
    const server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    for (const file of FILES) {
      writeFileSync(join(folder, file), HIDDEN);
      const reply = await fetch(`http://127.0.0.1:${port}/docs/${file}`);
      expect([reply.status, await reply.text()]).toEqual([200, HIDDEN]);
    }
    server.closeAllConnections();
    server.close();
  });
});
