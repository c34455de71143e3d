import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Chain } from '#chain/chain-reader.ts';
import type { Judgement } from '#rules/check.ts';
import { check } from './check.ts';
import type { Inspector } from './inspectors.ts';

const subject = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const close = vi.fn();
const session = vi.fn(() => ({ reader: () => ({}), close, closed: false }));
const chain = { session } as unknown as Chain;
const found = (code: string) => ({ code, severity: 'low' as const, message: code, evidence: {} });
const judgement: Judgement = {
  verdict: 'NEUTRAL',
  reasons: [found('FEW'), found('FEW'), found('OLD')],
  confidencePercent: 70,
  flags: ['STALE'],
  metrics: { closed: 3 },
  gaps: [],
  decidedBy: [],
};
const asOf = { slot: 7, commitment: 'finalized', time: null } as const;
const inspect = vi.fn<Inspector['inspect']>();
const wallet: Inspector = { bounds: { timeMsMax: 1, callsMax: 1, bytesMax: 1 }, inspect };

beforeEach(() => {
  vi.clearAllMocks();
  inspect.mockResolvedValue({ judgement, asOf });
});

describe('a check', () => {
  it('has the judgement with each code once, its confidence as a fraction, and the moment', async () => {
    const { confidencePercent: _, ...judged } = judgement;
    const answer = await check(chain, { kind: 'wallet', subject }, { wallet });
    expect(answer).toEqual({ ...judged, reasonCodes: ['FEW', 'OLD'], confidence: 0.7, asOf });
    expect(inspect.mock.calls[0]?.[0]).toEqual({ kind: 'wallet', subject, sizeLamports: null });
  });

  it('closes its session, also where it fails', async () => {
    await check(chain, { kind: 'wallet', subject }, { wallet });
    expect(close).toHaveBeenCalledTimes(1);
    inspect.mockRejectedValue(new Error('a bug'));
    await expect(check(chain, { kind: 'wallet', subject }, { wallet })).rejects.toThrow('a bug');
    await expect(check(chain, { kind: 'trade', subject })).rejects.toThrow('a trade check without a size');
    expect(close).toHaveBeenCalledTimes(3);
  });

  it('opens none for a subject that is no address, a kind without an inspector or a size that no trade has', async () => {
    await expect(check(chain, { kind: 'wallet', subject: 'nobody' }, { wallet })).rejects.toThrow('nobody');
    await expect(check(chain, { kind: 'token', subject }, { wallet })).rejects.toThrow('no inspector for token');
    for (const sizeLamports of [0n, -1n, 10_000_000_000_001n])
      await expect(check(chain, { kind: 'trade', subject, sizeLamports }, { trade: wallet })).rejects.toThrow(
        'no size',
      );
    expect(session).not.toHaveBeenCalled();
  });

  it('has no moment where not even a slot could be read', async () => {
    inspect.mockResolvedValue({ judgement, asOf: null });
    expect(await check(chain, { kind: 'wallet', subject }, { wallet })).toMatchObject({ asOf: null });
  });
});
