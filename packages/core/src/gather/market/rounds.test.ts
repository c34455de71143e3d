import { describe, expect, it } from 'vitest';
import { type GapCause, known, missing, type Reading } from '#lib/reading.ts';
import { openFlights } from './rounds.ts';

/** Loads that end when the test says so. */
function loads() {
  const begun: ((reading: Reading<number>) => void)[] = [];
  const load = () => new Promise<Reading<number>>((resolve) => begun.push(resolve));
  return { begun, load };
}

describe('loads that are shared', () => {
  it('begin once for all who ask meanwhile, and again when they are over', async () => {
    const [share, { begun, load }] = [openFlights<number>(), loads()];
    const asking = [share('a', load), share('a', load), share('b', load)];
    expect(begun).toHaveLength(2);
    begun.forEach((end, index) => void end(known(index)));
    expect(await Promise.all(asking)).toEqual([known(0), known(0), known(1)]);
    const later = share('a', load);
    begun[2]?.(known(2));
    expect(await later).toEqual(known(2));
  });

  it('fail those who waited and nobody after them', async () => {
    const [share, { begun, load }] = [openFlights<number>(), loads()];
    const asking = [share('a', load), share('a', load)];
    begun[0]?.(missing('x', 'rpc_unavailable'));
    for (const reading of await Promise.all(asking)) expect(reading.known).toBe(false);
    const later = share('a', load);
    begun[1]?.(known(1));
    expect(await later).toEqual(known(1));
  });

  it.each<GapCause>(['deadline', 'limit_reached'])(
    'that ran into the %s of the check that made them are made again by one of the others',
    async (cause) => {
      const [share, { begun, load }] = [openFlights<number>(), loads()];
      const [first, ...others] = [share('a', load), share('a', load), share('a', load)];
      begun[0]?.(missing('x', cause));
      expect((await first).known).toBe(false);
      expect(begun).toHaveLength(2);
      begun[1]?.(known(1));
      expect(await Promise.all(others)).toEqual([known(1), known(1)]);
    },
  );

  it('that throw fail whoever began them, and are made again by one of the others', async () => {
    const share = openFlights<number>();
    const first = share('a', () => Promise.reject(new Error('broken')));
    const second = share('a', async () => known(1));
    await expect(first).rejects.toThrow('broken');
    expect(await second).toEqual(known(1));
  });

  it('leave nothing behind when they throw', async () => {
    const share = openFlights<number>();
    await expect(share('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await share('a', async () => known(1))).toEqual(known(1));
  });
});
