import { deflateSync } from 'node:zlib';

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
