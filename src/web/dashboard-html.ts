import { kinds } from '#checks/index.ts';
import { frameHtml } from './frame-html.ts';

const ticks = Object.values(kinds)
  .map(({ name, summary }) => {
    const checked = name === 'token' ? ' checked' : '';
    return `<label class="tick" title="${summary}"><input type="checkbox" id="kind-${name}"${checked}> ${titled(name)} <span id="price-${name}" class="hint"></span></label>`;
  })
  .join('\n');

const questions = Object.values(kinds)
  .map(({ name, summary }) => `<div><dt>${titled(name)}</dt><dd>${summary}</dd></div>`)
  .join('\n');

function titled(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/** `/dashboard`: the forms stand here, answers are put in by the script. */
export const dashboardHtml = frameHtml({
  title: 'Assay: dashboard',
  name: 'dashboard',
  main: `<div class="asking">
<section class="panel" aria-labelledby="ask-title">
<h1 id="ask-title">Ask about wallets and tokens</h1>
<form id="ask" novalidate>
<div class="field">
<label for="subjects">Addresses or mints</label>
<p class="hint" id="subjects-hint">One per line, or with blanks or commas between. <code>token:MINT</code> asks one kind, whatever is ticked.</p>
<textarea id="subjects" rows="5" spellcheck="false" autocapitalize="off" autocomplete="off" autocorrect="off" aria-describedby="subjects-hint problems"></textarea>
</div>
<div id="problems" role="status"></div>
<div class="ask-options">
<fieldset>
<legend>Ask about each</legend>
<div class="row">
${ticks}
</div>
</fieldset>
<div class="field size">
<label for="size">Size of a trade, SOL</label>
<input id="size" inputmode="decimal" autocomplete="off" value="0.5">
</div>
</div>
<div class="row">
<button type="submit" id="go" class="main" disabled>Ask</button>
<button type="button" id="samples" hidden>Fill in samples</button>
<p id="price" class="price" role="status"></p>
</div>
</form>
</section>
<section class="panel" aria-labelledby="key-title">
<h2 id="key-title">API key</h2>
<form id="key-form" autocomplete="off">
<div class="field">
<label for="key">Key with credit or a pass</label>
<input id="key" class="mono" type="password" autocomplete="off" spellcheck="false" aria-describedby="key-hint">
</div>
<label class="tick"><input type="checkbox" id="remember"> Remember in this browser</label>
<div class="row">
<button type="submit">Use key</button>
<button type="button" id="forget" hidden>Forget it</button>
<a href="/topup">Buy credit</a>
</div>
<p class="hint" id="key-hint">It stays in this browser and is sent to this service only.</p>
</form>
<div id="account" class="account" role="status"></div>
</section>
</div>
<div id="trouble" role="alert"></div>
<section id="nothing" class="panel" aria-labelledby="nothing-title">
<h2 id="nothing-title">Nothing asked yet</h2>
<dl class="facts questions">
${questions}
</dl>
<p class="hint">Each answer is a verdict of a closed list with its reasons, what on chain they rest on, what could not be read, and a signature. An answer that our own failure spoils is free.</p>
</section>
<section id="answers" class="answers" aria-labelledby="answers-title" hidden>
<div class="progress">
<h2 id="answers-title" tabindex="-1">Answers</h2>
<p id="progress" role="status"></p>
<progress id="bar" aria-label="Checks answered" value="0" max="1"></progress>
<button type="button" id="stop" hidden>Stop</button>
<button type="button" id="again" hidden></button>
<button type="button" id="save" hidden>Download all</button>
</div>
<div id="split" class="split">
<div id="list" class="panel list" role="region" aria-label="Table of answers" tabindex="0"></div>
<article id="card" class="panel card" aria-label="The chosen answer" tabindex="-1"></article>
</div>
</section>`,
});
