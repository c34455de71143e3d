import { type Point, type Shape, SIDE } from './shapes.ts';

/** How far a point is from the edge of a shape, in units of the drawing: less than 0 inside. */
export type Distance = (x: number, y: number) => number;

/** The signed distance to the edge of a shape. */
export function distanceTo(shape: Shape): Distance {
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
