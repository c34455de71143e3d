import { type JSX, render } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { readSandbox, type SandboxOffer } from './about.ts';
import { type CheckQuestion, KINDS } from './answer.ts';
import { AnswerPane } from './checks/answers.tsx';
import { AskForm } from './checks/ask-form.tsx';
import { showCard } from './checks/card.tsx';
import { earlierRows, type KeptAnswer, keepAnswers, keptAnswers } from './checks/history.ts';
import { KeyPanel } from './checks/key-panel.tsx';
import type { ListItem } from './checks/list.tsx';
import { TroubleNote } from './checks/marks.tsx';
import { formPlan, isSameQuestion, questionText, textInHash, textWithout, type Wish } from './checks/plan.ts';
import { Beginning, readExamples } from './checks/samples.tsx';
import { useAccount } from './checks/use-account.ts';
import { type RunningBatch, useBatch } from './checks/use-batch.ts';
import { NO_VOCABULARY, readVocabulary, type Vocabulary } from './checks/vocabulary.ts';
import { byId } from './dom.ts';
import { pageKeyStore, storage } from './key-store.ts';
import { type Trouble, Troubled } from './trouble.ts';
import { namesIn } from './views/index.ts';

/** How long after a stop the balance is read again: the service keeps the holds of running checks until they end. */
const HOLDS_END_MS = [4_000, 15_000];

const FIRST_WISH: Wish = { text: '', kinds: ['token'], sizeSol: '0.5' };

const store = pageKeyStore();

/** The state and the actions of the page. `about` is the question that the address of a check's own page asks. */
function useDashboard(about: CheckQuestion | null, isSandbox: boolean) {
  const service = useService(isSandbox);
  const { sandbox, isReady } = service;
  const [key, changeKey] = useKey(sandbox.apiKey);
  const account = useAccount(key);
  const batch = useBatch(key, (how) => {
    account.refresh();
    if (how === 'cut') for (const wait of HOLDS_END_MS) setTimeout(account.refresh, wait);
  });
  const [kept, clear] = useKept(batch);
  const now: readonly ListItem[] = batch.rows.map((row, at) => ({ ...row, id: `now-${at}` }));
  const earlier: readonly ListItem[] = useMemo(
    () =>
      earlierRows(kept, account.past, batch.rows).map((row) => ({
        ...row,
        id: `at-${row.at}-${questionText(row.request)}`,
      })),
    [kept, account.past, batch.rows],
  );
  const names = useNames([...now, ...earlier]);
  const button = useRef<HTMLButtonElement>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const choose = (id: string, all: readonly ListItem[]): void => {
    setChosen(id);
    const item = all.find((one) => one.id === id);
    if (item) history.replaceState(null, '', addressOf(item.request, about !== null));
  };
  const [wish, setWish] = useLink({
    first: about ? questionText(about) : textInHash(location.hash),
    isSettled: isReady && account.isRead && (key !== null || sandbox.apiKey === null),
    items: [...now, ...earlier],
    found: (id, isWhole) => {
      setChosen(id);
      if (isWhole) requestAnimationFrame(showCard);
    },
    missing: () => (button.current?.disabled === false ? button.current : byId('key', HTMLInputElement)).focus(),
  });
  const ask = (requests: readonly CheckQuestion[]): void => {
    batch.start(requests);
    choose(
      'now-0',
      requests.map((request, at) => ({ id: `now-${at}`, request, state: 'waiting' as const })),
    );
    requestAnimationFrame(() =>
      requests.length === 1 ? showCard() : document.getElementById('answers-title')?.focus(),
    );
  };
  return {
    service,
    account,
    batch,
    now,
    earlier,
    names,
    button,
    chosen,
    wish,
    setWish,
    ask,
    choose: (id: string) => choose(id, [...now, ...earlier]),
    clear: kept.length > 0 ? clear : null,
    key,
    changeKey,
  };
}

/** The whole page below its frame. `about` is the question that the address of a check's own page asks. */
function Dashboard({ about, isSandbox }: { about: CheckQuestion | null; isSandbox: boolean }): JSX.Element {
  const page = useDashboard(about, isSandbox);
  const { account, batch, key } = page;
  const { vocabulary, sandbox, examples } = page.service;
  const trouble = page.service.trouble ?? batch.trouble;
  return (
    <>
      <div class="asking">
        <AskForm
          wish={page.wish}
          ask={page.ask}
          button={page.button}
          prices={vocabulary.prices}
          samples={examples}
          change={page.setWish}
          hasKey={key !== null}
          isBusy={batch.isRunning}
          isTitle={about === null}
        />
        <KeyPanel
          store={store}
          account={account.account}
          trouble={account.trouble}
          sandboxKey={sandbox.apiKey}
          current={key}
          changed={() => page.changeKey() || account.refresh()}
        />
      </div>
      <div id="trouble" role="alert">
        {trouble && <TroubleNote trouble={trouble} />}
      </div>
      <AnswerPane
        batch={batch}
        now={page.now}
        earlier={page.earlier}
        chosen={page.chosen}
        vocabulary={vocabulary}
        names={page.names}
        apiKey={key}
        choose={page.choose}
        more={account.next === null ? null : account.more}
        clear={page.clear}
      />
      <Beginning
        vocabulary={vocabulary}
        samples={sandbox.samples}
        ask={page.ask}
        isFirst={page.now.length + page.earlier.length === 0}
        canAsk={key !== null && !batch.isRunning}
      />
    </>
  );
}

