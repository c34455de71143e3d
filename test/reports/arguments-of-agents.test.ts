import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type Service } from '../support/service.ts';

/*
 * What language models and their hosts do to arguments: numbers come as strings (https://github.com/QwenLM/qwen-code/issues/4966), strings
 * of digits come as numbers (https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/1626), and addresses are copied with a line end or
 * a space (https://github.com/hhanh00/zwallet/issues/111).
 */

const COIN = '5jRkK68itRxCDd99dLVU1vWCLydfN8EthaTF6L9nYKRw';

let service: Service;
let key: string;
beforeAll(async () => {
  service = await openService();
  key = /assay_[A-Za-z0-9]+/.exec(service.output())?.[0] ?? '';
});
afterAll(() => service?.end());

async function called(args: object) {
  const params = { name: 'check_trade', arguments: { mint: COIN, ...args } };
  const response = await fetch(`${service.url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', 'x-api-key': key },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  });
  const { result } = await response.json();
  return { isError: result.isError ?? false, answer: result.structuredContent };
}

describe('an argument of a tool', () => {
  it('that is a number means the same as a string', async () => {
    const [asNumber, asString] = [await called({ size_sol: 7 }), await called({ size_sol: '7' })];
    expect([asNumber.isError, asString.isError]).toEqual([false, false]);
    expect(asNumber.answer.metrics.size_sol).toBe('7');
    expect(asString.answer.metrics.size_sol).toBe('7');
  });

  it('that is a number where a text names the question is refused by its name, and nothing is charged', async () => {
    const { isError, answer } = await called({ idempotency_key: 123 });
    expect(isError).toBe(true);
    expect(answer.invalid).toEqual([expect.objectContaining({ loc: ['arguments', 'idempotency_key'] })]);
  });
});

it.each([`${COIN}%0A`, `${COIN}%20`, `%20${COIN}`, `%22${COIN}%22`])(
  'an address as %s is refused before it is charged',
  async (spelled) => {
    const response = await fetch(`${service.url}/check/trade/${spelled}`, { headers: { 'x-api-key': key } });
    const { detail } = await response.json();
    expect([response.status, detail[0].loc]).toEqual([422, ['path', 'mint']]);
  },
);
