import { h, s } from '../dom.ts';
import type { Plot } from './section.ts';

/** From a curve to the base line of a text above it, and of one below it. */
const ABOVE = 9;

const BELOW = 19;

const HEIGHT = 230;
/** Room for a text above the highest point. */
const TOP = 26;
const BOTTOM = 26;
/** An average letter of the axes' text in pixels. */
const LETTER = 6.6;

interface Frame {
  readonly left: number;
  readonly width: number;
  readonly x: (at: number) => number;
  readonly y: (value: number) => number;
}

/** The picture of a plot. It is drawn for the width that it has, so that its text stays as large as all other text. */
export function plotPicture(plot: Plot): HTMLElement {
  const holder = h('div', { role: 'img', 'aria-label': plot.summary });
  let drawn = 0;
  new ResizeObserver(() => {
    const width = Math.floor(holder.clientWidth);
    if (width < 1 || width === drawn) return;
    drawn = width;
    holder.replaceChildren(draw(plot, width));
  }).observe(holder);
  return holder;
}

function draw(plot: Plot, width: number): SVGElement {
  const frame = frameOf(plot, width);
  const picture = s('svg', { class: 'picture', viewBox: `0 0 ${width} ${HEIGHT}`, 'aria-hidden': 'true' });
  picture.append(...zones(plot, frame), ...axes(plot, frame), ...line(plot, frame), ...mark(plot, frame));
  return picture;
}

function frameOf({ yTicks }: Plot, width: number): Frame {
  const left = Math.ceil(Math.max(...yTicks.map(({ text }) => text.length)) * LETTER) + 10;
  const right = 12;
  const low = yTicks[0]?.at ?? 0;
  const high = yTicks.at(-1)?.at ?? 1;
  const tall = HEIGHT - TOP - BOTTOM;
  return {
    left,
    width,
    x: (at) => left + at * (width - left - right),
    y: (value) => TOP + tall * (1 - (value - low) / (high - low || 1)),
  };
}

function axes({ xTicks, yTicks }: Plot, { left, width, x, y }: Frame): readonly SVGElement[] {
  const rows = yTicks.flatMap(({ at, text }) => [
    s('line', { class: at === 0 ? 'zero' : 'grid', x1: left, x2: width, y1: y(at), y2: y(at) }),
    s('text', { x: left - 8, y: y(at) + 4, 'text-anchor': 'end' }, text),
  ]);
  let free = Number.NEGATIVE_INFINITY;
  const columns = xTicks.flatMap(({ at, text }) => {
    const wide = text.length * LETTER;
    const begin = Math.max(left - 8, Math.min(x(at) - wide / 2, width - wide));
    if (begin < free) return [];
    free = begin + wide + 10;
    return [s('text', { x: begin, y: HEIGHT - 6 }, text)];
  });
  return [...rows, ...columns];
}

function zones({ zones: all, yTicks }: Plot, { left, width, y }: Frame): readonly SVGElement[] {
  const high = yTicks.at(-1)?.at ?? 0;
  return all.flatMap(({ at, tone }, place) => {
    const [from, to] = [all[place - 1]?.at ?? 0, Math.min(at, high)];
    const band = s('rect', { class: `zone ${tone}`, x: left, width: width - left, y: y(to), height: y(from) - y(to) });
    return at < high ? [band, s('line', { class: 'bound', x1: left, x2: width, y1: y(at), y2: y(at) })] : [band];
  });
}

function line({ points, step }: Plot, { x, y }: Frame): readonly SVGElement[] {
  const round = (value: number): string => value.toFixed(1);
  const path = points
    .map((point, at) => {
      const to = `${round(x(point.x))},${round(y(point.y))}`;
      if (at === 0) return `M${to}`;
      return step ? `H${round(x(point.x))}V${round(y(point.y))}` : `L${to}`;
    })
    .join('');
  const [first, last] = [points[0], points.at(-1)];
  const base = round(y(0));
  const area = first && last ? `${path}V${base}H${round(x(first.x))}Z` : path;
  const dots = step ? [] : points.map((point) => s('circle', { class: 'dot', cx: x(point.x), cy: y(point.y), r: 3 }));
  const under = step ? [s('path', { class: 'under', d: area })] : [];
  return [...under, s('path', { class: 'curve', d: path }), ...dots];
}

function mark({ mark: point, points, step }: Plot, { left, width, x, y }: Frame): readonly SVGElement[] {
  if (!point) return [];
  const [cx, cy] = [x(point.x), y(point.y)];
  const wide = point.text.length * (LETTER + 0.6);
  const begin = Math.max(left + 4, Math.min(cx - wide / 2, width - wide - 2));
  const curve = points.map((one) => ({ x: x(one.x), y: y(one.y) }));
  const room = { from: begin - 4, to: begin + wide + 4, bottom: HEIGHT - BOTTOM - 4 };
  const base = baseLine({ x: cx, y: cy }, curve, step, room);
  return [s('circle', { class: 'dot', cx, cy, r: 4.5 }), s('text', { class: 'strong', x: begin, y: base }, point.text)];
}

/** A point of a curve in pixels, or a place on its picture; `y` grows downwards. */
interface Place {
  readonly x: number;
  readonly y: number;
}

/** Where a label may stand, in pixels. */
interface Room {
  readonly from: number;
  readonly to: number;
  /** The lowest base line that is still on the picture. */
  readonly bottom: number;
}

/**
 * The base line of a label at a point of a curve that does not lie over the curve: above all of it that runs between the
 * label's ends, or below, whichever is nearer to the point and on the picture. `step`: a value holds until the next point.
 */
export function baseLine(point: Place, curve: readonly Place[], step: boolean, { from, to, bottom }: Room): number {
  const heights = [point.y, ...curve.flatMap((place, at) => heightsIn(place, curve[at + 1], step, from, to))];
  const above = Math.min(...heights) - ABOVE;
  const below = Math.max(...heights) + BELOW;
  return below <= bottom && below - point.y < point.y - above ? below : above;
}

/** The heights that bound what a curve does between two of its points, as far as that is between `from` and `to`. */
function heightsIn(place: Place, next: Place | undefined, step: boolean, from: number, to: number): readonly number[] {
  if (!next) return place.x >= from && place.x <= to ? [place.y] : [];
  if (next.x < from || place.x > to) return [];
  if (step) return next.x <= to ? [place.y, next.y] : [place.y];
  const wide = next.x - place.x || 1;
  const at = (x: number): number => place.y + ((next.y - place.y) * (x - place.x)) / wide;
  return [at(Math.max(from, place.x)), at(Math.min(to, next.x))];
}
