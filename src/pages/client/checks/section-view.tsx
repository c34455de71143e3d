import type { JSX } from 'preact';
import { PlotPicture } from '../views/plot.tsx';
import type { Bars, Cell, PathSection, Section, Table } from '../views/section.ts';
import { CellParts, OnChain } from './marks.tsx';

/** Longer lists show the rest on demand, unless it is only one or two rows. */
const ROWS_SHOWN = 10;

/** A part of a card with its heading. */
export function SectionView({ section }: { section: Section }): JSX.Element {
  return (
    <section>
      <h3>{section.title}</h3>
      <Content section={section} />
    </section>
  );
}

function Content({ section }: { section: Section }): JSX.Element {
  switch (section.type) {
    case 'plot':
      return (
        <>
          <PlotPicture plot={section} />
          <details>
            <summary>The figures as a table</summary>
            <TableView table={section.table} rows={section.table.rows} />
          </details>
        </>
      );
    case 'bars':
      return <BarsView bars={section} />;
    case 'sentences':
      return (
        <ul class="sentences">
          {section.sentences.map((sentence, at) => (
            <li key={at}>
              <CellParts cell={sentence} />
            </li>
          ))}
        </ul>
      );
    case 'table':
      return inPart(section.rows, (rows) => <TableView table={section} rows={rows} />);
    case 'path':
      return <PathView path={section} />;
  }
}

/** All bars of a section have one scale, whose ends are written under them. */
function BarsView({ bars: { note, bars, max } }: { bars: Bars }): JSX.Element {
  return (
    <>
      <p class="hint">{note}</p>
      {inPart(bars, (some) => (
        <ul class="bars">
          {some.map(({ label, percent, text, shade }, at) => (
            <li class="bar-line" key={at}>
              <span>
                <CellParts cell={label} />
              </span>
              <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                {/* Something that is there must be seen, however small. */}
                <rect class={shade} height="10" width={percent > 0 ? Math.max(0.6, (percent / max) * 100) : 0} />
              </svg>
              <span class="number">{text}</span>
            </li>
          ))}
          <li class="bar-line scale" aria-hidden="true">
            <span />
            <span class="ends">
              <span>0</span>
              <span>{max / 2} %</span>
              <span>{max} %</span>
            </span>
            <span />
          </li>
        </ul>
      ))}
    </>
  );
}

/** The whole list, or its beginning and a control for the rest. */
function inPart<T>(all: readonly T[], show: (some: readonly T[]) => JSX.Element): JSX.Element {
  if (all.length <= ROWS_SHOWN + 2) return show(all);
  return (
    <>
      {show(all.slice(0, ROWS_SHOWN))}
      <details>
        <summary>{all.length - ROWS_SHOWN} more</summary>
        {show(all.slice(ROWS_SHOWN))}
      </details>
    </>
  );
}

/** A table may be wider than a phone: then it scrolls by itself, for the keyboard as well. */
function TableView({ table, rows }: { table: Table; rows: readonly (readonly Cell[])[] }): JSX.Element {
  const { title, head, numeric = [] } = table;
  const kind = (at: number): string | undefined => (numeric.includes(at) ? 'number' : undefined);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard.
    <section class="scroll" tabIndex={0} aria-label={title}>
      <table class={head.length > 2 ? 'figures stacked' : 'figures'}>
        <thead>
          <tr>
            {head.map((text, at) => (
              <th key={text} scope="col" class={kind(at)}>
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, at) => (
            <tr key={at}>
              {cells.map((cell, column) => (
                <td key={column} class={kind(column)} data-label={head[column]}>
                  <CellParts cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function PathView({ path: { title, stops, legs } }: { path: PathSection }): JSX.Element {
  return (
    <ol class="path" aria-label={title}>
      {stops.map((stop, at) => {
        const leg = legs[at];
        return (
          <li key={at}>
            <div class={stop.id === null ? 'stop end' : 'stop'}>
              <span class="hint">{stop.name}</span>
              {stop.label && (
                <strong>
                  <bdi>{stop.label}</bdi>
                </strong>
              )}
              {stop.id !== null && (
                <span>
                  <OnChain what="account" id={stop.id} whole bare={stop.label !== null} />
                </span>
              )}
            </div>
            {leg !== undefined && (
              <div class="leg">
                <svg viewBox="0 0 16 34" aria-hidden="true">
                  <path d="M8 1v30M3 26l5 6 5-6" />
                </svg>
                <span>
                  <CellParts cell={leg} />
                </span>
              </div>
            )}
          </li>
        );
      })}
    </ol>
  );
}
