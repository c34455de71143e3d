import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { LOGO_PNG_SIDE, logoPages } from './logo.ts';

const pages = new Map(logoPages().map((page) => [page.path, page]));

async function read(path: string): Promise<Buffer> {
  return Buffer.from((await pages.get(path)?.read({})) as Uint8Array);
}

describe.each([
  ['/logo.svg', 'image/svg+xml', '78e2940e00c6cb97aa20e25821b0f45ae4b4d69c2bae1b401c04d393d8d888ae'],
  ['/logo.png', 'image/png', '23b734984421107579d3d1fa28f614d098d4ce6b0765289ad327cf56f355d014'],
  ['/favicon.ico', 'image/x-icon', 'f36cfb8cf46c69f6afab3700e9130fc435f98a5dee458bfcacc73619f656acf8'],
])('%s', (path, mediaType, sum) => {
  it('is the file of the release, under its media type', async () => {
    expect(pages.get(path)?.mediaType).toBe(mediaType);
    expect(
      createHash('sha256')
        .update(await read(path))
        .digest('hex'),
    ).toBe(sum);
  });

  it('is read once', async () => {
    expect(await pages.get(path)?.read({})).toBe(await pages.get(path)?.read({}));
  });
});

it('says the size that the PNG file has', async () => {
  const file = await read('/logo.png');
  expect(file.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  expect([file.readUInt32BE(16), file.readUInt32BE(20)]).toEqual([LOGO_PNG_SIDE, LOGO_PNG_SIDE]);
});

it('holds no script and no reference in the drawing', async () => {
  expect((await read('/logo.svg')).toString()).not.toMatch(/script|href|NaN|undefined/);
});
