import { AggregatorRegistry } from 'prom-client';
import type { Member } from './member.ts';
import type { FromWorker } from './messages.ts';

/** A worker that is too busy to say its figures by then is left out: figures of the others are better than none. */
const ANSWER_MS_MAX = 2_000;

/** Adds up the figures of all workers for whichever of them is asked. */
export interface FiguresDesk {
  /** Takes what a worker says about figures. */
  readonly hear: (member: Member, message: FromWorker) => void;
}

export function openFigures(members: () => readonly Member[]): FiguresDesk {
  const waiting = new Map<number, (figures: readonly object[]) => void>();
  let questions = 0;

  const ask = (member: Member): Promise<readonly object[] | null> =>
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

  const ofAll = async (): Promise<string> => {
    const serving = members().filter((member) => member.serves());
    const answers = await Promise.all(serving.map(ask));
    const told = answers.filter((figures) => figures !== null);
    return await AggregatorRegistry.aggregate(told.map((figures) => [...figures])).metrics();
  };

  return {
    hear(member, message) {
      if (message.type === 'figures') waiting.get(message.id)?.(message.figures);
      if (message.type !== 'all-figures-wanted') return;
      const { id } = message;
      const answer = (text: string | null): void => member.send({ type: 'figures-of-all', id, text });
      ofAll().then(answer, () => answer(null));
    },
  };
}
