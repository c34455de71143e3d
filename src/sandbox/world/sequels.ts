import type { Act, Sequel } from './scene.ts';

/**
 * Stories that are played when somebody first asks about them: a history of thousands of transactions would make every start
 * slow. Whoever is asked about them waits until they are complete, so that no answer
 * shows a part.
 */
export class Sequels {
  readonly #changed: ReadonlySet<string>;
  readonly #named: ReadonlySet<string>;
  readonly #start: () => Promise<void>;
  #playing: Promise<void> | null = null;

  constructor(sequels: readonly Sequel[], play: (acts: readonly Act[]) => Promise<void>) {
    this.#changed = new Set(sequels.flatMap(({ changes }) => changes));
    this.#named = new Set(sequels.flatMap(({ changes, names }) => [...changes, ...names]));
    this.#start = () => play(sequels.flatMap(({ acts }) => acts()));
  }

  /** True where the state of an address among `params` (at any depth) rests on a sequel. */
  change(params: readonly unknown[]): boolean {
    return mentions(params, this.#changed);
  }

  /** True where a list of transactions that name one of these addresses holds some of a sequel. */
  list(params: readonly unknown[]): boolean {
    return mentions(params, this.#named);
  }

  /** Plays all of them, the first time; resolves when they are complete. */
  play(): Promise<void> {
    this.#playing ??= this.#start();
    return this.#playing;
  }
}

function mentions(value: unknown, addresses: ReadonlySet<string>): boolean {
  if (typeof value === 'string') return addresses.has(value);
  return Array.isArray(value) && value.some((one) => mentions(one, addresses));
}
