import { h } from './dom.ts';
import type { Trouble } from './trouble.ts';

/** A trouble as a note on the page, with the link that helps. */
export function troubleNode({ title, text, link }: Trouble): HTMLElement {
  return h(
    'p',
    { class: 'notice bad' },
    h('strong', {}, `${title}. `),
    text,
    link && ' ',
    link && h('a', { href: link.href }, link.text),
  );
}
