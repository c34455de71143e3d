import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Answer, CheckQuestion } from '../answer.ts';
import { download } from '../dom.ts';
import { type Trouble, Troubled } from '../trouble.ts';
import { answersOf, batchTally, unanswered } from './batch.ts';
import { AgainButton, AnswerCard, type AskAgain, againText, NoCard } from './card.tsx';
import { type ListedCheck, storedAnswer } from './history.ts';
import { List, type ListItem } from './list.tsx';
import { TroubleNote } from './marks.tsx';
import { priceOf } from './plan.ts';
import type { RunningBatch } from './use-batch.ts';
import type { Vocabulary } from './vocabulary.ts';

interface Props {
  readonly batch: RunningBatch;
  readonly earlier: readonly ListItem[];
  readonly now: readonly ListItem[];
  readonly chosen: string | null;
  readonly choose: (id: string) => void;
  readonly vocabulary: Vocabulary;
  readonly names: ReadonlyMap<string, string>;
  readonly apiKey: string | null;
  /** Adds older checks of the account; null where there are none. */
  readonly more: (() => void) | null;
  /** Removes what this browser keeps. */
  readonly clear: (() => void) | null;
}

/** The list of answers, the progress of the running checks, and the card of the chosen one. */
export function AnswerPane(props: Props): JSX.Element | null {
  const { batch, now, earlier, chosen, choose, names, clear } = props;
  const all = [...now, ...earlier];
  if (all.length === 0) return null;
  const isSingle = all.length === 1 && props.more === null;
  const item = all.find(({ id }) => id === chosen);
  const open = (id: string, opened: boolean): void => {
    choose(id);
    const card = document.getElementById('card');
    const isBeside = matchMedia('(min-width: 1001px)').matches;
    const isAbove = (card?.getBoundingClientRect().top ?? 0) < 0;
    if (isBeside ? isAbove : opened) card?.scrollIntoView({ block: 'start' });
  };
  return (
    <section id="answers" class="answers" aria-labelledby="answers-title">
      <div class="progress">
        <h2 id="answers-title" tabIndex={-1}>
          Answers
        </h2>
        {now.length > 0 && <Progress batch={batch} prices={props.vocabulary.prices} />}
        {clear && earlier.length > 0 && (
          <button type="button" onClick={clear}>
            Clear this browser’s list
          </button>
        )}
      </div>
      <div id="split" class={isSingle ? 'split single' : 'split'}>
        {!isSingle && (
          <List
            groups={[
              { title: 'Asked now', items: now },
              { title: 'Last 24 hours (UTC)', items: earlier },
            ]}
            names={names}
            chosen={chosen}
            choose={open}
            more={props.more}
          />
        )}
        <article id="card" class="panel card" aria-label="The chosen answer" tabIndex={-1}>
          {item ? <Card key={item.id} {...props} item={item} /> : <p class="hint">Choose an answer in the list.</p>}
        </article>
      </div>
    </section>
  );
}

function Progress({ batch, prices }: { batch: RunningBatch; prices: Vocabulary['prices'] }): JSX.Element {
  const { rows, isRunning } = batch;
  const { total, done, faults, chargedUsdc } = batchTally(rows);
  const left = unanswered(rows);
  const price = priceOf(
    left.flatMap((at) => rows[at]?.request ?? []),
    prices,
  );
  const failed = faults > 0 ? `, ${faults} without an answer` : '';
  const save = (): void => {
    const documents = answersOf(rows).map(({ document }) => document);
    download('assay-answers.json', JSON.stringify(documents, null, 2));
  };
  return (
    <>
      <p id="progress" role="status">{`${done} of ${total}${failed}, ${chargedUsdc} USDC charged`}</p>
      {isRunning && <progress id="bar" aria-label="Checks answered" value={done} max={total} />}
      {isRunning && (
        <button type="button" onClick={batch.stop}>
          Stop
        </button>
      )}
      {!isRunning && left.length > 0 && (
        <button type="button" onClick={() => batch.askAgain(left)} disabled={price === null}>
          {againText(`Ask again for the missing ${left.length === 1 ? 'one' : left.length}`, price)}
        </button>
      )}
      {done - faults > 1 && (
        <button type="button" onClick={save}>
          Download all
        </button>
      )}
    </>
  );
}

function Card(props: Props & { item: ListItem }): JSX.Element {
  const { item, batch, now, vocabulary, names, apiKey } = props;
  const { request } = item;
  const place = now.findIndex(({ id }) => id === item.id);
  const again: AskAgain = {
    priceUsdc: batch.isRunning || apiKey === null ? null : priceOf([request], vocabulary.prices),
    ask: () => (place < 0 ? batch.start([request]) : batch.askAgain([place])),
  };
  switch (item.state) {
    case 'answered':
      return <AnswerCard answer={item.answer} request={request} vocabulary={vocabulary} names={names} again={again} />;
    case 'past':
      return (
        <StoredCard
          past={item.past}
          request={request}
          vocabulary={vocabulary}
          names={names}
          apiKey={apiKey}
          again={again}
        />
      );
    case 'waiting':
      return <NoCard request={request} text="Reading the chain." />;
    case 'missing':
      return <NoCard request={request} text="No answer came before the end. It was not charged." />;
    case 'fault':
      return (
        <NoCard request={request} text={`There is no answer, and nothing was charged: ${item.fault.message}`}>
          <a href={`/errors/${item.fault.code.toLowerCase()}`} target="_blank" rel="noopener">
            What this means
          </a>
        </NoCard>
      );
  }
}

interface StoredProps {
  readonly past: ListedCheck;
  readonly request: CheckQuestion;
  readonly vocabulary: Vocabulary;
  readonly names: ReadonlyMap<string, string>;
  readonly apiKey: string | null;
  readonly again: AskAgain;
}

/** The card of a check that only the service has stored, which answers it again without a charge. */
function StoredCard({ past, request, vocabulary, names, apiKey, again }: StoredProps): JSX.Element {
  const [read, setRead] = useState<{ answer: Answer | null } | Trouble | null>(null);
  useEffect(() => {
    if (apiKey === null || !past.documentKept) return setRead({ answer: null });
    storedAnswer(past, apiKey).then(
      (answer) => setRead({ answer }),
      (error: unknown) => {
        if (!(error instanceof Troubled)) throw error;
        setRead(error.trouble);
      },
    );
  }, [past, apiKey]);
  if (read === null) return <NoCard request={request} text="Reading the stored answer, without a charge." />;
  if ('code' in read) return <TroubleNote trouble={read} />;
  if (read.answer)
    return <AnswerCard answer={read.answer} request={request} vocabulary={vocabulary} names={names} again={again} />;
  return (
    <NoCard request={request} text="The service no longer has this answer: it stores each for 24 hours.">
      <AgainButton what="Ask anew" again={again} />
    </NoCard>
  );
}
