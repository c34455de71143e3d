import { type ComponentChildren, createContext, type JSX } from 'preact';
import { useContext, useState } from 'preact/hooks';
import { copyText } from '../dom.ts';
import { shortId } from '../format.ts';
import { type Explored, explorerUrl, type NamedChain } from '../network.ts';
import { Breakable } from '../tone.tsx';
import type { Trouble } from '../trouble.ts';
import type { Cell } from '../views/section.ts';

/** Values that all parts of a card share: the chain of the answer, and names of addresses, which are words of strangers. */
export const Surroundings = createContext<{
  readonly chain: NamedChain;
  readonly names: ReadonlyMap<string, string>;
}>({ chain: { network: '', sandbox: true }, names: new Map() });

const SAID_MS = 1500;

/** A button that copies a text and says so for a moment. `what` completes "Copy ...". With children it has their words. */
export function CopyButton(props: { text: string; what: string; children?: ComponentChildren }): JSX.Element {
  const { text, what, children } = props;
  const [said, say] = useState('');
  const tell = (isCopied: boolean): void => {
    say(isCopied ? 'Copied' : 'Copying was refused');
    setTimeout(() => say(''), SAID_MS);
  };
  return (
    <button
      type="button"
      class={`${children ? '' : 'copy'}${said === 'Copied' ? ' done' : ''}`}
      aria-label={children ? undefined : `Copy ${what}`}
      title={children ? undefined : 'Copy'}
      onClick={() => void copyText(text).then(tell)}
    >
      {children ?? (
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M5.5 5.5h7v8h-7zM3.5 10.5v-8h7" />
        </svg>
      )}
      <span class={children ? '' : 'unseen'} aria-live="polite">
        {said && children ? `: ${said.toLowerCase()}` : said}
      </span>
    </button>
  );
}

/** An address or signature: its name if known, a link to an explorer if there is one, and a button that copies it. */
export function OnChain(props: { what: Explored; id: string; whole?: boolean; bare?: boolean }): JSX.Element {
  const { what, id, whole = false, bare = false } = props;
  const { chain, names } = useContext(Surroundings);
  const url = explorerUrl(chain, what, id);
  const text = whole ? id : shortId(id);
  const name = bare ? undefined : names.get(id);
  return (
    <>
      {name !== undefined && <bdi class="alias">{name} </bdi>}
      <span class="id">
        {url ? (
          <a href={url} target="_blank" rel="noopener noreferrer" title={id}>
            {text}
          </a>
        ) : (
          <span title={id}>{text}</span>
        )}{' '}
        <CopyButton text={id} what={`${what === 'tx' ? 'transaction' : 'address'} ${shortId(id)}`} />
      </span>
    </>
  );
}

/** A cell. Words that come from chain keep their direction to themselves. */
export function CellParts({ cell }: { cell: Cell }): JSX.Element {
  if (typeof cell === 'string') return <>{cell}</>;
  return (
    <>
      {cell.map((part, at) => {
        if ('id' in part) return <OnChain key={at} what={part.what} id={part.id} />;
        if ('code' in part) return <Code key={at} code={part.code} />;
        return 'strong' in part ? <strong key={at}>{part.strong}</strong> : <bdi key={at}>{part.text}</bdi>;
      })}
    </>
  );
}

/** A link to the page that explains a code or a flag. */
export function Code({ code }: { code: string }): JSX.Element {
  return (
    <a class="code" href={`/reason-codes/${encodeURIComponent(code)}`} target="_blank" rel="noopener">
      <Breakable code={code} />
    </a>
  );
}

/** A trouble as a note on the page, with the link that helps. */
export function TroubleNote({ trouble: { title, text, link } }: { trouble: Trouble }): JSX.Element {
  return (
    <p class="notice bad">
      <strong>{title}. </strong>
      {text} {link && <a href={link.href}>{link.text}</a>}
    </p>
  );
}
