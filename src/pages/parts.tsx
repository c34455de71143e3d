import type { VNode } from 'preact';
import { Breakable } from './client/tone.tsx';

/** A link to the page that explains a code. */
export function CodeLink({ code }: { readonly code: string }): VNode {
  return (
    <a class="code" href={`/reason-codes/${code}`}>
      <Breakable code={code} />
    </a>
  );
}

/** Text that scrolls in its box, with the keyboard as well. */
export function ScrolledText({ label, text }: { readonly label: string; readonly text: string }): VNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached.
    // biome-ignore lint/a11y/useSemanticElements: only this element keeps the blanks of its text.
    <pre tabIndex={0} role="region" aria-label={label}>
      <code>{text}</code>
    </pre>
  );
}

/** Text to be copied, such as a command. A script adds the button; `what` completes "Copy ...". */
export function Snippet({ what, text }: { readonly what: string; readonly text: string }): VNode {
  return (
    <div class="snippet">
      <pre data-copy={what}>
        <code>{text}</code>
      </pre>
    </div>
  );
}

/** A field that a script shows, because without one it does nothing: it hides the entries that lack the words. */
export function Filter({ what, count }: { readonly what: string; readonly count: number }): VNode {
  return (
    <form id="filter" class="filter" hidden>
      <label class="unseen" for="filter-words">
        Search {what}
      </label>
      <input
        id="filter-words"
        type="search"
        placeholder={`Search ${count} ${what}`}
        autocomplete="off"
        spellcheck={false}
      />
      <p id="filter-count" class="hint" role="status" />
    </form>
  );
}
