import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json, jsonParseLinter } from '@codemirror/lang-json';
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language';
import { linter, lintKeymap } from '@codemirror/lint';
import { EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { graphql, updateSchema } from 'cm6-graphql';
import type { GraphQLSchema } from 'graphql';

/** What an editor holds. `answer` is JSON that cannot be changed. */
export type EditorLanguage = 'graphql' | 'json' | 'answer';

interface EditorSettings {
  /** Its name for those who hear the page. */
  readonly label: string;
  readonly language: EditorLanguage;
  readonly text: string;
  readonly onChange?: (text: string) => void;
  /** Called by Ctrl+Enter, or Cmd+Enter on a Mac. */
  readonly onRun?: () => void;
  /** Called with the name of a type when a field is clicked with Ctrl or Cmd held. */
  readonly onShowType?: (name: string) => void;
}

/** Colours of the pages, in light and dark. */
const theme = EditorView.theme({
  '&': { height: '100%', color: 'var(--text)', backgroundColor: 'var(--panel)', fontSize: '13.5px' },
  '&.cm-focused': { outline: '2px solid var(--focus)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.5' },
  '.cm-content': { caretColor: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { color: 'var(--muted)', backgroundColor: 'var(--panel)', border: '0' },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    backgroundColor: 'var(--plain-ground)',
  },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--unknown-ground)' },
  '.cm-tooltip': { color: 'var(--text)', backgroundColor: 'var(--panel)', border: '1px solid var(--field-line)' },
  '.cm-tooltip.cm-completionInfo': { padding: '6px 10px', maxWidth: '360px', fontFamily: 'var(--sans)' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    color: 'var(--accent-text)',
    backgroundColor: 'var(--accent)',
  },
  '.cm-foldPlaceholder': { color: 'var(--muted)', backgroundColor: 'var(--sunk)', border: '0' },
});

const colours = syntaxHighlighting(
  HighlightStyle.define([
    { tag: [tags.keyword, tags.definitionKeyword, tags.modifier], color: 'var(--accent)' },
    { tag: [tags.variableName, tags.number, tags.bool, tags.null], color: 'var(--bad)' },
    { tag: tags.string, color: 'var(--good)' },
    { tag: [tags.propertyName, tags.attributeName], color: 'var(--plain)' },
    { tag: [tags.atom, tags.special(tags.name)], color: 'var(--warn)' },
    { tag: [tags.lineComment, tags.punctuation, tags.separator], color: 'var(--muted)' },
  ]),
);

/** What an editor that is written in has beside its language. Tab leaves it, for those who have no mouse. */
const writing: readonly Extension[] = [
  history(),
  drawSelection(),
  indentOnInput(),
  closeBrackets(),
  autocompletion(),
  keymap.of([...closeBracketsKeymap, ...completionKeymap, ...lintKeymap, ...historyKeymap]),
];

/**
 * An editor in an element. It stands in a shadow tree, where its styles are sheets that a script adopts: the policy of the page allows no
 * style elements.
 */
export function openEditor(host: Element, settings: EditorSettings): EditorView {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const { label, language, text } = settings;
  const extensions = [
    runKey(settings),
    ...(language === 'answer' ? [EditorState.readOnly.of(true)] : writing),
    ...languageOf(settings),
    lineNumbers(),
    foldGutter(),
    bracketMatching(),
    keymap.of([...foldKeymap, ...defaultKeymap]),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) settings.onChange?.(update.state.doc.toString());
    }),
    theme,
    colours,
  ];
  const view = new EditorView({ state: EditorState.create({ doc: text, extensions }), parent: root, root });
  return view;
}

/** Shows another text than the one in the editor. */
export function replaceText(view: EditorView, text: string): void {
  const { doc } = view.state;
  if (doc.toString() !== text) view.dispatch({ changes: { from: 0, to: doc.length, insert: text } });
}

/** From now on the editor completes and marks by the schema. */
export function completeBy(view: EditorView, schema: GraphQLSchema): void {
  // The package's types are those of its CommonJS form, to which the editor's own are others.
  updateSchema(view as unknown as Parameters<typeof updateSchema>[0], schema);
}

function runKey({ onRun }: EditorSettings): Extension {
  const run = () => {
    onRun?.();
    return onRun !== undefined;
  };
  return keymap.of([{ key: 'Mod-Enter', run, preventDefault: true }]);
}

function languageOf({ language, onShowType }: EditorSettings): readonly Extension[] {
  if (language === 'answer') return [json()];
  if (language === 'json') return [json(), linter(jsonParseLinter())];
  return graphql(undefined, {
    onShowInDocs: (_field, type, parent) => {
      const name = parent ?? type?.replace(/[[\]!]/g, '');
      if (name !== undefined) onShowType?.(name);
    },
  });
}
