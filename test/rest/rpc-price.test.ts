import { afterEach, describe, expect, it } from 'vitest';
import { openService, type Service } from '../support/service.ts';

/** 0.02 USD a call. */
const DEAR = { RPC_USD_PER_MILLION_CALLS: '20000' };

let service: Service | null = null;
afterEach(async () => {
  await service?.end();
  service = null;
});

interface Sample {
  readonly story: string;
  readonly url: string;
}

/** The answer about the sample of the sandbox whose story begins so. */
async function check(story: string) {
  const { url } = service ?? { url: '' };
  const sandbox = await (await fetch(`${url}/sandbox`, { headers: { accept: 'application/json' } })).json();
  const sample = sandbox.samples.find((one: Sample) => one.story.startsWith(story));
  const answer = await fetch(sample.url, { headers: { 'X-API-Key': sandbox.api_key } });
  return await answer.json();
}

describe('where calls have a price', () => {
  it('a wallet whose list costs more than its check is judged by fewer days, as where time is short', async () => {
    service = await openService(DEAR);
    expect(await check('5,000 transactions')).toMatchObject({
      verdict: 'NEUTRAL',
      reason_codes: expect.arrayContaining(['WINDOW_CUT', 'WINDOW_SHORT', 'NEGATIVE_EXPECTANCY']),
      gaps: [{ reading: 'history', cause: 'deadline', retryable: true }],
      billing: { route: 'none' },
    });
  });

  it('a check that would cost more than it may ends for nothing, and with no other verdict', async () => {
    service = await openService({ ...DEAR, RPC_USD_PER_CHECK_MAX: '0.1' });
    expect(await check('nine days old')).toMatchObject({
      verdict: 'UNKNOWN',
      reason_codes: expect.arrayContaining(['TIME_BUDGET']),
      billing: { route: 'none', charged_usdc: '0.00' },
    });
  });
});
