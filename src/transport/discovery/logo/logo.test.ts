import { crc32, inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { logoPages } from './pages.ts';
import { logoPixels } from './raster.ts';
import { logo } from './shapes.ts';

async function read(path: string): Promise<Buffer> {
  const page = logoPages().find((each) => each.path === path);
  return Buffer.from((await page?.read({})) as Uint8Array);
}

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

/** The chunks of a PNG file; throws for a wrong signature, length or check sum. */
function chunksOf(file: Buffer): readonly Chunk[] {
  expect(file.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  const chunks: Chunk[] = [];
  for (let at = 8; at < file.length; ) {
    const length = file.readUInt32BE(at);
    const body = file.subarray(at + 4, at + 8 + length);
    expect(file.readUInt32BE(at + 8 + length)).toBe(crc32(body));
    chunks.push({ type: body.subarray(0, 4).toString('latin1'), data: body.subarray(4) });
    at += length + 12;
  }
  return chunks;
}

/** The pixels of a PNG file of eight-bit colours with opacity whose rows use the filters 0 and 2. */
function decoded(file: Buffer): { readonly width: number; readonly height: number; readonly pixels: Buffer } {
  const [header, ...rest] = chunksOf(file);
  expect([header?.type, rest.at(-1)?.type]).toEqual(['IHDR', 'IEND']);
  const [width, height] = [header?.data.readUInt32BE(0) ?? 0, header?.data.readUInt32BE(4) ?? 0];
  expect([...(header?.data.subarray(8) ?? [])]).toEqual([8, 6, 0, 0, 0]);
  const raw = inflateSync(Buffer.concat(rest.filter(({ type }) => type === 'IDAT').map(({ data }) => data)));
  const row = width * 4;
  expect(raw.length).toBe(height * (row + 1));
  const pixels = Buffer.alloc(height * row);
  for (let y = 0; y < height; y += 1) {
    const filter = raw[y * (row + 1)];
    expect([0, 2]).toContain(filter);
    for (let i = 0; i < row; i += 1) {
      const above = filter === 2 && y > 0 ? Number(pixels[(y - 1) * row + i]) : 0;
      pixels[y * row + i] = (Number(raw[y * (row + 1) + 1 + i]) + above) & 255;
    }
  }
  return { width, height, pixels };
}

const pixelAt = ({ width, pixels }: ReturnType<typeof decoded>, x: number, y: number) => [
  ...pixels.subarray((y * width + x) * 4, (y * width + x) * 4 + 4),
];

describe('/logo.png', () => {
  it('is a whole PNG file of 512 pixels with the drawing in it', async () => {
    const picture = decoded(await read('/logo.png'));
    expect([picture.width, picture.height]).toEqual([512, 512]);
    expect(Buffer.from(logoPixels(512)).equals(picture.pixels)).toBe(true);
    // Corners are clear, the stone is dark, the letter is light, the streak is gold.
    expect(pixelAt(picture, 0, 0)[3]).toBe(0);
    expect(pixelAt(picture, 511, 511)[3]).toBe(0);
    const [stone, letter, gold] = [pixelAt(picture, 256, 60), pixelAt(picture, 256, 112), pixelAt(picture, 256, 261)];
    expect(Math.max(...stone.slice(0, 3))).toBeLessThan(80);
    expect(Math.min(...letter)).toBeGreaterThan(200);
    expect(gold[0]).toBeGreaterThan(200);
    expect(gold[2]).toBeLessThan(100);
  });

  it('has smooth edges', async () => {
    const picture = decoded(await read('/logo.png'));
    const opacities = new Set(Array.from({ length: 512 }, (_, x) => pixelAt(picture, x, 3)[3]));
    expect([...opacities].filter((value) => Number(value) > 0 && Number(value) < 255).length).toBeGreaterThan(1);
  });

  it('is drawn once', async () => {
    const page = logoPages().find(({ path }) => path === '/logo.png');
    expect(await page?.read({})).toBe(await page?.read({}));
  });
});

describe('/favicon.ico', () => {
  it('is an icon of two pictures', async () => {
    const file = await read('/favicon.ico');
    expect([file.readUInt16LE(0), file.readUInt16LE(2), file.readUInt16LE(4)]).toEqual([0, 1, 2]);
    let end = 6 + 2 * 16;
    for (const [index, side] of [32, 48].entries()) {
      const at = 6 + index * 16;
      expect([file[at], file[at + 1], file.readUInt16LE(at + 4), file.readUInt16LE(at + 6)]).toEqual([
        side,
        side,
        1,
        32,
      ]);
      const [length, offset] = [file.readUInt32LE(at + 8), file.readUInt32LE(at + 12)];
      expect(offset).toBe(end);
      end = offset + length;
      expect(decoded(file.subarray(offset, end))).toMatchObject({ width: side, height: side });
    }
    expect(end).toBe(file.length);
  });
});

describe('/logo.svg', () => {
  it('draws every shape of the same drawing', async () => {
    const text = (await read('/logo.svg')).toString();
    expect(text.match(/<(rect|path) /g)).toHaveLength(logo.length);
    expect(text.match(/<linearGradient /g)).toHaveLength(logo.length);
    expect(text).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 32 32"/);
    expect(text).not.toMatch(/script|href|NaN|undefined/);
  });
});
