import { logo, type Shape, SIDE } from './shapes.ts';

/** The logo as an SVG document. */
export function logoSvg(): string {
  const gradients = logo.map(({ fill: { from, to, colours } }, index) => {
    const line = `x1="${from[0]}" y1="${from[1]}" x2="${to[0]}" y2="${to[1]}"`;
    const stops = `<stop stop-color="${colours[0]}"/><stop offset="1" stop-color="${colours[1]}"/>`;
    return `<linearGradient id="f${index}" gradientUnits="userSpaceOnUse" ${line}>${stops}</linearGradient>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}" role="img" aria-label="Assay">`,
    `<defs>${gradients.join('')}</defs>`,
    ...logo.map((shape, index) => drawn(shape, `url(#f${index})`)),
    '</svg>\n',
  ].join('\n');
}

function drawn(shape: Shape, paint: string): string {
  switch (shape.form) {
    case 'square':
      return `<rect width="${SIDE}" height="${SIDE}" rx="${shape.radius}" fill="${paint}"/>`;
    case 'polygon':
      return `<path d="M${shape.points.map((point) => point.join(' ')).join('L')}z" fill="${paint}"/>`;
    case 'stroke': {
      const [from, to] = shape.ends.map((point) => point.join(' '));
      return `<path d="M${from}L${to}" stroke="${paint}" stroke-width="${shape.width}" stroke-linecap="round"/>`;
    }
  }
}
