import type { JSX, TargetedKeyboardEvent } from 'preact';
import { shortId, words } from '../format.ts';
import { Badge, Breakable, Verdict } from '../tone.tsx';
import type { BatchRow } from './batch.ts';
import type { EarlierRow } from './history.ts';

/** A row of the list. Its id stays the same while its answer comes. */
export type ListItem = { readonly id: string; readonly at?: number } & (BatchRow | EarlierRow);

/** How many codes a row names; the card names them all. */
const CODES_SHOWN = 2;

interface Props {
  readonly groups: readonly { readonly title: string; readonly items: readonly ListItem[] }[];
  readonly names: ReadonlyMap<string, string>;
  readonly chosen: string | null;
  /** `opened`: the person wants to read it, and does not only pass by with the arrow keys. */
  readonly choose: (id: string, opened: boolean) => void;
  /** Adds older rows; null where there are none. */
  readonly more: (() => void) | null;
}

/** The answers beside the card. One of them is in the order of the tab key; arrows, Home and End lead to the others. */
export function List({ groups, names, chosen, choose, more }: Props): JSX.Element {
  const all = groups.flatMap(({ items }) => items);
  const reached = all.some(({ id }) => id === chosen) ? chosen : all[0]?.id;
  const move = (event: TargetedKeyboardEvent<HTMLElement>): void => {
    const picks = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('.pick')];
    const at = picks.indexOf(event.target as HTMLButtonElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: picks.length - 1 }[event.key];
    const next = to === undefined || at < 0 ? undefined : picks[to];
    if (!next) return;
    event.preventDefault();
    next.focus();
    choose(next.id, false);
  };
  return (
    <section id="list" class="panel list" aria-label="List of answers" onKeyDown={move}>
      {groups.map(
        ({ title, items }) =>
          items.length > 0 && (
            <section key={title} aria-label={title}>
              <h3>{title}</h3>
              <ul>
                {items.map((item) => (
                  <li key={item.id}>
                    <button
                      type="button"
                      id={item.id}
                      class="pick"
                      tabIndex={item.id === reached ? 0 : -1}
                      aria-current={item.id === chosen ? 'true' : undefined}
                      onClick={() => choose(item.id, true)}
                    >
                      <Row item={item} name={names.get(item.request.subject)} />
                    </button>
                  </li>
                ))}
              </ul>
            </section>
          ),
      )}
      {more && (
        <p class="more">
          <button type="button" onClick={more}>
            Show older checks
          </button>
        </p>
      )}
    </section>
  );
}

function Row({ item, name }: { item: ListItem; name: string | undefined }): JSX.Element {
  const { kind, subject, sizeSol } = item.request;
  return (
    <>
      <span class="who">
        {name !== undefined && <bdi>{name}</bdi>} <span class="mono">{shortId(subject)}</span>
      </span>
      <span class="kind">
        {words(kind)}
        {sizeSol !== undefined && ` ${sizeSol} SOL`}
      </span>
      <span class="answer">
        <RowAnswer item={item} />
      </span>
      <span class="when">{item.at === undefined ? '' : new Date(item.at).toISOString().slice(11, 16)}</span>
    </>
  );
}

function RowAnswer({ item }: { item: ListItem }): JSX.Element {
  switch (item.state) {
    case 'waiting':
      return <span class="waiting">waiting</span>;
    case 'missing':
      return <Badge tone="unknown">not answered</Badge>;
    case 'fault':
      return (
        <>
          <Badge tone="unknown">no answer</Badge>
          <Codes all={[item.fault.code]} />
        </>
      );
    case 'past':
      return <Verdict verdict={item.past.verdict} />;
    case 'answered':
      return (
        <>
          <Verdict verdict={item.answer.document.verdict} />
          <Codes all={item.answer.document.reason_codes} />
        </>
      );
  }
}

function Codes({ all }: { all: readonly string[] }): JSX.Element {
  const rest = all.length - CODES_SHOWN;
  return (
    <span class="codes">
      {' '}
      {all.slice(0, CODES_SHOWN).map((code, at) => (
        <span key={code}>
          {at > 0 && ', '}
          <Breakable code={code} />
        </span>
      ))}
      {rest > 0 && ` and ${rest} more`}
    </span>
  );
}
