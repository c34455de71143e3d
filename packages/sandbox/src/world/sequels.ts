import type { AccountUse } from '#program/script-parts.ts';
import type { Act, Sequel } from './scene.ts';

/** The subject of a question: the state of addresses, or every transaction and account that names them. */
export type QuestionScope = 'state' | 'naming';

/** Sequels of one title, and how far they are played. */
interface Story {
  readonly sequels: readonly Sequel[];
  playing: Promise<void> | null;
  isOver: boolean;
}

/** The stories that an address belongs to, and those that change it. */
interface Ties {
  readonly naming: Set<Story>;
  readonly state: Set<Story>;
}

/** How the acts and the first accounts of sequels are done, and what addresses an act has. */
export interface Stagehand {
  play(sequels: readonly Sequel[]): Promise<void>;
  usesOf(act: Act): readonly AccountUse[];
}

/**
 * Stories that are played at the first question about them: with all of them each start would take twice as long. The question waits until
 * the story is complete, so that no answer shows a part.
 */
export class Sequels {
  readonly #stories: readonly Story[];
  readonly #hand: Stagehand;
  #index: ReadonlyMap<string, Ties> | null = null;

  constructor(sequels: readonly Sequel[], hand: Stagehand) {
    this.#hand = hand;
    const titles = new Set(sequels.map(({ title }) => title));
    this.#stories = [...titles].map((of) => ({
      sequels: sequels.filter(({ title }) => title === of),
      playing: null,
      isOver: false,
    }));
  }

  /** Plays what a question about these addresses rests on, each story once; null when nothing has to be waited for. */
  before(about: QuestionScope, addresses: Iterable<string>): Promise<void> | null {
    const asked = new Set<Story>();
    for (const of of addresses) for (const story of this.#ties().get(of)?.[about] ?? []) asked.add(story);
    const open = [...asked].filter(({ isOver }) => !isOver);
    return open.length === 0 ? null : Promise.all(open.map((story) => this.#play(story))).then(() => undefined);
  }

  /** Plays every story that is not played yet, one after the other. */
  async playAll(): Promise<void> {
    for (const story of this.#stories) await this.#play(story);
  }

  /** Finds out which addresses the stories have, so that the first question does not wait for that. */
  prepare(): void {
    this.#ties();
  }

  #ties(): ReadonlyMap<string, Ties> {
    this.#index ??= indexOf(this.#stories, this.#hand);
    return this.#index;
  }

  #play(story: Story): Promise<void> {
    story.playing ??= this.#hand.play(story.sequels).then(() => {
      story.isOver = true;
    });
    return story.playing;
  }
}

function indexOf(stories: readonly Story[], hand: Stagehand): ReadonlyMap<string, Ties> {
  const index = new Map<string, Ties>();
  const enter = (story: Story, { address, writable = false }: AccountUse): void => {
    const ties = index.get(address) ?? { naming: new Set(), state: new Set() };
    index.set(address, ties);
    ties.naming.add(story);
    if (writable) ties.state.add(story);
  };
  for (const story of stories)
    for (const sequel of story.sequels) {
      for (const act of sequel.outline()) for (const use of hand.usesOf(act)) enter(story, use);
      for (const { address } of sequel.accounts?.() ?? []) enter(story, { address, writable: true });
    }
  return index;
}
