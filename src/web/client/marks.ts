import { copyButton, h, s } from './dom.ts';
import type { TextPart } from './evidence.ts';
import { shortId } from './format.ts';
import { type Explored, explorerUrl, type NamedChain } from './network.ts';
import { SHAPES, severityTone, type Tone, toneOf, verdictWord } from './tone.ts';
import type { Cell } from './views/section.ts';

/** A verdict by colour, shape and word. */
export function verdictBadge(verdict: string, size: 'small' | 'large' = 'small'): HTMLElement {
  const tone = toneOf(verdict);
  return h('span', { class: `verdict ${tone} ${size}` }, shape(tone), verdictWord(verdict));
}

/** The same for something that is no verdict. */
export function badge(tone: Tone, text: string): HTMLElement {
  return h('span', { class: `verdict ${tone}` }, shape(tone), text);
}

/** A severity by colour and word. */
export function severityMark(severity: string): HTMLElement {
  return h('span', { class: `severity ${severityTone(severity)}` }, severity);
}

function shape(tone: Tone): SVGElement {
  const outline = s('svg', { viewBox: '0 0 16 16', 'aria-hidden': 'true' });
  outline.append(...SHAPES[tone].map((d) => s('path', { d })));
  return outline;
}

/** Something on chain: a link to an explorer where there is one for its chain, with a button that copies it. */
export function onChain(
  chain: NamedChain,
  what: Explored,
  id: string,
  shown: 'whole' | 'short' = 'short',
): HTMLElement {
  const url = explorerUrl(chain, what, id);
  const text = shown === 'whole' ? id : shortId(id);
  const name = url
    ? h('a', { href: url, target: '_blank', rel: 'noopener noreferrer', title: id }, text)
    : h('span', { title: id }, text);
  return h(
    'span',
    { class: 'id' },
    name,
    ' ',
    copyButton(id, `${what === 'tx' ? 'transaction' : 'address'} ${shortId(id)}`),
  );
}

/** A cell. Words that come from chain keep their direction to themselves. */
export function cellNodes(chain: NamedChain, cell: Cell): readonly (Node | string)[] {
  if (typeof cell === 'string') return [cell];
  return cell.map((part) => textPartNode(chain, part));
}

function textPartNode(chain: NamedChain, part: TextPart): Node {
  if ('id' in part) return onChain(chain, part.what, part.id);
  return 'code' in part ? codeLink(part.code) : h('bdi', {}, part.text);
}

/** A link to the page that explains a code or a flag. */
export function codeLink(code: string): HTMLElement {
  const url = `/reason-codes/${encodeURIComponent(code)}`;
  return h('a', { class: 'code', href: url, target: '_blank', rel: 'noopener' }, ...breakable(code));
}

/** A long code that may be broken behind its underscores. */
export function breakable(code: string): readonly (Node | string)[] {
  return code.split(/(?<=_)/).flatMap((part, at) => (at === 0 ? [part] : [h('wbr'), part]));
}
