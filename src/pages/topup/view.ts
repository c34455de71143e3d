import type { Page } from '#http/page.ts';
import type { Site } from '../frame.tsx';
import { markupPage } from '../html.tsx';

const what = `<fieldset>
<legend>What to buy</legend>
<div id="credit" class="choices"></div>
<div id="own" class="field" hidden>
<label for="amount">Amount in USDC</label>
<input id="amount" class="short" inputmode="decimal" autocomplete="off" aria-describedby="bounds amount-wrong">
<p id="bounds" class="hint"></p>
<p id="amount-wrong" class="wrong" role="alert"></p>
</div>
<div id="passes" class="choices wide"></div>
<p id="offer-note" class="hint"></p>
</fieldset>`;

const where = `<fieldset>
<legend>Which key gets it</legend>
<label class="tick"><input type="radio" name="target" value="new" checked> A new key, shown when the payment is credited</label>
<label class="tick"><input type="radio" name="target" value="own"> A key that I have</label>
<div id="target-own" class="field" hidden>
<label for="key">API key</label>
<input id="key" type="password" class="mono" autocomplete="off" spellcheck="false" aria-describedby="key-note key-wrong">
<p id="key-wrong" class="wrong" role="alert"></p>
<p id="key-note" class="hint">Kept in this tab, and sent to this service only.</p>
<label class="tick"><input id="remember" type="checkbox"> Remember it in this browser</label>
</div>
</fieldset>`;

const who = `<fieldset>
<legend>Which wallet pays</legend>
<div id="wallets" class="wallets"></div>
<p id="wallet-status" class="hint" role="status"></p>
<div id="account-field" class="field" hidden>
<label for="account">Account</label>
<div class="row"><select id="account" class="mono"></select><button id="disconnect" type="button">Disconnect</button></div>
</div>
</fieldset>`;

const review = `<section id="review" class="panel stack" aria-labelledby="review-title" hidden>
<h2 id="review-title" tabindex="-1">Check and sign</h2>
<p>This is what your wallet will be asked to sign. This page has compared it with the transaction itself.</p>
<dl id="terms" class="terms"></dl>
<p class="row"><span id="countdown" role="timer"></span></p>
<p id="sign-wrong" class="notice bad" role="alert" hidden></p>
<div class="row"><button id="sign" type="button" class="main">Sign and send</button><button id="anew" type="button" hidden>Prepare anew</button><button id="cancel" type="button">Cancel</button></div>
</section>`;

const byHand = `<details class="panel" id="by-hand">
<summary>Without a browser wallet, or with a payment made elsewhere</summary>
<div class="stack">
<ol id="how" class="steps"></ol>
<p id="why" class="hint"></p>
<form id="hand-form" class="stack" novalidate>
<h3>Claim a payment by its ticket</h3>
<div class="field"><label for="hand-ticket">Ticket</label><textarea id="hand-ticket" spellcheck="false" autocomplete="off"></textarea></div>
<div class="field"><label for="hand-signature">Signature of the transaction</label><input id="hand-signature" class="mono" spellcheck="false" autocomplete="off"></div>
<p class="hint">It is credited to the key that is chosen above.</p>
<p id="hand-wrong" class="wrong" role="alert"></p>
<div><button>Claim</button></div>
</form>
</div>
</details>`;

/** Money for trying, and the wallet that has it. */
const testMoney = `<div class="notice"><p><strong>Try it with test money.</strong> The test wallet below is made in this tab and has sandbox USDC. Everything else is as with a wallet of your own, which cannot reach this chain.</p></div>
<script type="module" src="/web/test-wallet.js"></script>`;

/** `/topup`: the forms. It holds no data: its script asks the same API as everybody else, and fills in what is sold and the wallets of the browser. */
export function topupPage(site: Site): Page {
  return markupPage(site, {
    name: 'topup',
    title: 'Assay: top up',
    summary: 'Buy credit or a pass with a browser wallet',
    main: `<div id="topup" class="topup">
<h1>Top up</h1>
<p>Pay USDC from your own wallet and get an API key, or add to one. You sign one transfer; the service never holds a key of your wallet.</p>
${site.sandbox ? testMoney : ''}
<p id="keeps-nothing" class="notice warn" hidden>This browser lets the page keep nothing. Stay on this page until a payment is credited, and copy its ticket.</p>
<p id="page-wrong" class="notice bad" role="alert" hidden></p>
<section id="payments" class="stack" aria-labelledby="payments-title" hidden>
<h2 id="payments-title">Your payments</h2>
<div id="payment-list" class="stack"></div>
</section>
<form id="order" class="panel stack" novalidate>
<h2 class="unseen">Order</h2>
${what}
${where}
${who}
<p id="prepare-wrong" class="notice bad" role="alert" hidden></p>
<div class="row"><button id="prepare" class="main" disabled>Prepare the transfer</button><span id="prepare-note" class="hint"></span></div>
</form>
${review}
${byHand}
</div>`,
  });
}
