/** A line in which members take turns: however many of one stand there, each other member waits for one of them at most. */
export class FairLine<T> {
  /** What stands there of each member, oldest first and one at least; whoever is next in front. */
  readonly #members = new Map<string, T[]>();
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(member: string, one: T): void {
    const own = this.#members.get(member);
    if (own) own.push(one);
    else this.#members.set(member, [one]);
    this.#length += 1;
  }

  /** Takes out the one whose turn it is; the rest of its member goes behind all others. Null where none is there. */
  next(): T | null {
    const [front] = this.#members;
    if (!front) return null;
    const [member, own] = front;
    const [first, ...rest] = own;
    this.#members.delete(member);
    if (rest.length > 0) this.#members.set(member, rest);
    this.#length -= 1;
    return first ?? null;
  }

  remove(member: string, one: T): void {
    const own = this.#members.get(member) ?? [];
    const at = own.indexOf(one);
    if (at < 0) return;
    own.splice(at, 1);
    if (own.length === 0) this.#members.delete(member);
    this.#length -= 1;
  }

  /** The newest of whoever has most there, where that is more than `member` would have with one more; it stays there. */
  excess(member: string): T | null {
    const own = this.#members.get(member)?.length ?? 0;
    let most: readonly T[] = [];
    for (const ones of this.#members.values()) if (ones.length > most.length) most = ones;
    return most.length > own + 1 ? (most.at(-1) ?? null) : null;
  }
}
