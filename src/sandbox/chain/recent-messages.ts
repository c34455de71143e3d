import { BLOCKHASH_SLOTS } from './clock.ts';

/**
 * Messages that are in a block and whose block hash may still be valid: none of them may run again. Told apart by the
 * message and not by a signature, as nodes do: whoever co-signs a message would otherwise pay twice for it.
 */
export class RecentMessages {
  readonly #slots = new Map<string, number>();

  /** True when this message is in a block that is not older than its block hash could be. */
  has(message: Uint8Array): boolean {
    return this.#slots.has(keyOf(message));
  }

  /** Notes a message of the block at `slot`, and forgets those whose block hash has expired since. */
  add(message: Uint8Array, slot: number): void {
    for (const [key, at] of this.#slots) {
      if (at >= slot - BLOCKHASH_SLOTS) break;
      this.#slots.delete(key);
    }
    this.#slots.set(keyOf(message), slot);
  }
}

function keyOf(message: Uint8Array): string {
  return Buffer.from(message.buffer, message.byteOffset, message.length).toString('latin1');
}
