import { afterEach, describe, expect, it } from 'vitest';
import { Fault, type FaultCode } from '#lib/fault.ts';
import { type Service, SUBJECT, startService } from '../rest/service.ts';
import { post, said, sending, type Wire, withKey } from './rpc.ts';

const WIRES: readonly Wire[] = ['1.0', '0.3'];
const question = { kind: 'funder', address: SUBJECT };

let service: Service;
afterEach(() => service.close(0));

describe.each(WIRES)('a refusal in the form of %s', (wire) => {
  it.each<[FaultCode, number | undefined]>([
    ['overloaded', undefined],
    ['chain_unavailable', undefined],
    ['too_many_requests', undefined],
    ['rate_limited', 77],
    ['answer_not_stored', undefined],
  ])('of %s says when to come back in its header as in its problem document', async (code, given) => {
    const extra = given === undefined ? {} : { retryAfterSeconds: given };
    service = await startService({
      run: async () => {
        throw new Fault(code, undefined, extra);
      },
    });
    const reply = await post(service, wire, sending(wire, [question]), withKey);
    const { retry_after_seconds: seconds, code: told } = said(reply).objects.at(-1);
    expect([told, seconds > 0, given ?? seconds]).toEqual([code, true, seconds]);
    expect(reply.headers['retry-after']).toBe(String(seconds));
  });

  it('has no such header where time is no matter', async () => {
    service = await startService();
    const reply = await post(service, wire, sending(wire, [question]));
    expect(said(reply).state).toBe('input-required');
    expect(reply.headers).not.toHaveProperty('retry-after');
  });

  it('for want of payment, while payments cannot be taken for now, and its task when it is asked for', async () => {
    service = await startService({
      settings: { enabled: false, outage: { cause: 'facilitator', detail: 'It does not answer.' } },
    });
    const reply = await post(service, wire, sending(wire, [question]));
    const method = wire === '1.0' ? 'GetTask' : 'tasks/get';
    const task = { jsonrpc: '2.0', id: 8, method, params: { id: said(reply).value.id } };
    for (const one of [reply, await post(service, wire, task)]) {
      const { retry_after_seconds: seconds } = said(one).objects.at(-1);
      expect(seconds).toBeGreaterThan(0);
      expect(one.headers['retry-after']).toBe(String(seconds));
    }
  });
});
