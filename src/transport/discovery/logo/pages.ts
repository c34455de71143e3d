import { INDEXED, type Page, type PageContent } from '#http/page.ts';
import { ico, png } from './png.ts';
import { logoPixels } from './raster.ts';
import { logoSvg } from './shapes.ts';

/** The side of `/logo.png` in pixels: what stores and registries ask for. */
export const LOGO_PNG_SIDE = 512;

/** The sides of the pictures in `/favicon.ico`, in pixels. */
const ICON_SIDES = [32, 48];

/** The pages of the logo. Pictures are drawn when they are first asked for. */
export function logoPages(): readonly Page[] {
  return [
    page('/logo.svg', 'logoSvg', 'The logo as a drawing', 'image/svg+xml', logoSvg),
    page('/logo.png', 'logoPng', `The logo, ${LOGO_PNG_SIDE} pixels wide`, 'image/png', () => picture(LOGO_PNG_SIDE)),
    page('/favicon.ico', 'favicon', 'The logo for tabs', 'image/x-icon', () =>
      ico(ICON_SIDES.map((side) => ({ side, png: picture(side) }))),
    ),
  ];
}

function picture(side: number): Buffer {
  return png(logoPixels(side), side);
}

function page(path: string, operationId: string, summary: string, mediaType: string, draw: () => PageContent): Page {
  let drawn: PageContent | undefined;
  const read = (): PageContent => {
    drawn ??= draw();
    return drawn;
  };
  return { path, operationId, summary, tag: 'Service', mediaType, headers: INDEXED, read };
}
