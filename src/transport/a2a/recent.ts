import type { Task } from '@a2a-js/sdk';

const TASKS_MAX = 1_000;
const TEXT_CHARS_MAX = 16_000_000;
const KEPT_MS = 10 * 60 * 1000;

/** The newest tasks of one kind of end in this process. */
export interface RecentTasks {
  keep(task: Task): void;
  find(id: string): Task | null;
}

/**
 * A memory of ended tasks, bounded by number, size and age, so that one can be asked for again. It is a convenience of one
 * process: what was paid for is kept by the books, which give it again for the same payment.
 */
export function openRecentTasks(now: () => number = () => performance.now()): RecentTasks {
  const kept = new Map<string, { readonly text: string; readonly until: number }>();
  let chars = 0;
  const drop = (id: string): void => {
    chars -= kept.get(id)?.text.length ?? 0;
    kept.delete(id);
  };
  const trim = (): void => {
    // Entries stand in the order in which they end.
    for (const [id, { until }] of kept) {
      if (until > now() && kept.size <= TASKS_MAX && chars <= TEXT_CHARS_MAX) return;
      drop(id);
    }
  };
  return {
    keep(task) {
      const text = JSON.stringify(task);
      drop(task.id);
      kept.set(task.id, { text, until: now() + KEPT_MS });
      chars += text.length;
      trim();
    },
    find(id) {
      trim();
      const found = kept.get(id);
      return found ? (JSON.parse(found.text) as Task) : null;
    },
  };
}
