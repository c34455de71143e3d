import { describe, expect, it } from 'vitest';
import type { Answer } from '../answer.ts';
import { earlierRows, type KeptAnswer, keepAnswers, keptAnswers, type ListedCheck } from './history.ts';

const HOUR_MS = 3_600_000;
const NOW = Date.parse('2026-11-27T12:00:00Z');

function answerOf(verdict: string): Answer {
  const document = {
    kind: 'trade' as const,
    subject: 'M',
    network: 'solana:x',
    verdict,
    reason_codes: [],
    confidence: 1,
    flags: [],
    reasons: [],
    metrics: {},
    as_of: null,
    gaps: [],
  };
  const billing = { route: 'CREDIT', chargedUsdc: '0.02', balanceUsdc: null, replayed: false, pass: null };
  return { document, billing, retryAfterSeconds: null };
}

const keptOf = (ago: number, verdict = 'HIGH_COST', sizeSol = '0.5'): KeptAnswer => ({
  at: NOW - ago,
  request: { kind: 'trade', subject: 'M', sizeSol },
  answer: answerOf(verdict),
});

const pastOf = (ago: number, verdict = 'HIGH_COST', sizeSol: string | null = '0.5'): ListedCheck => ({
  at: new Date(NOW - ago).toISOString(),
  kind: 'TRADE',
  sizeSol,
  subject: 'M',
  verdict,
  chargedUsdc: '0.02',
  route: 'CREDIT',
  id: 'UGFzdENoZWNrOnE',
  documentKept: true,
});

/** A storage that holds texts up to a length. */
function storageOf(lettersMax = Number.POSITIVE_INFINITY) {
  const texts = new Map<string, string>();
  return {
    getItem: (name: string) => texts.get(name) ?? null,
    setItem(name: string, value: string): void {
      if (value.length > lettersMax) throw new Error('full');
      texts.set(name, value);
    },
    removeItem: (name: string) => void texts.delete(name),
  };
}

describe('the answers that a browser keeps', () => {
  it('are there after a reload, for as long as the service stores its own', () => {
    const place = storageOf();
    keepAnswers(place, [keptOf(HOUR_MS), keptOf(23 * HOUR_MS), keptOf(25 * HOUR_MS)]);
    expect(keptAnswers(place, NOW)).toEqual([keptOf(HOUR_MS), keptOf(23 * HOUR_MS)]);
    keepAnswers(place, []);
    expect(keptAnswers(place, NOW)).toEqual([]);
  });

  it('are the newest, at most a hundred, where there is no room for all', () => {
    const many = Array.from({ length: 150 }, (_, at) => keptOf(at));
    const wide = storageOf();
    keepAnswers(wide, many);
    expect(keptAnswers(wide, NOW)).toEqual(many.slice(0, 100));
    const narrow = storageOf(JSON.stringify(many.slice(0, 30)).length);
    keepAnswers(narrow, many);
    expect(keptAnswers(narrow, NOW)).toEqual(many.slice(0, 25));
  });

  it.each(['', 'x', '{}', 'null', '[null, 1, {}, {"at":1e20,"request":{},"answer":{}}]'])(
    'are none where the storage holds %j',
    (text) => {
      const place = storageOf();
      place.setItem('assay.answers', text);
      expect(keptAnswers(place, NOW)).toEqual([]);
    },
  );

  it('are none where the browser refuses its storage', () => {
    const refuse = (): never => {
      throw new Error('refused');
    };
    const place = { getItem: refuse, setItem: refuse, removeItem: refuse };
    expect(() => keepAnswers(place, [keptOf(0)])).not.toThrow();
    expect([keptAnswers(place, NOW), keptAnswers(null, NOW)]).toEqual([[], []]);
  });
});

describe('what was asked before', () => {
  const states = (...given: Parameters<typeof earlierRows>) =>
    earlierRows(...given).map(({ state, at }) => [state, (NOW - at) / HOUR_MS]);

  it('is every check of the browser and of the account, newest first', () => {
    expect(states([keptOf(2 * HOUR_MS)], [pastOf(HOUR_MS), pastOf(3 * HOUR_MS)], [])).toEqual([
      ['past', 1],
      ['answered', 2],
      ['past', 3],
    ]);
  });

  it('has a check once that both know, and twice where it was asked twice', () => {
    const both = [keptOf(HOUR_MS), keptOf(HOUR_MS + 1_000)];
    expect(states(both.slice(1), [pastOf(HOUR_MS), pastOf(HOUR_MS + 1_000)], [])).toHaveLength(2);
    expect(states(both, [pastOf(HOUR_MS), pastOf(HOUR_MS + 1_000)], [])).toEqual([
      ['answered', 1],
      ['answered', 1 + 1 / 3_600],
    ]);
  });

  it('takes the nearest of several for the same check', () => {
    const [browser, curl] = [pastOf(HOUR_MS), pastOf(HOUR_MS - 60_000)];
    for (const past of [
      [browser, curl],
      [curl, browser],
    ]) {
      expect(states([keptOf(HOUR_MS - 2_000)], past, [])).toEqual([
        ['past', 1 - 60 / 3_600],
        ['answered', 1 - 2 / 3_600],
      ]);
    }
  });

  it('takes no other verdict, size or time for the same check', () => {
    for (const other of [pastOf(HOUR_MS, 'NO_POOL'), pastOf(HOUR_MS, 'HIGH_COST', '1'), pastOf(2 * HOUR_MS)]) {
      expect(states([keptOf(HOUR_MS)], [other], [])).toHaveLength(2);
    }
  });

  it('is not what the batch shows already', () => {
    const kept = keptOf(HOUR_MS);
    const row = { request: kept.request, state: 'answered' as const, answer: kept.answer };
    expect(states([kept], [pastOf(HOUR_MS)], [row])).toEqual([]);
  });
});
