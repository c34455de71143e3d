import { readFileSync } from 'node:fs';
import { INDEXED, type Page } from '#http/page.ts';
import { packageRoot } from '#lib/process/package-root.ts';

/** The side of `/logo.png` in pixels, as stores and registries require it. */
export const LOGO_PNG_SIDE = 512;

/** The pages of the logo. A file is read when it is first asked for. */
export function logoPages(): readonly Page[] {
  return [
    page('logo.svg', 'logoSvg', 'The logo as a drawing', 'image/svg+xml'),
    page('logo.png', 'logoPng', `The logo, ${LOGO_PNG_SIDE} pixels wide`, 'image/png'),
    page('favicon.ico', 'favicon', 'The logo for tabs', 'image/x-icon'),
  ];
}

function page(file: string, operationId: string, summary: string, mediaType: string): Page {
  let bytes: Uint8Array | undefined;
  const read = (): Uint8Array => {
    bytes ??= readFileSync(new URL(`src/transport/discovery/logo/${file}`, packageRoot));
    return bytes;
  };
  return { path: `/${file}`, operationId, summary, tag: 'Service', mediaType, headers: INDEXED, read };
}
