import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** A decoder of a package for the bytes of one mint. */
export type Decoder = (data: Uint8Array) => unknown;

/** A package that is there through another one: among those of this project, or of the oracles. Null where it is not. */
function packageIn<T>(folder: string, name: string): T | null {
  const root = fileURLToPath(new URL(folder, import.meta.url));
  if (!existsSync(`${root}node_modules/${name}`)) return null;
  return createRequire(`${root}package.json`)(name) as T;
}

/** The generated codecs, which read every extension as we do; null where they are not installed. */
export function kitDecoder(): Decoder | null {
  const codecs = packageIn<{ readonly getMintDecoder: () => { decode(data: Uint8Array): unknown } }>(
    '../',
    '@solana-program/token-2022',
  );
  const decoder = codecs?.getMintDecoder();
  return decoder ? (data) => decoder.decode(data) : null;
}

/** Unpacks the base and cuts the values of extensions out, without reading these; null where it is not installed. */
export function splDecoder(): Decoder | null {
  const spl = packageIn<{
    readonly MintLayout: { decode(data: Uint8Array): unknown };
    getExtensionTypes(tlv: Buffer): readonly number[];
    getExtensionData(type: number, tlv: Buffer): Buffer | null;
  }>('../labs/oracles/', '@solana/spl-token');
  if (spl === null) return null;
  return (data) => {
    const tlv = Buffer.from(data.subarray(166));
    const types = data.length > 166 ? spl.getExtensionTypes(tlv) : [];
    return [spl.MintLayout.decode(data), types.map((type) => spl.getExtensionData(type, tlv))];
  };
}