/** The key in use; the sandbox's key if the person has none. The function reads it again; false if it is unchanged. */
function useKey(sandboxKey: string | null): readonly [string | null, () => boolean] {
  const [key, setKey] = useState(() => store.read()?.key ?? null);
  const change = (): boolean => {
    const now = store.read()?.key ?? null;
    setKey(now);
    return now !== key;
  };
  useEffect(() => {
    if (store.read() !== null || sandboxKey === null) return;
    store.write(sandboxKey, false);
    change();
  }, [sandboxKey]);
  return [key, change];
}

interface Service {
  readonly vocabulary: Vocabulary;
  readonly sandbox: SandboxOffer;
  readonly examples: readonly CheckQuestion[];
  readonly trouble: Trouble | null;
  /** Whether all of this was asked for. */
  readonly isReady: boolean;
}

const UNKNOWN_SERVICE: Service = {
  vocabulary: NO_VOCABULARY,
  sandbox: { apiKey: null, samples: [] },
  examples: [],
  trouble: null,
  isReady: false,
};

/** The page's facts of the service. They are requested once. */
function useService(isSandbox: boolean): Service {
  const [service, setService] = useState(UNKNOWN_SERVICE);
  useEffect(() => {
    Promise.all([
      readVocabulary(),
      isSandbox ? readSandbox() : UNKNOWN_SERVICE.sandbox,
      isSandbox ? [] : readExamples(),
    ]).then(
      ([vocabulary, sandbox, examples]) => setService({ vocabulary, sandbox, examples, trouble: null, isReady: true }),
      (error: unknown) => {
        const text = error instanceof Troubled ? error.trouble.text : 'The service could not be asked for its prices.';
        const trouble = { code: 'NETWORK', title: 'The page is not complete', text: `${text} Load it again.` };
        setService({ ...UNKNOWN_SERVICE, trouble, isReady: true });
      },
    );
  }, []);
  return service;
}

/** The answers that this browser keeps, with the arriving ones of the batch, and a function that deletes them all. */
function useKept({ rows }: RunningBatch): readonly [readonly KeptAnswer[], () => void] {
  const place = useMemo(() => storage('localStorage'), []);
  const [kept, setKept] = useState(() => keptAnswers(place, Date.now()));
  useEffect(() => {
    const known = new Set(kept.map(({ answer }) => answer));
    const fresh = rows.flatMap((row) =>
      row.state === 'answered' && !known.has(row.answer)
        ? [{ at: Date.now(), request: row.request, answer: row.answer }]
        : [],
    );
    if (fresh.length === 0) return;
    const all = [...fresh, ...kept];
    setKept(all);
    keepAnswers(place, all);
  }, [rows]);
  const clear = (): void => {
    setKept([]);
    keepAnswers(place, []);
  };
  return [kept, clear];
}

/** Names of addresses that any of the answers gives. */
function useNames(items: readonly ListItem[]): ReadonlyMap<string, string> {
  const answers = items.flatMap((item) => (item.state === 'answered' ? [item.answer] : []));
  return useMemo(() => new Map(answers.toReversed().flatMap(({ document }) => namesIn(document))), [answers.length]);
}

interface Link {
  /** The question in the page's address, as the form spells it. */
  readonly first: string;
  /** Whether all that is to be known of earlier answers is known. */
  readonly isSettled: boolean;
  readonly items: readonly ListItem[];
  /** Called with the first answer that is already there; `isWhole`: no other question is without one. */
  readonly found: (id: string, isWhole: boolean) => void;
  /** Called when an answer would have to be paid for. */
  readonly missing: () => void;
}

/** The form, filled in by the address of the page. An address never asks by itself: checks cost money. */
function useLink({ first, isSettled, items, found, missing }: Link): readonly [Wish, (wish: Wish) => void] {
  const [wish, setWish] = useState<Wish>({ ...FIRST_WISH, text: first });
  const [isOpen, setOpen] = useState(first !== '');
  useEffect(() => {
    const follow = (): void => {
      const text = textInHash(location.hash);
      if (text === '') return;
      setWish((before) => ({ ...before, text }));
      setOpen(true);
    };
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  useEffect(() => {
    if (!isOpen || !isSettled) return;
    setOpen(false);
    const asked = formPlan(wish).requests;
    const answerTo = (one: CheckQuestion) => items.find((item) => isSameQuestion(item.request, one) && hasAnswer(item));
    const [answered] = asked.flatMap((one) => answerTo(one) ?? []);
    const isWhole = asked.every(answerTo);
    if (answered) {
      found(answered.id, isWhole);
      setWish({ ...wish, text: textWithout(wish, (one) => answerTo(one) !== undefined) });
    }
    if (!isWhole) missing();
  }, [isOpen, isSettled]);
  return [wish, setWish];
}

function hasAnswer(item: ListItem): boolean {
  return item.state === 'answered' || (item.state === 'past' && item.past.documentKept);
}

/** The address of the page with a question chosen: a check's own page stays one. */
function addressOf(request: CheckQuestion, isOwnPage: boolean): string {
  if (!isOwnPage) return `${location.pathname}${location.search}#${questionText(request)}`;
  const { kind, subject, sizeSol } = request;
  return `/check/${kind}/${subject}${sizeSol === undefined ? '' : `?size_sol=${sizeSol}`}`;
}

const root = byId('app', HTMLElement);
const { kind, subject, size } = root.dataset;
const known = KINDS.find((one) => one === kind);
const about =
  known && subject !== undefined ? { kind: known, subject, ...(size !== undefined && { sizeSol: size }) } : null;
render(<Dashboard about={about} isSandbox={'sandbox' in root.dataset} />, root);
