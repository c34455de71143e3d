import type { HttpDeps } from '#http/http-deps.ts';
import { FRESH, type Page } from '#http/page.ts';
import { markupPage } from '../html.tsx';

const main = `<section class="panel" aria-labelledby="status-title">
<h1 id="status-title">Status</h1>
<p id="summary" role="status">Asking the service…</p>
<p id="counted" class="hint"></p>
</section>
<section class="panel" aria-labelledby="parts-title">
<h2 id="parts-title">Parts</h2>
<div id="parts"></div>
</section>
<section class="panel" aria-labelledby="latency-title">
<h2 id="latency-title">How long checks take</h2>
<div id="latency"></div>
</section>
<section class="panel" aria-labelledby="verdicts-title">
<h2 id="verdicts-title">Verdicts</h2>
<div id="verdicts"></div>
</section>
<section class="panel" aria-labelledby="caches-title">
<h2 id="caches-title">Caches</h2>
<div id="caches"></div>
</section>`;

/** The state of the service, for people and for programs; absent without observation. */
export function statusPages({ status, settings }: Pick<HttpDeps, 'status' | 'settings'>): readonly Page[] {
  if (!status) return [];
  const json = { mediaType: 'application/json', headers: FRESH, read: status };
  const summary = 'How the service does, for people; JSON to whoever accepts that';
  return [
    { ...markupPage(settings, { name: 'status', title: 'Assay: status', summary, main }), alternative: json },
    {
      ...json,
      path: '/status.json',
      operationId: 'statusJson',
      summary: 'Latency, verdict counts and the state of the parts, of the process that answers',
      tag: 'Service',
    },
  ];
}
