import { AggregatorRegistry, type Registry } from 'prom-client';
import type { WorkerHandle } from './member.ts';
import type { FromWorker } from './messages.ts';

/** A worker that does not send its metrics within this time is left out of the sum. */
const ANSWER_MS_MAX = 2_000;

/** Interval at which workers send metrics unasked, so that little is lost when one ends. */
const LOOK_MS = 5_000;

/** A metric in the form of a registry. */
interface Written {
  readonly type?: string;
  readonly aggregator?: string;
}

/**
 * Adds up the metrics of all workers for the worker that is asked. The counts of a worker stay in the sum after it ends: a sum that falls
 * would look like a restart of the service, after which everything is counted again.
 */
export interface FiguresService {
  /** Handles a worker's message about metrics. */
  readonly hear: (member: WorkerHandle, message: FromWorker) => void;
  close(): void;
}

export function openFigures(members: () => readonly WorkerHandle[]): FiguresService {
  const waiting = new Map<number, (figures: readonly object[]) => void>();
  let questions = 0;

  const ask = (member: WorkerHandle): Promise<readonly object[] | null> =>
    new Promise((resolve) => {
      questions += 1;
      const id = questions;
      const late = setTimeout(() => settle(null), ANSWER_MS_MAX);
      const settle = (figures: readonly object[] | null): void => {
        clearTimeout(late);
        waiting.delete(id);
        resolve(figures);
      };
      waiting.set(id, settle);
      member.send({ type: 'figures-wanted', id });
    });

  /** The last metrics of each worker, and the sum of those of ended workers. */
  const last = new Map<WorkerHandle, readonly object[]>();
  let past: readonly object[] = [];
  const bury = async (member: WorkerHandle): Promise<void> => {
    const counted = (last.get(member) ?? []).filter(isCumulative);
    last.delete(member);
    past = await sumOf([past, counted]).getMetricsAsJSON();
  };
  let burials = Promise.resolve();

  const note = (member: WorkerHandle, figures: readonly object[]): void => {
    if (!last.has(member)) void member.ended.then(() => (burials = burials.then(() => bury(member))));
    last.set(member, figures);
  };
  /** Workers that sent their last metrics. An earlier answer may still arrive after them. */
  const done = new WeakSet<WorkerHandle>();

  const look = async (): Promise<void> => {
    const asked = members().filter((member) => (member.serves() || last.has(member)) && !done.has(member));
    await Promise.all(
      asked.map(async (member) => {
        const figures = await ask(member);
        if (figures !== null && !done.has(member)) note(member, figures);
      }),
    );
  };
  const timer = setInterval(() => void look(), LOOK_MS).unref();

  const ofAll = async (): Promise<string> => {
    await look();
    await burials;
    return await sumOf([past, ...last.values()]).metrics();
  };

  return {
    hear(member, message) {
      if (message.type === 'figures') waiting.get(message.id)?.(message.figures);
      if (message.type === 'last-figures') {
        done.add(member);
        note(member, message.figures);
      }
      if (message.type !== 'all-figures-wanted') return;
      const { id } = message;
      const answer = (text: string | null): void => member.send({ type: 'figures-of-all', id, text });
      ofAll().then(answer, () => answer(null));
    },
    close: () => clearInterval(timer),
  };
}

function sumOf(figures: readonly (readonly object[])[]): Registry {
  return AggregatorRegistry.aggregate(figures.map((one) => [...one]));
}

/** True for metrics that only grow, so that those of several processes can be summed. */
export function isCumulative(metric: object): boolean {
  const { type, aggregator } = metric as Written;
  return aggregator === 'sum' && (type === 'counter' || type === 'histogram');
}
