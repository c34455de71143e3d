import type { JSX, RefObject } from 'preact';

import { type CheckKind, type CheckQuestion, KINDS } from '../answer.ts';
import { words } from '../format.ts';
import { buttonText, type FormPlan, formPlan, isSize, priceOf, problemText, type Wish } from './plan.ts';

/** Maximum number of problems shown. */
const PROBLEMS_SHOWN = 5;

interface Props {
  readonly wish: Wish;
  readonly change: (wish: Wish) => void;
  readonly prices: Readonly<Partial<Record<CheckKind, string>>>;
  /** Example subjects to fill in; empty where the service has none. */
  readonly samples: readonly CheckQuestion[];
  readonly hasKey: boolean;
  /** While a batch runs, no second one can be asked for. */
  readonly isBusy: boolean;
  readonly ask: (requests: readonly CheckQuestion[]) => void;
  readonly button: RefObject<HTMLButtonElement | null>;
  /** The heading: of the page, or below one of the page. */
  readonly isTitle: boolean;
}

/** The form. It shows errors and the price before it asks. */
export function AskForm(props: Props): JSX.Element {
  const { wish, change, prices, samples, hasKey, isBusy, ask, button, isTitle } = props;
  const plan = formPlan(wish);
  const price = priceOf(plan.requests, prices);
  const canAsk = plan.requests.length > 0 && plan.problems.length === 0 && hasKey && price !== null;
  const submit = (): void => {
    if (canAsk && !isBusy) ask(plan.requests);
  };
  const Title = isTitle ? 'h1' : 'h2';
  const isSizeWrong = plan.requests.some(({ kind }) => kind === 'trade') && !isSize(wish.sizeSol);
  return (
    <section class="panel" aria-labelledby="ask-title">
      <Title id="ask-title">Ask about wallets and tokens</Title>
      <form
        id="ask"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <div class="field">
          <label for="subjects">Addresses or mints</label>
          <p class="hint" id="subjects-hint">
            One per line, or with blanks or commas between. <code>token:MINT</code> asks one kind, whatever is ticked;{' '}
            <code>trade:MINT:1.5</code> a trade of that size.
          </p>
          <textarea
            id="subjects"
            rows={3}
            spellcheck={false}
            autocapitalize="off"
            autocomplete="off"
            aria-describedby="subjects-hint problems"
            aria-invalid={plan.problems.some(({ line }) => line !== null)}
            value={wish.text}
            onInput={(event) => change({ ...wish, text: event.currentTarget.value })}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit();
            }}
          />
        </div>
        <div id="problems" role="status">
          <Problems plan={plan} />
        </div>
        <div class="ask-options">
          <fieldset>
            <legend>Ask about each</legend>
            <div class="row">
              {KINDS.map((kind) => (
                <KindTick key={kind} kind={kind} wish={wish} change={change} price={prices[kind]} />
              ))}
            </div>
          </fieldset>
          <div class="field size">
            <label for="size">Size of a trade, SOL</label>
            <input
              id="size"
              inputMode="decimal"
              autocomplete="off"
              aria-invalid={isSizeWrong}
              value={wish.sizeSol}
              onInput={(event) => change({ ...wish, sizeSol: event.currentTarget.value })}
            />
          </div>
        </div>
        <div class="row">
          <button type="submit" id="go" class="main" ref={button} disabled={isBusy || !canAsk}>
            Ask
          </button>
          {samples.length > 0 && (
            <button type="button" onClick={() => change({ ...wish, text: textOf(samples) })}>
              Fill in samples
            </button>
          )}
          <p id="price" class="price" role="status">
            {buttonText(plan, price, hasKey)}
          </p>
        </div>
      </form>
    </section>
  );
}

function textOf(samples: readonly CheckQuestion[]): string {
  return samples.map(({ kind, subject }) => `${kind}:${subject}`).join('\n');
}

function KindTick(props: {
  kind: CheckKind;
  wish: Wish;
  change: (wish: Wish) => void;
  price: string | undefined;
}): JSX.Element {
  const { kind, wish, change, price } = props;
  const isTicked = wish.kinds.includes(kind);
  const toggled = KINDS.filter((one) => (one === kind ? !isTicked : wish.kinds.includes(one)));
  return (
    <label class="tick">
      <input
        type="checkbox"
        id={`kind-${kind}`}
        checked={isTicked}
        onChange={() => change({ ...wish, kinds: toggled })}
      />{' '}
      {words(kind)}{' '}
      <span id={`price-${kind}`} class="hint">
        {price}
      </span>
    </label>
  );
}

function Problems({ plan: { problems, repeated } }: { plan: FormPlan }): JSX.Element | null {
  const [shown, rest] = [problems.slice(0, PROBLEMS_SHOWN), problems.length - PROBLEMS_SHOWN];
  if (problems.length === 0 && repeated === 0) return null;
  return (
    <ul class="problems">
      {shown.map((problem, at) => (
        <li key={at}>{problemText(problem)}</li>
      ))}
      {rest > 0 && <li>{`and ${rest} more`}</li>}
      {repeated > 0 && (
        <li class="hint">
          {repeated === 1
            ? '1 subject stands twice and is asked once.'
            : `${repeated} subjects stand twice and are asked once.`}
        </li>
      )}
    </ul>
  );
}
