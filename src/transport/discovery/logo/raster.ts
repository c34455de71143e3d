import { type Gradient, logo, type Point, type Shape, SIDE } from './shapes.ts';

/** The picture that is painted: four bytes a pixel, red, green, blue and opacity. `unit` is a pixel's side in the drawing. */
interface Canvas {
  readonly pixels: Uint8Array;
  readonly side: number;
  readonly unit: number;
}

/** The logo as `side` rows of `side` pixels, four bytes each: red, green, blue, opacity. */
export function logoPixels(side: number): Uint8Array {
  const canvas: Canvas = { pixels: new Uint8Array(side * side * 4), side, unit: SIDE / side };
  for (const shape of logo) {
    const [distance, brush] = [distanceTo(shape), brushOf(shape.fill)];
    for (let row = 0; row < side; row += TILE) {
      for (let column = 0; column < side; column += TILE) paintTile(canvas, row, column, distance, brush);
    }
  }
  return canvas.pixels;
}

/** Pixels are painted by squares of so many, because of most of them one look at the middle says all. */
const TILE = 16;

function paintTile({ pixels, side, unit }: Canvas, top: number, left: number, distance: Distance, brush: Brush): void {
  const reach = TILE * unit * Math.SQRT1_2 + unit;
  const middle = distance((left + TILE / 2) * unit, (top + TILE / 2) * unit);
  if (middle > reach) return;
  const whole = middle < -reach;
  for (let row = top; row < Math.min(top + TILE, side); row += 1) {
    const y = (row + 0.5) * unit;
    for (let column = left; column < Math.min(left + TILE, side); column += 1) {
      const x = (column + 0.5) * unit;
      // As much of a pixel is covered as lies inside of the edge, which smooths it.
      const cover = whole ? 1 : 0.5 - distance(x, y) / unit;
      if (cover > 0) lay(pixels, (row * side + column) * 4, Math.min(1, cover), brush.colours, brush.step(x, y) * 3);
    }
  }
}

/** One colour over what is there (the usual `over` of straight opacity). */
function lay(pixels: Uint8Array, at: number, cover: number, colours: Uint8Array, colour: number): void {
  if (cover === 1) {
    pixels[at] = colours[colour] ?? 0;
    pixels[at + 1] = colours[colour + 1] ?? 0;
    pixels[at + 2] = colours[colour + 2] ?? 0;
    pixels[at + 3] = 255;
    return;
  }
  const under = ((pixels[at + 3] ?? 0) / 255) * (1 - cover);
  const opacity = cover + under;
  for (let channel = 0; channel < 3; channel += 1) {
    const [over, below] = [colours[colour + channel] ?? 0, pixels[at + channel] ?? 0];
    pixels[at + channel] = (over * cover + below * under) / opacity + 0.5;
  }
  pixels[at + 3] = opacity * 255 + 0.5;
}

/** What a shape is filled with: the colours from one end of the gradient to the other, three bytes each. */
interface Brush {
  readonly colours: Uint8Array;
  /** The number of the colour at a point. */
  readonly step: Distance;
}

const STEPS = 512;

function brushOf({ from, to, colours: [first, last] }: Gradient): Brush {
  const [start, end] = [channels(first), channels(last)];
  const colours = Uint8Array.from({ length: STEPS * 3 }, (_, index) => {
    const [share, channel] = [Math.floor(index / 3) / (STEPS - 1), index % 3];
    return (start[channel] ?? 0) * (1 - share) + (end[channel] ?? 0) * share + 0.5;
  });
  const [x0, y0] = from;
  const [dx, dy] = [to[0] - x0, to[1] - y0];
  const scale = (STEPS - 1) / (dx * dx + dy * dy);
  const step = (x: number, y: number): number => {
    const place = Math.round(((x - x0) * dx + (y - y0) * dy) * scale);
    return Math.min(STEPS - 1, Math.max(0, place));
  };
  return { colours, step };
}

function channels(hex: string): readonly number[] {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** How far a point is from the edge of a shape, in units of the drawing: less than 0 inside. */
type Distance = (x: number, y: number) => number;

/** The signed distance to the edge of a shape. */
function distanceTo(shape: Shape): Distance {
  switch (shape.form) {
    case 'square':
      return toSquare(shape.radius);
    case 'polygon':
      return toPolygon(shape.points);
    case 'stroke': {
      const [from, to] = shape.ends;
      return (x, y) => Math.sqrt(squaredToSegment(x, y, from, to)) - shape.width / 2;
    }
  }
}

function toSquare(radius: number): Distance {
  const half = SIDE / 2;
  return (x, y) => {
    const dx = Math.abs(x - half) - half + radius;
    const dy = Math.abs(y - half) - half + radius;
    const beside = Math.sqrt(Math.max(dx, 0) ** 2 + Math.max(dy, 0) ** 2);
    return beside + Math.min(Math.max(dx, dy), 0) - radius;
  };
}

/** The nearest edge decides how far, the number of edges that a ray to the right crosses decides on which side. */
function toPolygon(points: readonly Point[]): Distance {
  const edges = points.map((from, index) => ({ from, to: points[(index + 1) % points.length] ?? from }));
  return (x, y) => {
    let nearest = Number.POSITIVE_INFINITY;
    let inside = false;
    for (const { from, to } of edges) {
      nearest = Math.min(nearest, squaredToSegment(x, y, from, to));
      const crosses = from[1] > y !== to[1] > y;
      if (crosses && x < from[0] + ((y - from[1]) / (to[1] - from[1])) * (to[0] - from[0])) inside = !inside;
    }
    return inside ? -Math.sqrt(nearest) : Math.sqrt(nearest);
  };
}

function squaredToSegment(x: number, y: number, from: Point, to: Point): number {
  const dx = to[0] - from[0];
  const dy = to[1] - from[1];
  const along = Math.min(1, Math.max(0, ((x - from[0]) * dx + (y - from[1]) * dy) / (dx * dx + dy * dy)));
  const ex = x - from[0] - along * dx;
  const ey = y - from[1] - along * dy;
  return ex * ex + ey * ey;
}
