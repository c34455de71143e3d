import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import { day, displayMoment } from '../format.ts';
import type { Plot } from './section.ts';

const HEIGHT = 240;
const AXIS_SIZE = 62;
/** The smallest width of an axis label, in pixels. */
const SPACE = 78;

/** The picture of a plot. It is drawn for the width that it has and in the colours of the page. */
export function PlotPicture({ plot }: { plot: Plot }): JSX.Element {
  const holder = useRef<HTMLDivElement>(null);
  const readout = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const place = holder.current;
    if (!place) return;
    let drawn: uPlot | null = null;
    const draw = (): void => {
      drawn?.destroy();
      const tell = (text: string): void => readout.current?.replaceChildren(text);
      const xs = plot.points.map(({ x }) => x);
      const ys = plot.points.map(({ y }) => y);
      drawn = new uPlot(optionsOf(plot, place, tell), [xs, ys], place);
    };
    const sized = new ResizeObserver(() => {
      if (drawn === null) draw();
      else drawn.setSize({ width: place.clientWidth, height: HEIGHT });
    });
    sized.observe(place);
    const theme = matchMedia('(prefers-color-scheme: dark)');
    theme.addEventListener('change', draw);
    return () => {
      sized.disconnect();
      theme.removeEventListener('change', draw);
      drawn?.destroy();
    };
  }, [plot]);
  return (
    <>
      <div class="plot" role="img" aria-label={plot.summary} ref={holder} />
      <p class="hint readout" aria-hidden="true" ref={readout}>
        {REST}
      </p>
      {plot.zones.length > 0 && (
        <ul class="legend">
          {plot.zones.map(({ text, tone }) => (
            <li key={text} class={`severity ${tone}`}>
              {text}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const REST = 'Point at the curve to read a value.';

function optionsOf(plot: Plot, place: HTMLElement, tell: (text: string) => void): uPlot.Options {
  const style = getComputedStyle(place);
  const colour = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  const font = `12px ${colour('sans')}`;
  const axis = {
    stroke: colour('muted'),
    font,
    labelFont: font,
    labelSize: 20,
    grid: { stroke: colour('line'), width: 1 },
    ticks: { show: false },
  };
  const isTime = plot.x === 'time';
  return {
    width: place.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 8 } },
    scales: {
      x: isTime ? { time: false } : { time: false, distr: 3 },
      y: { range: (_plot, low, high) => uPlot.rangeNum(Math.min(0, low), Math.max(0, high), 0.1, true) },
    },
    series: [
      {},
      {
        stroke: colour('accent'),
        width: 2,
        ...(plot.step
          ? { paths: uPlot.paths.stepped?.({ align: 1 }) ?? (() => null), points: { show: false } }
          : { points: { show: true, size: 7, fill: colour('accent') } }),
      },
    ],
    axes: [
      {
        ...axis,
        space: SPACE,
        size: 34,
        label: isTime ? 'Day (UTC)' : 'Size of the trade, SOL',
        ...(isTime
          ? {}
          : { splits: plot.points.map(({ x }) => x), filter: (_plot: uPlot, splits: number[]) => splits }),
        values: (_plot, splits) => splits.map((at) => (isTime ? day(at) : String(at))),
      },
      {
        ...axis,
        size: AXIS_SIZE,
        label: plot.unit === '%' ? 'Cost, % of the size' : 'Profit, SOL',
        values: (_plot, splits) => splits.map((at) => `${at < 0 ? '−' : ''}${Math.abs(at)}`),
      },
    ],
    hooks: {
      drawClear: [(drawn) => paintZones(drawn, plot, colour)],
      draw: [(drawn) => paintMark(drawn, plot, colour)],
      setCursor: [({ cursor: { idx } }) => tell(valueAt(plot, idx))],
    },
  };
}

function valueAt({ points, x, unit }: Plot, at: number | null | undefined): string {
  const point = typeof at === 'number' ? points[at] : undefined;
  if (!point) return REST;
  return `${x === 'time' ? displayMoment(point.x) : `${point.x} SOL`}: ${Number(point.y.toFixed(4))} ${unit}`;
}

function paintZones(drawn: uPlot, { zones }: Plot, colour: (name: string) => string): void {
  const { ctx, bbox } = drawn;
  const top = drawn.scales.y?.max ?? 0;
  ctx.save();
  for (const [at, { at: level, tone }] of zones.entries()) {
    const [from, to] = [zones[at - 1]?.at ?? 0, Math.min(level, top)];
    if (from >= to) continue;
    const [low, high] = [drawn.valToPos(from, 'y', true), drawn.valToPos(to, 'y', true)];
    ctx.fillStyle = colour(`${tone}-ground`);
    ctx.fillRect(bbox.left, high, bbox.width, low - high);
  }
  ctx.restore();
}

function paintMark(drawn: uPlot, { mark }: Plot, colour: (name: string) => string): void {
  if (!mark) return;
  const { ctx } = drawn;
  ctx.save();
  ctx.beginPath();
  ctx.arc(drawn.valToPos(mark.x, 'x', true), drawn.valToPos(mark.y, 'y', true), 6 * devicePixelRatio, 0, 2 * Math.PI);
  ctx.lineWidth = 2 * devicePixelRatio;
  ctx.strokeStyle = colour('text');
  ctx.stroke();
  ctx.restore();
}
