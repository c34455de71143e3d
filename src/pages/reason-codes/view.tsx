import type { VNode } from 'preact';
import { words } from '../client/format.ts';
import { Breakable, SeverityMark } from '../client/tone.tsx';
import { Filter } from '../filter.tsx';
import { documentOf, Frame, type Site } from '../frame.tsx';

/** What a code or a flag means for one kind. */
export interface ShownCode {
  readonly code: string;
  readonly type: 'reason_code' | 'flag';
  readonly kind: string;
  readonly severity: string;
  readonly meaning: string;
  readonly action: string;
}

interface CodeListProps {
  readonly site: Site;
  readonly kinds: readonly string[];
  /** The kind whose codes these are; empty where they are of all kinds. */
  readonly kind: string;
  readonly uses: readonly ShownCode[];
}

/** `/reason-codes` for people: one entry a code, with what it means for each kind. */
export function codeListHtml({ site, kinds, kind, uses }: CodeListProps): string {
  const codes = [...new Set(uses.map(({ code }) => code))];
  const places = [['', 'All'], ...kinds.map((name) => [name, words(name)] as const)] as const;
  return documentOf(
    <Frame title="Assay: reason codes" path="/reason-codes" site={site} script="enhance">
      <div class="document">
        <header class="document-head">
          <h1>Reason codes and flags</h1>
          <p class="lead">
            What a verdict rests on. Branch on codes, never on messages: they are added and never renamed. A flag by
            itself decides nothing. Refusals have <a href="/errors">codes of their own</a>.
          </p>
        </header>
        <nav class="choices-line" aria-label="Kinds of check">
          {places.map(([name, text]) => (
            <a
              key={name}
              href={name === '' ? '/reason-codes' : `/reason-codes?kind=${name}`}
              aria-current={name === kind ? 'true' : undefined}
            >
              {text}
            </a>
          ))}
        </nav>
        <Filter what="codes" count={codes.length} />
        <ul class="entries" data-entries>
          {codes.map((code) => (
            <li key={code} id={code} class="entry">
              <h2 class="entry-name">
                <a class="code" href={`/reason-codes/${code}`}>
                  <Breakable code={code} />
                </a>
              </h2>
              <div class="uses">
                {uses
                  .filter((use) => use.code === code)
                  .map((use) => (
                    <Use key={`${use.kind} ${use.type}`} use={use} isListed />
                  ))}
              </div>
            </li>
          ))}
        </ul>
      </div>
    </Frame>,
  );
}

/** `/reason-codes/{code}` for people. */
export function codeHtml({ site, uses }: { readonly site: Site; readonly uses: readonly ShownCode[] }): string {
  const { code = '', kind = '' } = uses[0] ?? {};
  return documentOf(
    <Frame title={`Assay: ${code}`} path="/reason-codes" site={site}>
      <div class="document narrow">
        <header class="document-head">
          <h1 class="mono">
            <Breakable code={code} />
          </h1>
        </header>
        <div class="panel uses">
          {uses.map((use) => (
            <Use key={`${use.kind} ${use.type}`} use={use} />
          ))}
        </div>
        <p class="links">
          <a href={`/reason-codes?kind=${kind}#${code}`}>Codes of the {kind} check</a>
          <a href="/reason-codes">All codes</a>
          <a href={`/check/${kind}`}>How to ask</a>
        </p>
      </div>
    </Frame>,
  );
}

function Use({ use, isListed = false }: { readonly use: ShownCode; readonly isListed?: boolean }): VNode {
  const { type, kind, severity, meaning, action } = use;
  // All flags say the same of what to do: in a list the page says it once.
  const says = !isListed || type === 'reason_code';
  return (
    <div class="use">
      <p class="row">
        {type === 'flag' ? <span class="severity unknown">flag</span> : <SeverityMark severity={severity} />}
        <span class="hint">{kind}</span>
      </p>
      <p>{meaning}</p>
      {says && <p class="hint">{action}</p>}
    </div>
  );
}
