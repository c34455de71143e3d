import { h, s } from './dom.ts';
import { cellNodes, onChain } from './marks.ts';
import type { NamedChain } from './network.ts';
import { plotPicture } from './views/plot.ts';
import type { Bar, Bars, Cell, FiguresSection, PathSection, Plot, Section, Table } from './views/section.ts';

/** Longer lists show the rest on demand, unless it is only one or two rows. */
const ROWS_SHOWN = 10;

/** A part of a card with its heading. */
export function sectionNode(chain: NamedChain, section: Section): HTMLElement {
  return h('section', {}, h('h3', {}, section.title), ...contentOf(chain, section));
}

function contentOf(chain: NamedChain, section: Section): readonly Node[] {
  switch (section.type) {
    case 'plot':
      return plot(chain, section);
    case 'bars':
      return bars(chain, section);
    case 'figures':
      return [figures(chain, section)];
    case 'table':
      return tables(chain, section);
    case 'path':
      return [path(chain, section)];
  }
}

function plot(chain: NamedChain, section: Plot): readonly Node[] {
  const picture = plotPicture(section);
  const legend = section.zones.map(({ text, tone }) => h('li', { class: `severity ${tone}` }, text));
  const more = h(
    'details',
    {},
    h('summary', {}, 'The figures as a table'),
    table(chain, section.table, section.table.rows),
  );
  return legend.length > 0 ? [picture, h('ul', { class: 'legend', role: 'list' }, ...legend), more] : [picture, more];
}

function bars(chain: NamedChain, { note, bars: all }: Bars): readonly Node[] {
  return [h('p', { class: 'hint' }, note), ...inPart(all, (some) => barList(chain, some))];
}

function barList(chain: NamedChain, bars: readonly Bar[]): HTMLElement {
  const list = h('ul', { class: 'bars', role: 'list' });
  for (const { label, share, text, shade } of bars) {
    const picture = s('svg', { viewBox: '0 0 100 10', preserveAspectRatio: 'none', 'aria-hidden': 'true' });
    // Something that is there must be seen, however small.
    const wide = share > 0 ? Math.max(0.6, Math.min(100, share * 100)) : 0;
    picture.append(s('rect', { class: shade, width: wide.toFixed(2), height: 10 }));
    const name = h('span', {}, ...cellNodes(chain, label));
    list.append(h('li', { class: 'bar-line' }, name, picture, h('span', { class: 'number' }, text)));
  }
  return list;
}

/** The whole list, or its beginning and a control for the rest. */
function inPart<T>(all: readonly T[], show: (some: readonly T[]) => HTMLElement): readonly Node[] {
  if (all.length <= ROWS_SHOWN + 2) return [show(all)];
  const rest = all.length - ROWS_SHOWN;
  const more = h('details', {}, h('summary', {}, `${rest} more`), show(all.slice(ROWS_SHOWN)));
  return [show(all.slice(0, ROWS_SHOWN)), more];
}

function figures(chain: NamedChain, { figures: all }: FiguresSection): HTMLElement {
  const list = h('dl', { class: 'facts' });
  for (const { name, value, note } of all) {
    const more = note ? h('span', { class: 'hint' }, ` ${note}`) : null;
    list.append(h('div', {}, h('dt', {}, name), h('dd', {}, ...cellNodes(chain, value), more)));
  }
  return list;
}

function tables(chain: NamedChain, section: Table): readonly Node[] {
  return inPart(section.rows, (rows) => table(chain, section, rows));
}

function table(
  chain: NamedChain,
  { title, head, numeric = [] }: Table,
  rows: readonly (readonly Cell[])[],
): HTMLElement {
  const kind = (at: number) => (numeric.includes(at) ? { class: 'number' } : {});
  const heads = head.map((text, at) => h('th', { scope: 'col', ...kind(at) }, text));
  const lines = rows.map((cells) =>
    h('tr', {}, ...cells.map((cell, at) => h('td', kind(at), ...cellNodes(chain, cell)))),
  );
  // A table may be wider than a phone: then it scrolls by itself, for the keyboard as well.
  return h(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': title },
    h('table', { class: 'figures' }, h('thead', {}, h('tr', {}, ...heads)), h('tbody', {}, ...lines)),
  );
}

function path(chain: NamedChain, { title, stops, legs }: PathSection): HTMLElement {
  const list = h('ol', { class: 'path', 'aria-label': title });
  for (const [at, stop] of stops.entries()) {
    const leg = legs[at];
    list.append(
      h(
        'li',
        {},
        h(
          'div',
          { class: at === stops.length - 1 ? 'stop end' : 'stop' },
          h('span', { class: 'hint' }, stop.name),
          stop.label && h('strong', {}, h('bdi', {}, stop.label)),
          onChain(chain, 'account', stop.id, 'whole'),
        ),
        leg !== undefined && h('div', { class: 'leg' }, arrow(), h('span', {}, ...cellNodes(chain, leg))),
      ),
    );
  }
  return list;
}

function arrow(): SVGElement {
  const picture = s('svg', { viewBox: '0 0 16 34', 'aria-hidden': 'true' });
  picture.append(s('path', { d: 'M8 1v30M3 26l5 6 5-6' }));
  return picture;
}
