import { deflateSync } from 'node:zlib';

const HEADER_BYTES = 6;

const ENTRY_BYTES = 16;

const TYPE_ICON = 1;

const PLANES = 1;

const BITS_PER_PIXEL = 32;

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

const BITS_PER_CHANNEL = 8;
/** Red, green, blue and opacity. */
const COLOUR_TYPE = 6;
/** A row is written as what differs from the row above: the colours of the drawing run downwards. */
const FILTER_UP = 2;
/** The drawing is smooth: more effort takes ten times as long and saves a quarter. */
const LEVEL = 3;

/** A square picture of red, green, blue and opacity bytes as a PNG file (W3C PNG, third edition). */
export function png(pixels: Uint8Array, side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([BITS_PER_CHANNEL, COLOUR_TYPE], 8);
  const data = deflateSync(filtered(pixels, side * 4), { level: LEVEL });
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}

function filtered(pixels: Uint8Array, rowBytes: number): Uint8Array {
  const rows = pixels.length / rowBytes;
  const out = new Uint8Array(rows * (rowBytes + 1));
  for (let row = 0; row < rows; row += 1) {
    const [from, to] = [row * rowBytes, row * (rowBytes + 1)];
    out[to] = FILTER_UP;
    for (let i = 0; i < rowBytes; i += 1) {
      const above = row === 0 ? 0 : (pixels[from - rowBytes + i] ?? 0);
      out[to + 1 + i] = (pixels[from + i] ?? 0) - above;
    }
  }
  return out;
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  out.set(body, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}

const POLYNOMIAL = 0xedb88320;

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? (rest >>> 1) ^ POLYNOMIAL : rest >>> 1;
  return rest;
});

/** The check sum of a chunk (ISO 3309; annex D of the format). */
function crc32(bytes: Uint8Array): number {
  let rest = 0xffffffff;
  for (const byte of bytes) rest = (table[(rest ^ byte) & 255] ?? 0) ^ (rest >>> 8);
  return (rest ^ 0xffffffff) >>> 0;
}

/** A picture of an icon: a PNG file whose sides are `side` pixels, less than 256. */
interface IconImage {
  readonly side: number;
  readonly png: Uint8Array;
}

/** An ICO file that holds PNG files, as readers since Windows Vista take it: a directory, then the pictures. */
export function ico(images: readonly IconImage[]): Buffer {
  const directory = Buffer.alloc(HEADER_BYTES + images.length * ENTRY_BYTES);
  directory.writeUInt16LE(TYPE_ICON, 2);
  directory.writeUInt16LE(images.length, 4);
  let offset = directory.length;
  images.forEach(({ side, png }, index) => {
    const at = HEADER_BYTES + index * ENTRY_BYTES;
    directory.set([side, side], at);
    directory.writeUInt16LE(PLANES, at + 4);
    directory.writeUInt16LE(BITS_PER_PIXEL, at + 6);
    directory.writeUInt32LE(png.length, at + 8);
    directory.writeUInt32LE(offset, at + 12);
    offset += png.length;
  });
  return Buffer.concat([directory, ...images.map(({ png }) => png)]);
}
