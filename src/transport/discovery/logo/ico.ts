const HEADER_BYTES = 6;
const ENTRY_BYTES = 16;
const TYPE_ICON = 1;
const PLANES = 1;
const BITS_PER_PIXEL = 32;

/** A picture of an icon: a PNG file whose sides are `side` pixels, less than 256. */
export interface IconImage {
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
