/** The content of an element. Text is always set as text, because no module here parses markup. */
export type Child = Node | string | null | false | undefined;

/** Attributes by name; `true` sets an empty one, `false` and null leave it out; a function listens to the event `on...`. */
export type Attributes = Readonly<
  Record<string, string | number | boolean | null | undefined | ((event: Event) => void)>
>;

const SVG = 'http://www.w3.org/2000/svg';

/** A new element of HTML. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  return filled(document.createElement(tag), attributes, children);
}

/** A new element of SVG. */
function s<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): SVGElementTagNameMap[Tag] {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

function filled<E extends Element>(element: E, attributes: Attributes, children: readonly Child[]): E {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value);
    else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, value === true ? '' : String(value));
    }
  }
  element.append(...present(children));
  return element;
}

/** Replaces the children of the element. */
export function fill(element: Element, ...children: readonly Child[]): void {
  element.replaceChildren(...present(children));
}

function present(children: readonly Child[]): readonly (Node | string)[] {
  return children.filter((child) => child !== null && child !== false && child !== undefined);
}

/** The element of the page with that id. Throws when the page has none of that type: page and script belong together. */
export function byId<E extends Element>(id: string, type: new () => E): E {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`The page has no ${type.name} #${id}.`);
  return found;
}

/** A button that copies a text and says so for a moment. `what` completes "Copy ...". */
export function copyButton(text: string, what: string): HTMLButtonElement {
  const label = h('span', { class: 'unseen', 'aria-live': 'polite' });
  const button = h('button', { type: 'button', class: 'copy', 'aria-label': `Copy ${what}`, title: 'Copy' });
  const sheets = s('svg', { viewBox: '0 0 16 16', 'aria-hidden': 'true' });
  sheets.append(s('path', { d: 'M5.5 5.5h7v8h-7zM3.5 10.5v-8h7' }));
  button.append(sheets, label);
  button.addEventListener('click', (event) => {
    event.stopPropagation();
    const said = (ok: boolean): void => {
      label.textContent = ok ? 'Copied' : 'Copying was refused';
      button.classList.toggle('done', ok);
      setTimeout(() => {
        label.textContent = '';
        button.classList.remove('done');
      }, 1500);
    };
    void copyText(text).then(said);
  });
  return button;
}

/** Copies a text; false where the browser refuses it. Without a secure origin it has no clipboard for pages. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Lets the person keep a text as a file. */
export function download(name: string, text: string, type = 'application/json'): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = h('a', { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
