import type { EditorView } from '@codemirror/view';
import { buildSchema, type GraphQLSchema, Kind, parse, print } from 'graphql';
import { render, type VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { byId } from './dom.ts';
import { completeBy, type EditorLanguage, openEditor, replaceText } from './graphiql/editor.ts';
import { Explorer } from './graphiql/explorer.tsx';
import { runOperation } from './graphiql/run.ts';
import {
  firstTabs,
  keepTabs,
  keptTabs,
  type OperationText,
  titleOf,
  withoutTab,
  withTab,
  withText,
} from './graphiql/tabs.ts';
import { readyKey, storage } from './key-store.ts';

/** The data that the service writes into the page. */
interface GraphiqlPage {
  readonly sandbox: boolean;
  readonly tabs: readonly OperationText[];
}

const { sandbox, tabs: examples }: GraphiqlPage = JSON.parse(document.querySelector('#page')?.textContent ?? '{}');
const place = storage('localStorage');

interface EditorProps {
  readonly label: string;
  readonly language: EditorLanguage;
  readonly text: string;
  readonly schema?: GraphQLSchema | null;
  readonly onChange?: (text: string) => void;
  readonly onRun?: () => void;
}

/** An editor over a text. Its history of changes is its own, so a tab gets an editor of its own by `key`. */
function Editor({ text, schema, ...settings }: EditorProps): VNode {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const typed = useRef(text);
  const latest = useRef(settings);
  latest.current = settings;
  useLayoutEffect(() => {
    if (!host.current) return undefined;
    const { label, language } = settings;
    view.current = openEditor(host.current, {
      label,
      language,
      text,
      onChange: (changed) => {
        typed.current = changed;
        latest.current.onChange?.(changed);
      },
      onRun: () => latest.current.onRun?.(),
      onShowType: (name) => location.assign(`#${name}`),
    });
    return () => view.current?.destroy();
  }, []);
  // At once after it was drawn: later, what was typed meanwhile would be taken back, which would change the text again, without end.
  useLayoutEffect(() => {
    if (view.current && text !== typed.current) replaceText(view.current, text);
  }, [text]);
  useEffect(() => {
    if (view.current && schema) completeBy(view.current, schema);
  }, [schema]);
  return <div ref={host} class="editor" />;
}

/** The schema as the service prints it; null until it is there. */
function useSchema(): GraphQLSchema | null {
  const [schema, setSchema] = useState<GraphQLSchema | null>(null);
  useEffect(() => {
    const read = async () => {
      const response = await fetch('/web/schema.graphql');
      setSchema(buildSchema(await response.text(), { assumeValid: true }));
    };
    void read();
  }, []);
  return schema;
}

/** The name after `#` in the address. */
function useHash(): string {
  const [hash, setHash] = useState(location.hash.slice(1));
  useEffect(() => {
    const follow = () => setHash(location.hash.slice(1));
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return hash;
}

function useTabs() {
  const [row, setRow] = useState(() => {
    const link = new URLSearchParams(location.search);
    return firstTabs(examples, keptTabs(place), { query: link.get('query'), variables: link.get('variables') });
  });
  useEffect(() => keepTabs(place, row), [row]);
  return [row, setRow] as const;
}

/** The answer that is shown, and what runs. */
function useRun() {
  const [answer, setAnswer] = useState('');
  const [running, setRunning] = useState<AbortController | null>(null);
  const run = async ({ query, variables }: OperationText, headers: string) => {
    const stop = new AbortController();
    setRunning(stop);
    setAnswer('');
    const call = { query, variables, headers, operationName: operationIn(query) };
    for await (const shown of runOperation(call, stop.signal)) setAnswer(JSON.stringify(shown, null, 2));
    setRunning((now) => (now === stop ? null : now));
  };
  return { answer, running, run };
}

/** The name of the first operation where a text has several, of which the service runs one. */
function operationIn(query: string): string | null {
  try {
    const operations = parse(query).definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION);
    const [first] = operations;
    return first && 'name' in first ? (first.name?.value ?? null) : null;
  } catch {
    return null;
  }
}

/** The operation with the usual indents. Comments above it stay; a text that is no operation stays as it is. */
function formatted(query: string): string {
  try {
    const [comments = ''] = /^(?:\s*#.*\n)*/.exec(query) ?? [];
    return `${comments}${print(parse(query))}\n`;
  } catch {
    return query;
  }
}

function Page({ apiKey }: { readonly apiKey: string }): VNode {
  const schema = useSchema();
  const [row, setRow] = useTabs();
  const [headers, setHeaders] = useState(JSON.stringify({ 'X-API-Key': apiKey }, null, 2));
  const [tool, setTool] = useState<'variables' | 'headers'>(apiKey === '' ? 'headers' : 'variables');
  const { answer, running, run } = useRun();
  const typeName = useHash();
  const tab = row.tabs[row.active] ?? { query: '', variables: '', example: null };
  const isChanged =
    tab.example !== null && (tab.query !== tab.example.query || tab.variables !== tab.example.variables);
  const runShown = () => void run(tab, headers);
  return (
    <>
      <h1 class="unseen">GraphQL</h1>
      <nav class="operations" aria-label="Operations">
        {row.tabs.map((one, at) => (
          <span key={`${at}`} class="operation">
            <button
              type="button"
              aria-current={at === row.active ? 'page' : undefined}
              onClick={() => setRow({ ...row, active: at })}
            >
              {titleOf(one)}
            </button>
            {one.example === null && (
              <button type="button" aria-label={`Close ${titleOf(one)}`} onClick={() => setRow(withoutTab(row, at))}>
                ×
              </button>
            )}
          </span>
        ))}
        <button type="button" aria-label="New tab" onClick={() => setRow(withTab(row))}>
          +
        </button>
      </nav>
      <section class="asked" aria-label="Operation">
        <div class="row">
          <button type="button" class="main" disabled={running !== null} title="Ctrl+Enter" onClick={runShown}>
            Run
          </button>
          <button type="button" disabled={running === null} onClick={() => running?.abort()}>
            Stop
          </button>
          <button type="button" onClick={() => setRow(withText(row, { query: formatted(tab.query) }))}>
            Format
          </button>
          {isChanged && (
            <button type="button" onClick={() => setRow(withText(row, tab.example ?? {}))}>
              Reset
            </button>
          )}
        </div>
        <Editor
          key={`query ${row.active} ${row.tabs.length}`}
          label="Operation"
          language="graphql"
          text={tab.query}
          schema={schema}
          onChange={(query) => setRow((now) => withText(now, { query }))}
          onRun={runShown}
        />
        <div class="row tools">
          {(['variables', 'headers'] as const).map((name) => (
            <button key={name} type="button" aria-pressed={name === tool} onClick={() => setTool(name)}>
              {name === 'variables' ? 'Variables' : 'Headers'}
            </button>
          ))}
        </div>
        {tool === 'variables' ? (
          <Editor
            key={`variables ${row.active} ${row.tabs.length}`}
            label="Variables"
            language="json"
            text={tab.variables}
            onChange={(variables) => setRow((now) => withText(now, { variables }))}
            onRun={runShown}
          />
        ) : (
          <Editor key="headers" label="Headers" language="json" text={headers} onChange={setHeaders} onRun={runShown} />
        )}
      </section>
      <section class="answered" aria-label="Answer" aria-busy={running !== null}>
        <Editor key="answer" label="Answer" language="answer" text={answer} />
      </section>
      {schema ? <Explorer schema={schema} typeName={typeName} /> : <p role="status">The schema is being loaded.</p>}
    </>
  );
}

void readyKey(sandbox).then((apiKey) => render(<Page apiKey={apiKey} />, byId('graphiql', HTMLDivElement)));
