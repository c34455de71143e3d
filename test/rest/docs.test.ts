import { readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ask, type Service, startService } from './service.ts';

const FILES = ['swagger-ui.css', 'swagger-ui-bundle.js'];
const PATHS = [...FILES, 'start.js'].map((file) => `/docs/${file}`);

/** The package of the interface as it lies where the service is installed below a folder whose name starts with a dot. */
const hidden = await vi.hoisted(async () => {
  const [{ cpSync, mkdtempSync }, { createRequire }, { tmpdir }, { dirname, join }] = await Promise.all([
    import('node:fs'),
    import('node:module'),
    import('node:os'),
    import('node:path'),
  ]);
  const folder = mkdtempSync(join(tmpdir(), '.docs-'));
  const require = createRequire(import.meta.url);
  const from = dirname(require.resolve('swagger-ui-dist/package.json'));
  for (const name of ['swagger-ui.css', 'swagger-ui-bundle.js']) cpSync(join(from, name), join(folder, name));
  return folder;
});
vi.mock('node:module', async (original) => ({
  ...(await original<object>()),
  createRequire: () => ({ resolve: (name: string) => name.replace('swagger-ui-dist', hidden) }),
}));

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  await service.close(0);
  rmSync(hidden, { recursive: true });
});

describe('what the interactive documentation loads', () => {
  it('lies below a hidden folder in these tests', () => {
    expect(createRequire(import.meta.url).resolve('swagger-ui-dist/swagger-ui.css')).toBe(`${hidden}/swagger-ui.css`);
    expect(hidden).toContain('/.docs-');
  });

  it.each(FILES)('is the file %s of the package, byte for byte', async (file) => {
    const { status, text, headers } = await ask(service, `/docs/${file}`);
    expect(status).toBe(200);
    expect(text === readFileSync(`${hidden}/${file}`, 'utf8')).toBe(true);
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
});
