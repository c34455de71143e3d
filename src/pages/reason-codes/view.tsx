import type { VNode } from 'preact';
import { CACHED, type Page } from '#http/page.ts';
import { words } from '../client/format.ts';
import { Breakable, SeverityMark } from '../client/tone.tsx';
import { documentOf, Frame, type Site } from '../frame.tsx';
import { htmlForm, madeOnce } from '../html.tsx';
import { kindInput, kindNames } from '../kind-input.ts';
import { Filter } from '../parts.tsx';
import { type CodeUse, codeDocument, codeList, codeNames, explainedCode } from './document.ts';

/** The pages that explain every reason code and flag of the registry. */
export function codePages(site: Site): readonly Page[] {
  const { baseUrl } = site;
  const codes = codeNames(baseUrl);
  const listHtml = madeOnce((kind: string) => codeListHtml(site, kind));
  const shared = { tag: 'Documents', mediaType: 'application/json', headers: CACHED } as const;
  return [
    {
      ...shared,
      ...kindInput('query', 'Only those of this kind.'),
      path: '/reason-codes',
      operationId: 'reasonCodes',
      summary: 'Every reason code and flag, with meaning, severity and what to do',
      read: ({ kind = '' }) => codeList(baseUrl, kind),
      alternative: htmlForm(({ kind = '' }) => listHtml(kind)),
    },
    {
      ...shared,
      path: '/reason-codes/{code}',
      operationId: 'reasonCode',
      summary: 'One reason code or flag',
      parameters: [
        { name: 'code', in: 'path', description: 'A code.', values: codes, example: codes[0] ?? 'RPC_UNAVAILABLE' },
      ],
      refusals: { 404: 'There is no such code.' },
      read: ({ code = '' }) => codeDocument(explainedCode(code, baseUrl)),
      alternative: htmlForm(({ code = '' }) => codeHtml(site, explainedCode(code, baseUrl))),
    },
  ];
}

/** One entry a code, with its meaning for each kind. */
function codeListHtml(site: Site, kind: string): string {
  const { reason_codes: reasons, flags } = codeList(site.baseUrl, kind);
  const uses = [...reasons, ...flags];
  const codes = [...new Set(uses.map(({ code }) => code))];
  const filters = [['', 'All'], ...kindNames.map((name) => [name, words(name)] as const)] as const;
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
          {filters.map(([name, text]) => (
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

function codeHtml(site: Site, explained: ReturnType<typeof explainedCode>): string {
  const { code, kind, others } = explained;
  return documentOf(
    <Frame title={`Assay: ${code}`} path="/reason-codes" site={site}>
      <div class="document narrow">
        <header class="document-head">
          <h1 class="mono">
            <Breakable code={code} />
          </h1>
        </header>
        <div class="panel uses">
          {[explained, ...others].map((use) => (
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

function Use({ use, isListed = false }: { readonly use: CodeUse; readonly isListed?: boolean }): VNode {
  const { type, kind, severity, meaning, action } = use;
  // All flags have the same remedy: a list shows it once.
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
