import { describe, expect, it } from 'vitest';
import { known } from '#lib/reading.ts';
import type { Address } from '#solana/address.ts';
import { CLOCK } from '#solana/slot-and-time.ts';
import { TOKEN_PROGRAM } from '#solana/token/programs.ts';
import { mintBytes, someAddress, TradeWorld } from '../../../test/support/trade-world.ts';
import { blindness, emptiness, readWitnessed } from './rounds.ts';

const MANY = Array.from({ length: 150 }, (_, n) => someAddress(n));

class HalfWorld extends TradeWorld {
  readonly sizes: number[] = [];
  readonly isBlind: (addresses: readonly Address[]) => boolean;

  constructor(isBlind: HalfWorld['isBlind'] = () => false) {
    super();
    this.isBlind = isBlind;
    this.put(someAddress(120), TOKEN_PROGRAM, mintBytes(1n));
  }

  override async snapshot(addresses: readonly Address[]) {
    this.sizes.push(addresses.length);
    const answer = await super.snapshot(addresses);
    if (!answer.known || !this.isBlind(addresses)) return answer;
    return known({ slot: answer.value.slot, value: addresses.map(() => null) });
  }
}

describe('accounts with a witness in each call', () => {
  it('are those of the chain, a hundred a call with the clock', async () => {
    const world = new HalfWorld();
    const round = await readWitnessed(world, [CLOCK, ...MANY]);
    if (!round.known) throw new Error(round.gap.detail);
    expect(world.sizes).toEqual([100, 52]);
    const { accounts } = round.value;
    expect([accounts.size, accounts.get(someAddress(120))?.owner]).toEqual([151, TOKEN_PROGRAM]);
    expect(accounts.get(someAddress(3))).toBeNull();
    expect(accounts.get(CLOCK)).toMatchObject({ address: CLOCK });
  });

  it.each([0, 149])('are a gap where the call with account %i was answered without the chain', async (n) => {
    const blind = new HalfWorld((addresses) => addresses.includes(someAddress(n)));
    expect(await readWitnessed(blind, MANY)).toMatchObject({ known: false, gap: { cause: 'rpc_disagrees' } });
  });

  it('are what they are where no call has a clock', async () => {
    const world = new HalfWorld();
    world.accounts.delete(CLOCK);
    expect((await readWitnessed(world, MANY)).known).toBe(true);
  });
});

describe('rounds', () => {
  it('contradict each other where one has the clock and another lacks it', async () => {
    const [seeing, blind] = [new HalfWorld(), new HalfWorld(() => true)];
    const [one, other] = [await readWitnessed(seeing, MANY), await readWitnessed(blind, MANY)];
    if (!one.known || !other.known) throw new Error('a gap');
    expect(blindness([one.value, other.value])).toMatchObject({ cause: 'rpc_disagrees' });
    expect(blindness([one.value, one.value])).toBeNull();
    expect(blindness([other.value])).toBeNull();
    expect(emptiness(one.value)).toBeNull();
    expect(emptiness(other.value)).toMatchObject({ cause: 'rpc_disagrees' });
  });
});
