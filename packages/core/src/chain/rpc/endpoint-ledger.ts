/**
 * How far back an endpoint's history reaches. A node that has cut its ledger lists the newer part of a history without an error, so its
 * list is no whole history. Source: getFirstAvailableBlock, solana.com/docs/rpc/http/getfirstavailableblock.
 */
export class LedgerReach {
  #begin: number | null = null;
  #isReached = false;

  /** The slot of its first block; null where it is not known. */
  get begin(): number | null {
    return this.#begin;
  }

  /** True for a ledger that is known to begin after the genesis, at an endpoint that never listed anything older. */
  get isShort(): boolean {
    return this.#begin !== null && this.#begin > 0 && !this.#isReached;
  }

  /** Notes the slot that the endpoint names as that of its first block. */
  begins(slot: number): void {
    this.#begin = slot;
  }

  /** Notes that the endpoint listed an entry of this slot. It has its history from elsewhere where that is older than its ledger. */
  reaches(slot: number): void {
    if (this.#begin !== null && slot < this.#begin) this.#isReached = true;
  }
}
