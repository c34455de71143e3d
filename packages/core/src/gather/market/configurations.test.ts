import { describe, expect, it } from 'vitest';
import { known } from '#lib/reading.ts';
import { CLOCK } from '#solana/slot-and-time.ts';
import { venues } from '#venues/index.ts';
import { TradeWorld } from '../../../test/support/trade-world.ts';
import { openConfigurations } from './configurations.ts';
import { EVERYWHERE } from './rounds.ts';

const ADDRESSES = venues.flatMap(({ configurations }) => configurations);
const CALLS = [0, 1, 2];
/** Which of them a renewal finds blind. */
const RENEWALS = [...CALLS.map((call) => [call]), CALLS].map((calls) => ({ calls }));
const [OLD, DOUBT, KEPT] = [1_000_000, 10_000, 300_000];

/** A book over a chain that has some of the configurations, of which single calls can be answered as if nothing existed. */
class Shelf extends TradeWorld {
  at = 0;
  answered = 0;
  blind: readonly number[] = [];
  readonly book = openConfigurations(() => this.at);

  constructor(present = ADDRESSES) {
    super();
    for (const address of present) this.bring(address);
  }

  bring(address = ADDRESSES[0]): void {
    if (address) this.put(address, address, new Uint8Array(8));
  }

  override async snapshot(addresses: Parameters<TradeWorld['snapshot']>[0]) {
    const call = this.answered++;
    const answer = await super.snapshot(addresses);
    if (!answer.known || !this.blind.includes(call)) return answer;
    return known({ slot: answer.value.slot, value: addresses.map(() => null) });
  }

  /** The number of configurations that a check reads at `at`, or the cause of the gap. `blind`: calls without them, from 0. */
  async read(at: number, ...blind: readonly number[]): Promise<number | string> {
    Object.assign(this, { at, blind, answered: 0 });
    const reading = await this.book.read(this);
    return reading.known ? ADDRESSES.filter((address) => reading.value.get(address)).length : reading.gap.cause;
  }

  get last(): number | null {
    const last = this.book.last();
    return last && ADDRESSES.filter((address) => last.get(address)).length;
  }
}

describe('the configurations of venues', () => {
  it('are read in three calls, and kept for five minutes', async () => {
    const shelf = new Shelf();
    expect([await shelf.read(0), shelf.answered]).toEqual([ADDRESSES.length, CALLS.length]);
    expect([await shelf.read(KEPT - 1), shelf.answered]).toEqual([ADDRESSES.length, 0]);
    expect([await shelf.read(KEPT), shelf.answered]).toEqual([ADDRESSES.length, CALLS.length]);
  });

  it.each(CALLS)('are not kept where call %i was answered without the chain', async (call) => {
    const shelf = new Shelf();
    expect([await shelf.read(0, call), shelf.last]).toEqual(['rpc_disagrees', null]);
    expect(await shelf.read(1)).toBe(ADDRESSES.length);
  });

  it.each(RENEWALS)('stay what they were where a renewal is blind in $calls', async ({ calls }) => {
    const shelf = new Shelf();
    await shelf.read(0);
    expect([await shelf.read(OLD, ...calls), shelf.last]).toEqual(['rpc_disagrees', ADDRESSES.length]);
    expect(await shelf.read(OLD + 1)).toBe(ADDRESSES.length);
    expect([await shelf.read(OLD + KEPT), shelf.answered]).toEqual([ADDRESSES.length, 0]);
  });

  it('are not known to be absent where nothing exists at all', async () => {
    const shelf = new Shelf();
    expect([await shelf.read(0, ...CALLS), shelf.last]).toEqual(['rpc_disagrees', null]);
  });

  it.each([CLOCK, ...EVERYWHERE])('may all be absent on a network that has %s, for a short time', async (kept) => {
    const shelf = new Shelf([]);
    for (const address of [CLOCK, ...EVERYWHERE]) if (address !== kept) shelf.accounts.delete(address);
    expect([await shelf.read(0), shelf.last]).toEqual([0, 0]);
    expect([await shelf.read(DOUBT - 1), shelf.answered]).toEqual([0, 0]);
    shelf.bring();
    expect(await shelf.read(DOUBT)).toBe(1);
  });
});

describe('a configuration that was there and is not', () => {
  const [gone, other] = [ADDRESSES[0], ADDRESSES[1]];
  if (!gone || !other) throw new Error('venues without configurations');

  it('is a gap until a second reading says so after a while, and trusted for a short time at first', async () => {
    const shelf = new Shelf();
    await shelf.read(0);
    shelf.accounts.delete(gone);
    expect([await shelf.read(OLD), shelf.last]).toEqual(['rpc_disagrees', ADDRESSES.length]);
    expect(await shelf.read(OLD + DOUBT - 1)).toBe('rpc_disagrees');
    expect([await shelf.read(OLD + DOUBT), shelf.last]).toEqual([ADDRESSES.length - 1, ADDRESSES.length - 1]);
    await shelf.read(OLD + 2 * DOUBT);
    expect(shelf.answered).toBe(CALLS.length);
    await shelf.read(OLD + DOUBT + KEPT);
    expect(shelf.answered).toBe(0);
  });

  it('is no loss where the next reading has it', async () => {
    const shelf = new Shelf();
    await shelf.read(0);
    shelf.accounts.delete(gone);
    await shelf.read(OLD);
    shelf.bring(gone);
    expect(await shelf.read(OLD + 1)).toBe(ADDRESSES.length);
    shelf.accounts.delete(gone);
    expect(await shelf.read(2 * OLD)).toBe('rpc_disagrees');
  });

  it('does not count as gone where readings miss different ones', async () => {
    const shelf = new Shelf();
    await shelf.read(0);
    shelf.accounts.delete(gone);
    await shelf.read(OLD);
    shelf.bring(gone);
    shelf.accounts.delete(other);
    expect([await shelf.read(2 * OLD), shelf.last]).toEqual(['rpc_disagrees', ADDRESSES.length]);
  });
});
