import { kinds } from 'assay-core/rules/index.ts';
import { SIZE_SOL_DEFAULT } from 'assay-core/rules/trade/size.ts';
import type { Examples } from '#http/http-deps.ts';
import { exampleSubject } from '#http/questions/calls.ts';
import { documentOf, Frame, type Site } from '../frame.tsx';
import { PAGE_POLICY } from '../html.tsx';
import * as operations from './operations.ts';

/** A tab that the page opens with: an operation, and its variables as JSON text. */
interface Tab {
  readonly query: string;
  readonly variables: string;
}

/** The initial tabs of the page: a batch, one for each kind that runs, the same as a stream, and the free fields. */
export function graphiqlTabs(examples?: Partial<Examples>): readonly Tab[] {
  const requests = batchOf(examples);
  const asked = [
    { query: operations.BATCH, variables: { requests } },
    { query: operations.FUNDER, variables: { address: exampleSubject('funder', examples) } },
    { query: operations.WALLET, variables: { address: exampleSubject('wallet', examples) } },
    { query: operations.TOKEN, variables: { mint: exampleSubject('token', examples) } },
    { query: operations.TRADE, variables: { mint: exampleSubject('trade', examples), sizeSol: SIZE_SOL_DEFAULT } },
    { query: operations.STREAM, variables: { requests } },
    { query: operations.ACCOUNT_OPERATION, variables: {} },
    { query: operations.CATALOGUE, variables: {} },
  ];
  return asked.map(({ query, variables }) => ({ query, variables: JSON.stringify(variables, null, 2) }));
}

/** One check of each kind that runs. */
function batchOf(examples?: Partial<Examples>): readonly object[] {
  const running = Object.values(kinds).filter(({ state }) => state === 'available');
  return running.map(({ name, subject, sized }) => {
    const size = sized && { sizeSol: SIZE_SOL_DEFAULT };
    return { [name]: { [subject]: exampleSubject(name, examples), ...size } };
  });
}

/** Browsers give an editable element style attributes of their own when text is typed over other text. */
export const GRAPHIQL_POLICY = `${PAGE_POLICY}; style-src-attr 'unsafe-inline'`;

/** The page for people at `GET /graphql`. */
export function graphiqlPage(site: Site, examples?: Partial<Examples>): string {
  const page = JSON.stringify({ sandbox: site.sandbox, tabs: graphiqlTabs(examples) });
  return documentOf(
    <Frame title="Assay: GraphQL" path="/graphql" site={site} script="graphiql" needsScript>
      <div id="graphiql" class="graphiql" />
      <script id="page" type="application/json" dangerouslySetInnerHTML={{ __html: page.replaceAll('<', '\\u003c') }} />
    </Frame>,
  );
}
