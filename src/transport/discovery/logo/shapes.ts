/** A point of the drawing, whose sides are 32 units long; y grows downwards. */
export type Point = readonly [x: number, y: number];

/** Two colours as `#rrggbb`, and the points at which each is reached. */
export interface Gradient {
  readonly from: Point;
  readonly to: Point;
  readonly colours: readonly [string, string];
}

type Outline =
  | { readonly form: 'square'; readonly radius: number }
  | { readonly form: 'polygon'; readonly points: readonly Point[] }
  | { readonly form: 'stroke'; readonly ends: readonly [Point, Point]; readonly width: number };

/** One filled form. A square fills the whole drawing, a stroke has round ends. */
export type Shape = Outline & { readonly fill: Gradient };

/** The side of the drawing in its own units. */
export const SIDE = 32;

const top: Point = [16, 0];
const bottom: Point = [16, SIDE];
const stone: Gradient = { from: top, to: bottom, colours: ['#232b38', '#0d1117'] };
const streak: readonly [Point, Point] = [
  [5, 20.3],
  [27, 12.3],
];

/**
 * The logo: a touchstone, a letter for the service on it, and the streak that an assayer draws across to tell gold from
 * brass, which is the bar of the letter. From the lowest shape to the uppermost.
 */
export const logo: readonly Shape[] = [
  { form: 'square', radius: 7, fill: stone },
  {
    form: 'polygon',
    points: [
      [5.6, 26],
      [13.9, 6],
      [18.1, 6],
      [26.4, 26],
      [21.9, 26],
      [16, 11.2],
      [10.1, 26],
    ],
    fill: { from: [16, 6], to: [16, 26], colours: ['#ffffff', '#c3ccd9'] },
  },
  // A line of stone around the streak, so that gold and letter stay apart at the size of a tab.
  { form: 'stroke', ends: streak, width: 4.8, fill: stone },
  {
    form: 'stroke',
    ends: streak,
    width: 2.9,
    fill: { from: streak[0], to: streak[1], colours: ['#c98a17', '#ffdc73'] },
  },
];

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
