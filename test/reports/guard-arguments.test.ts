import { createClient } from 'assay-client';
import { describe, expect, it } from 'vitest';
import { BASE, json, MINT, openStandIn } from '../packages/stand-in.ts';

/**
 * A bot hands an address to the guard that is none, a ticker or what a form left empty. The service refuses it in the words of its
 * protocol, and the client fills in what no answer says.
 */
const trade = { mint: MINT, sizeSol: '5', budgetBps: 300 };
const BAD = ['', 'BONK', 'abc', `${MINT}1`, MINT.slice(1), MINT.replace('A', '0'), ` ${MINT}`, undefined, null, 7, {}];

describe('the guard', () => {
  it.each(BAD)('asks nothing about the mint %j, and says what is wrong with it', async (mint) => {
    const service = openStandIn();
    const assay = createClient({ url: BASE, fetch: service.fetch, apiKey: 'key' });
    await expect(assay.guard({ ...trade, mint: mint as string })).rejects.toThrow(/^mint is an address of Solana/);
    if (mint !== undefined)
      await expect(assay.guard({ ...trade, deployer: mint as string })).rejects.toThrow(/^deployer is an address/);
    expect(service.asked).toEqual([]);
  });

  it('says of what world nothing but what the service says', async () => {
    const refusals = [
      { code: 'payment_required', detail: 'No key.', sandbox: true },
      { code: 'payment_required', detail: 'No key.' },
    ];
    for (const body of refusals) {
      const service = openStandIn();
      service.on('/graphql', () => json(body, 402));
      const decided = await createClient({ url: BASE, fetch: service.fetch }).guard(trade);
      expect(decided).toMatchObject({ decision: 'block', sandbox: body.sandbox ?? null });
    }
  });
});

it('a batch has a request that is none as its own failure, not as that of all', async () => {
  const service = openStandIn();
  service.on('/graphql', () => json({ data: { checks: [] } }));
  const assay = createClient({ url: BASE, fetch: service.fetch, apiKey: 'key' });
  const requests = BAD.map((subject) => ({ kind: 'token', subject: subject as string }) as const);
  await assay.checks(requests).catch(() => null);
  const { body } = service.asked.find(({ path }) => path === '/graphql') ?? {};
  for (const { token } of JSON.parse(body ?? '').variables.requests) expect(typeof token.mint).toBe('string');
});
