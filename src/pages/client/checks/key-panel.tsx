import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { momentOf, words } from '../format.ts';
import type { KeyStore } from '../key-store.ts';
import type { Trouble } from '../trouble.ts';
import { TroubleNote } from './marks.tsx';

/** The possessions of a key, as the service sends them. */
export interface AccountFigures {
  readonly balanceUsdc: string;
  readonly passes: readonly {
    readonly tier: string;
    readonly state: string;
    readonly expiresAt: string;
    readonly callsLeft: number;
  }[];
  readonly entries: {
    readonly edges: readonly {
      readonly node: {
        readonly kind: string;
        readonly amountUsdc: string;
        readonly at: string;
        readonly ref: string | null;
      };
    }[];
  };
}

interface Props {
  readonly store: KeyStore;
  /** The key in use; null when there is none. */
  readonly current: string | null;
  /** Called when another key, or none, is used from now on. */
  readonly changed: () => void;
  readonly account: AccountFigures | null;
  readonly trouble: Trouble | null;
  /** The key of the sandbox, which is used where the person has none of their own. */
  readonly sandboxKey: string | null;
}

/** The key and its possessions. The key stays in this browser and is sent to the service only in a header. */
export function KeyPanel({ store, current, changed, account, trouble, sandboxKey }: Props): JSX.Element {
  const [typed, type] = useState<string | null>(null);
  const [remembers, remember] = useState(store.read()?.remembered ?? false);
  const value = typed ?? current ?? '';
  const use = (event: Event): void => {
    event.preventDefault();
    const key = value.trim();
    if (key === '') {
      document.getElementById('key')?.focus();
      return;
    }
    store.write(key, remembers);
    type(null);
    changed();
  };
  const forget = (): void => {
    store.forget();
    type(null);
    remember(false);
    changed();
    document.getElementById('key')?.focus();
  };
  const setRemembers = (on: boolean): void => {
    remember(on);
    if (current !== null) store.write(current, on);
  };
  return (
    <section class="panel" aria-labelledby="key-title">
      <h2 id="key-title">API key</h2>
      <form id="key-form" autocomplete="off" onSubmit={use}>
        <div class="field">
          <label for="key">Key with credit or a pass</label>
          <input
            id="key"
            class="mono"
            type="password"
            autocomplete="off"
            spellcheck={false}
            aria-describedby="key-hint"
            value={value}
            onInput={(event) => type(event.currentTarget.value)}
          />
        </div>
        <label class="tick">
          <input
            type="checkbox"
            id="remember"
            checked={remembers}
            onChange={(event) => setRemembers(event.currentTarget.checked)}
          />{' '}
          Remember in this browser
        </label>
        <div class="row">
          <button type="submit">Use key</button>
          {current !== null && (
            <button type="button" id="forget" onClick={forget}>
              Forget it
            </button>
          )}
          <a href="/topup">Buy credit</a>
        </div>
        <p class="hint" id="key-hint">
          {current !== null && current === sandboxKey
            ? 'This is the key of the sandbox, filled in for you. Its money is play money.'
            : 'It stays in this browser and is sent to this service only.'}
        </p>
      </form>
      <div id="account" class="account" role="status">
        {trouble ? <TroubleNote trouble={trouble} /> : account && <AccountView account={account} />}
      </div>
    </section>
  );
}

function AccountView({ account: { balanceUsdc, passes, entries } }: { account: AccountFigures }): JSX.Element {
  return (
    <>
      <p>
        <span class="balance">{balanceUsdc}</span> USDC left
      </p>
      {passes.map(({ tier, state, expiresAt, callsLeft }) => (
        <p key={expiresAt}>
          <strong>{words(tier)}</strong>
          {` ${state.toLowerCase()}, ${callsLeft} checks left, until ${momentOf(expiresAt)}`}
        </p>
      ))}
      {entries.edges.length > 0 && (
        <details>
          <summary>Latest movements</summary>
          <table class="entries" aria-label="Latest movements">
            <tbody>
              {entries.edges.map(({ node: { kind, amountUsdc, at, ref } }, place) => (
                <tr key={place}>
                  <td>{momentOf(at).slice(5, 16)}</td>
                  <td>
                    {words(kind)}
                    {ref !== null && <Reference text={ref} />}
                  </td>
                  <td class="number">{amountUsdc}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
    </>
  );
}

/** The reference of a movement: `<kind>/<subject>` of a check, or a transaction. */
function Reference({ text }: { text: string }): JSX.Element {
  const [kind, subject] = text.includes('/') ? text.split('/') : ['', text];
  return (
    <span class="hint" title={text}>
      {` ${kind} `}
      <span class="mono">{`${subject?.slice(0, 4)}…`}</span>
    </span>
  );
}
