import type { KeyPlace } from '../key-store.ts';

/** An operation with its variables, both as typed. */
export interface OperationText {
  readonly query: string;
  readonly variables: string;
}

/** A tab of the page. Examples of the service are always there; others are the person's own. */
interface OperationTab extends OperationText {
  /** What the service offers in this tab; null in a tab of the person's own. */
  readonly example: OperationText | null;
}

/** The row of tabs. `active` is the place of the one that is shown. */
export interface TabRow {
  readonly tabs: readonly OperationTab[];
  readonly active: number;
}

const PLACE = 'assay.graphql';

const EMPTY: OperationTab = { query: '', variables: '{}', example: null };

/**
 * The tabs to begin with: the examples with what was typed into them, then the person's own. A changed text of an example that the service
 * has replaced since is left out, because it may ask for fields that are gone. An operation of a link gets a tab unless one has it.
 */
export function firstTabs(
  examples: readonly OperationText[],
  stored: string | null,
  link: { readonly query: string | null; readonly variables: string | null },
): TabRow {
  const { tabs: kept, active } = readRow(stored);
  const offered = examples.map((example) => {
    const before = kept.find((tab) => isSame(tab.example, example));
    return { ...(before ?? example), example };
  });
  const row = { tabs: [...offered, ...kept.filter(({ example }) => example === null)], active };
  const { query, variables } = link;
  if (query === null) return { ...row, active: active < row.tabs.length ? active : 0 };
  const at = row.tabs.findIndex((tab) => tab.query === query && (variables === null || tab.variables === variables));
  return at < 0 ? withTab(row, { query, variables: variables ?? '{}' }) : { ...row, active: at };
}

/** The row with one more tab, which is shown. */
export function withTab({ tabs }: TabRow, text: OperationText = EMPTY): TabRow {
  return { tabs: [...tabs, { ...EMPTY, ...text }], active: tabs.length };
}

/** The row with another text in the tab that is shown. */
export function withText(row: TabRow, text: Partial<OperationText>): TabRow {
  return { ...row, tabs: row.tabs.map((tab, at) => (at === row.active ? { ...tab, ...text } : tab)) };
}

/** The row without a tab of the person's own; the one before it is shown if it was shown itself. */
export function withoutTab({ tabs, active }: TabRow, at: number): TabRow {
  return { tabs: tabs.filter((_tab, place) => place !== at), active: active >= at ? Math.max(0, active - 1) : active };
}

/** The name of the first operation in a text. */
export function titleOf({ query }: OperationText): string {
  return /^\s*(?:query|mutation|subscription)\s+(\w+)/m.exec(query)?.[1] ?? 'Untitled';
}

/** Keeps the row in the browser. A full storage must not stop the page. */
export function keepTabs(place: KeyPlace | null, row: TabRow): void {
  try {
    place?.setItem(PLACE, JSON.stringify(row));
  } catch {
    // It is shown all the same, until the page is left.
  }
}

export function keptTabs(place: KeyPlace | null): string | null {
  try {
    return place?.getItem(PLACE) ?? null;
  } catch {
    return null;
  }
}

/** What was stored; no tabs where that is nothing that this page wrote. */
function readRow(stored: string | null): TabRow {
  try {
    const { tabs, active } = JSON.parse(stored ?? '');
    if (Number.isInteger(active) && active >= 0 && Array.isArray(tabs) && tabs.every(isTab)) return { tabs, active };
  } catch {
    // Somebody else wrote it.
  }
  return { tabs: [], active: 0 };
}

function isTab(value: unknown): boolean {
  return isText(value) && 'example' in value && (value.example === null || isText(value.example));
}

function isText(value: unknown): value is OperationText {
  const { query, variables } = (value ?? {}) as Partial<OperationText>;
  return typeof query === 'string' && typeof variables === 'string';
}

function isSame(one: OperationText | null, other: OperationText): boolean {
  return one?.query === other.query && one.variables === other.variables;
}
