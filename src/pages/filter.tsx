import type { VNode } from 'preact';

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
