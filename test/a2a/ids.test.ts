import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Service, SUBJECT, startService } from '../rest/service.ts';
import { post, sending, type Wire, withKey } from './rpc.ts';

const INVALID_REQUEST = -32600;
const WIRES: readonly Wire[] = ['1.0', '0.3'];

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close(0));
beforeEach(() => {
  service.runs.length = 0;
});

describe.each(WIRES)('a paid call in the form of %s', (wire) => {
  const { id: _id, ...withoutId } = sending(wire, [{ kind: 'funder', address: SUBJECT }]) as Record<string, unknown>;
  /** The call with this id as it is written, or with none. */
  const paid = (id?: string) => {
    const text = JSON.stringify(withoutId);
    return post(service, wire, id === undefined ? text : text.replace('{', `{"id":${id},`), withKey);
  };

  it.each(['9007199254740993', '-9007199254740993', '1.5', '1e400', '1e21', 'true', '[1]', '{"a":1}'])(
    'with the id %s, which no answer could say back, is refused and nothing runs',
    async (id) => {
      const { status, body } = await paid(id);
      expect([status, body.id, body.error.code, service.runs]).toEqual([400, null, INVALID_REQUEST, []]);
      expect(body.error.message).toMatch(/id must be a string, null or an integer/);
    },
  );

  it('without an id, which is not to be answered, is refused and nothing runs', async () => {
    const { status, body } = await paid();
    expect([status, body.id, body.error.code, service.runs]).toEqual([400, null, INVALID_REQUEST, []]);
    expect(body.error.message).toMatch(/needs an id/);
  });

  it.each(['9007199254740991', '-9007199254740991', '0', '"9007199254740993"', '""', 'null'])(
    'with the id %s is answered with it',
    async (id) => {
      const { status, text, body } = await paid(id);
      expect([status, JSON.stringify(body.id), service.runs.length]).toEqual([200, id, 1]);
      expect(text).toContain(`"id":${id}`);
    },
  );
});
