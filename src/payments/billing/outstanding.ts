/**
 * Payments that a process handed to the network and watched until its patience was over. Only who sent one knows that it was
 * sent, so this process keeps it until its outcome is known; what it knew ends with it, in doubt for the payer.
 */
export class Outstanding {
  readonly #hashes = new Map<string, Uint8Array>();

  get all(): readonly Uint8Array[] {
    return [...this.#hashes.values()];
  }

  has(messageHash: Uint8Array): boolean {
    return this.#hashes.has(keyOf(messageHash));
  }

  add(messageHash: Uint8Array): void {
    this.#hashes.set(keyOf(messageHash), messageHash);
  }

  delete(messageHash: Uint8Array): void {
    this.#hashes.delete(keyOf(messageHash));
  }
}

function keyOf(messageHash: Uint8Array): string {
  return Buffer.from(messageHash).toString('base64');
}
