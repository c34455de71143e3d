import { kinds } from 'assay-core/rules/index.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Fault } from '#lib/fault.ts';
import { delivered, KEY, type Service, SUBJECT, startService } from '../rest/service.ts';
import { post, said, sending, type Wire, withKey } from './rpc.ts';

const WIRES: readonly Wire[] = ['1.0', '0.3'];
const X402_V2 = 2;

let service: Service;
beforeAll(async () => {
  service = await startService({ run: async () => delivered() });
});
afterAll(() => service.close(0));

const last = () => service.runs.at(-1);

describe.each(WIRES)('a message in the form of %s', (wire) => {
  it.each(Object.values(kinds))('runs the $name check for a key and answers with the body of REST', async (kind) => {
    const reply = await post(service, wire, sending(wire, [{ kind: kind.name, [kind.subject]: SUBJECT }]), withKey);
    expect([reply.status, reply.headers['content-type']]).toEqual([200, 'application/json']);
    expect(reply.headers['cache-control']).toBe('private, no-store');
    const { document, billing } = delivered();
    const { is, objects, texts } = said(reply);
    expect([is, objects]).toEqual(['message', [{ ...document, billing }]]);
    expect(texts[0]).toContain('CEX_FUNDED (confidence 0.95)');
    const size = kind.sized ? { size_sol: '0.5' } : {};
    expect(last()).toMatchObject({ kind: kind.name, args: { [kind.subject]: SUBJECT, ...size } });
    expect(last()?.caller.credentials).toMatchObject({ apiKey: KEY, payment: null, idempotencyKey: null });
  });

  it.each<[string, object | string]>([
    ['a data part', { kind: 'trade', mint: SUBJECT, size_sol: 2 }],
    ['another name of the subject', { skill: 'check_trade', subject: SUBJECT, size_sol: '2' }],
    ['a skill id', { skillId: 'check_trade', address: SUBJECT, size_sol: '2' }],
    ['JSON in a text part', JSON.stringify({ kind: 'trade', mint: SUBJECT, size_sol: '2' })],
    ['a sentence', `What does a trade of 2 SOL into ${SUBJECT} cost?`],
    ['a sentence with the tool', `check_trade ${SUBJECT}, 2 sol.`],
    ['a tool and its arguments', { tool: 'check_trade', arguments: { mint: SUBJECT, size_sol: 2 } }],
    ['the params of a tool call', { name: 'check_trade', arguments: { mint: SUBJECT, size_sol: '2' } }],
  ])('asks by %s', async (_how, content) => {
    await post(service, wire, sending(wire, [content]), withKey);
    expect(last()).toMatchObject({ kind: 'trade', args: { mint: SUBJECT, size_sol: '2' } });
  });

  it('asks by the skill in its metadata', async () => {
    const metadata = { skillId: 'check_wallet' };
    await post(service, wire, sending(wire, [`Please look at ${SUBJECT}`], { metadata }), withKey);
    expect(last()).toMatchObject({ kind: 'wallet', args: { address: SUBJECT } });
    await post(service, wire, sending(wire, [{ address: SUBJECT }], { metadata }), withKey);
    expect(last()).toMatchObject({ kind: 'wallet', args: { address: SUBJECT } });
  });

  it('takes a header for idempotency and keeps the context', async () => {
    const headers = { ...withKey, 'idempotency-key': 'once' };
    const message = sending(wire, [{ kind: 'funder', address: SUBJECT }], { contextId: 'talk-1' });
    const { value } = said(await post(service, wire, message, headers));
    expect(last()?.caller.credentials.idempotencyKey).toBe('once');
    expect(value.contextId).toBe('talk-1');
  });

  it.each([
    ['hello', 'No kind of check is named'],
    [`Is ${SUBJECT} fine?`, 'No kind of check is named'],
    [`Who funded the launch of ${SUBJECT}?`, 'No kind of check is named'],
    [`Trade check for ${SUBJECT}, size 2`, 'size of the trade is not clear'],
    [`Trade check for ${SUBJECT} of two SOL`, 'size of the trade is not clear'],
    ['Check the token please', 'No Solana address'],
    [`Is the token ${SUBJECT} safe to trade?`, 'several kinds of check: token, trade'],
    [`Wallet ${SUBJECT} or DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263`, 'Several addresses'],
    [`trade ${SUBJECT} for 1 SOL or 2 SOL`, 'Several sizes'],
  ])('%s is asked back, free', async (text, why) => {
    const ran = service.runs.length;
    const { is, texts, objects } = said(await post(service, wire, sending(wire, [text]), withKey));
    expect([is, service.runs.length]).toEqual(['message', ran]);
    expect(texts[0]).toContain(why);
    expect(texts[0]).toContain('Nothing was charged');
    expect(objects[0]).toMatchObject({ code: 'question_unclear' });
    expect(objects[0].skills.map(({ id }: { id: string }) => id)).toEqual(
      Object.keys(kinds).map((name) => `check_${name}`),
    );
  });

  it('asks back what its own example answers', async () => {
    const { objects } = said(await post(service, wire, sending(wire, ['?']), withKey));
    for (const { example, id } of objects[0].skills) {
      await post(service, wire, sending(wire, [example]), withKey);
      expect(`check_${last()?.kind}`).toBe(id);
    }
  });

  it('fills in the address that was named where it asks back', async () => {
    const text = `Is the mint ${SUBJECT} a good one?`;
    const { texts, objects } = said(await post(service, wire, sending(wire, [text]), withKey));
    expect(texts[0]).toContain(`Send one data part: {"kind":"token","mint":"${SUBJECT}"};`);
    for (const { example } of objects[0].skills) expect(example.mint ?? example.address).toBe(SUBJECT);
    const bare = said(await post(service, wire, sending(wire, [SUBJECT]), withKey));
    for (const { name, subject } of Object.values(kinds)) {
      expect(bare.texts[0]).toContain(`{"kind":"${name}","${subject}":"${SUBJECT}"`);
    }
    expect(bare.texts[0]).toContain('"size_sol":0.5}');
  });

  it.each<[string, object | string, object]>([
    ['an address', { kind: 'funder', address: 'nope' }, { loc: ['message', 'address'], type: 'string_too_short' }],
    ['a number as address', { kind: 'funder', address: 7 }, { loc: ['message', 'address'], type: 'string_type' }],
    ['no mint', { kind: 'token' }, { loc: ['message', 'mint'], type: 'missing' }],
    ['a kind', { kind: 'weather', address: SUBJECT }, { loc: ['message', 'kind'], type: 'enum' }],
    ['a size', { kind: 'trade', mint: SUBJECT, size_sol: '-1' }, { loc: ['message', 'size_sol'] }],
    ['an object as size', { kind: 'trade', mint: SUBJECT, size_sol: {} }, { loc: ['message', 'size_sol'] }],
    ['a size in words', `trade 1,000 SOL of ${SUBJECT}`, { loc: ['message', 'size_sol'] }],
    [
      'another name of the size',
      { kind: 'trade', mint: SUBJECT, size: '2' },
      { loc: ['message', 'size'], type: 'extra_forbidden' },
    ],
    [
      'the size of a tool',
      { tool: 'check_trade', arguments: { mint: SUBJECT, sizeSol: '2' } },
      { loc: ['message', 'arguments', 'sizeSol'], type: 'extra_forbidden' },
    ],
  ])('tells what is malformed of %s, before any payment', async (_what, content, item) => {
    const ran = service.runs.length;
    const { is, objects, texts } = said(await post(service, wire, sending(wire, [content])));
    expect([is, service.runs.length]).toEqual(['message', ran]);
    expect(objects[0].detail[0]).toMatchObject(item);
    expect(objects[1]).toMatchObject({ status: 422, code: 'invalid_request', request_id: expect.any(String) });
    expect(texts[0]).toContain('Nothing was charged');
  });

  it('gives the items of REST for the same mistake, in the places of the message', async () => {
    const rest = await fetch(`${service.url}/check/trade/nope?size_sol=1e3`);
    const { detail } = (await rest.json()) as { detail: readonly { readonly loc: readonly string[] }[] };
    const items = detail.map((item) => ({ ...item, loc: ['message', item.loc.at(-1)] }));
    const asked = { kind: 'trade', mint: 'nope', size_sol: '1e3' };
    expect(said(await post(service, wire, sending(wire, [asked]))).objects[0]).toEqual({ detail: items });
  });

  it('tells a key that nobody has, with the terms', async () => {
    const asked = sending(wire, [{ kind: 'funder', address: SUBJECT }]);
    const { state, objects } = said(await post(service, wire, asked, { 'x-api-key': 'assay_other' }));
    expect([state, objects.at(-1).code]).toEqual(['input-required', 'api_key_unknown']);
  });

  it('tells a malformed Idempotency-Key', async () => {
    const asked = sending(wire, [{ kind: 'funder', address: SUBJECT }]);
    const { is, objects } = said(await post(service, wire, asked, { ...withKey, 'idempotency-key': 'ä' }));
    expect([is, objects[0].detail[0].loc]).toEqual(['message', ['header', 'idempotency-key']]);
  });
});

describe.each(WIRES)('a task in the form of %s', (wire) => {
  const open = async () =>
    said(await post(service, wire, sending(wire, [{ kind: 'trade', mint: SUBJECT, size_sol: '1.5' }])));

  it('holds the terms of a question that nobody paid, without running it', async () => {
    const ran = service.runs.length;
    const { state, texts, objects, metadata, value } = await open();
    expect([state, service.runs.length]).toEqual(['input-required', ran]);
    expect(texts[0]).toContain('The trade check costs 0.02 USDC');
    const [newer, problem] = objects;
    const url = `https://assay.example/check/trade/${SUBJECT}?size_sol=1.5`;
    expect(newer).toMatchObject({ x402Version: X402_V2, resource: { url } });
    expect(newer.accepts[0]).toMatchObject({ amount: '20000', scheme: 'exact' });
    expect(problem).toMatchObject({ status: 402, code: 'payment_required', price_usdc: '0.02', hint: { url } });
    expect(problem.message_hint.taskId).toBe(value.id);
    expect(metadata['x402.payment.status']).toBe('payment-required');
    expect(metadata['x402.payment.required']).toMatchObject({
      x402Version: 1,
      accepts: [{ network: 'solana', maxAmountRequired: '20000', resource: url }],
    });
    expect(metadata['x402.payment.required.v2']).toEqual(newer);
  });

  it('is known to another instance by its id alone', async () => {
    const { value } = await open();
    const other = await startService();
    const method = wire === '1.0' ? 'GetTask' : 'tasks/get';
    const found = said(await post(other, wire, { jsonrpc: '2.0', id: 1, method, params: { id: value.id } }));
    await other.close(0);
    expect([found.state, found.value.id, found.value.contextId]).toEqual(['input-required', value.id, value.contextId]);
    expect(found.metadata['x402.payment.required'].accepts[0].resource).toContain('size_sol=1.5');
  });

  it('is answered for a key, and asked for again', async () => {
    const { value } = await open();
    const paid = said(await post(service, wire, sending(wire, ['here'], { taskId: value.id }), withKey));
    expect([paid.is, paid.state, paid.answers.length]).toEqual(['task', 'completed', 1]);
    expect(last()).toMatchObject({ kind: 'trade', args: { mint: SUBJECT, size_sol: '1.5' } });
    expect(last()?.caller.credentials.idempotencyKey).toBe(value.id);
    const method = wire === '1.0' ? 'GetTask' : 'tasks/get';
    const found = said(await post(service, wire, { jsonrpc: '2.0', id: 1, method, params: { id: value.id } }));
    expect([found.state, found.answers]).toEqual(['completed', paid.answers]);
    const bare = said(await post(service, wire, sending(wire, ['and?'], { taskId: value.id })));
    expect(bare.value.code).toBe(-32004);
  });

  it('keeps a context that the client made up, and refuses another one', async () => {
    const asked = sending(wire, [{ kind: 'funder', address: SUBJECT }], { contextId: 'a-b.c:1' });
    const { value } = said(await post(service, wire, asked));
    expect(value.contextId).toBe('a-b.c:1');
    const more = { taskId: value.id, contextId: 'other' };
    expect(said(await post(service, wire, sending(wire, ['x'], more), withKey)).value.code).toBe(-32602);
    const odd = sending(wire, [{ kind: 'funder', address: SUBJECT }], { contextId: 'a b' });
    expect(said(await post(service, wire, odd, withKey)).value.code).toBe(-32602);
  });

  it.each(['tasks/cancel', 'a rejected payment'])('is cancelled by %s', async (how) => {
    const { value } = await open();
    const method = wire === '1.0' ? 'CancelTask' : 'tasks/cancel';
    const metadata = { 'x402.payment.status': 'payment-rejected' };
    const body =
      how === 'tasks/cancel'
        ? { jsonrpc: '2.0', id: 1, method, params: { id: value.id } }
        : sending(wire, ['no'], { taskId: value.id, metadata });
    expect(said(await post(service, wire, body)).state).toBe('canceled');
    expect(said(await post(service, wire, body)).state).toBe('canceled');
    const later = said(await post(service, wire, sending(wire, ['yes'], { taskId: value.id }), withKey));
    expect([later.is, later.state]).toEqual(['task', 'completed']);
  });

  it('cannot be cancelled while it is being answered', async () => {
    const events = new EventTarget();
    const happened = (name: string) => new Promise((resolve) => events.addEventListener(name, resolve, { once: true }));
    const [begun, gate] = [happened('begun'), happened('gate')];
    const slow = await startService({
      run: async () => {
        events.dispatchEvent(new Event('begun'));
        await gate;
        return delivered();
      },
    });
    const { value } = said(await post(slow, wire, sending(wire, [{ kind: 'funder', address: SUBJECT }])));
    const paying = post(slow, wire, sending(wire, ['here'], { taskId: value.id }), withKey);
    await begun;
    const method = wire === '1.0' ? 'CancelTask' : 'tasks/cancel';
    const told = said(await post(slow, wire, { jsonrpc: '2.0', id: 1, method, params: { id: value.id } }));
    events.dispatchEvent(new Event('gate'));
    const paid = said(await paying);
    await slow.close(0);
    expect([told.value.code, paid.state]).toEqual([-32002, 'completed']);
  });

  it('cannot be cancelled with its answer, and is not found by an id that spells none', async () => {
    const { value } = await open();
    await post(service, wire, sending(wire, ['here'], { taskId: value.id }), withKey);
    const cancel = wire === '1.0' ? 'CancelTask' : 'tasks/cancel';
    const params = { id: value.id };
    expect(said(await post(service, wire, { jsonrpc: '2.0', id: 1, method: cancel, params })).value.code).toBe(-32002);
    const get = wire === '1.0' ? 'GetTask' : 'tasks/get';
    for (const id of ['nope', `trade.${SUBJECT}.${'a'.repeat(31)}`, `wallet.${SUBJECT}.5.${'a'.repeat(32)}`]) {
      expect(said(await post(service, wire, { jsonrpc: '2.0', id: 1, method: get, params: { id } })).value.code).toBe(
        -32001,
      );
    }
  });

  it('does not answer another question that is sent to it, whatever came to pay', async () => {
    const { value } = await open();
    const ran = service.runs.length;
    const elsewhere = [
      { kind: 'token', mint: SUBJECT },
      { kind: 'trade', mint: SUBJECT, size_sol: '2' },
    ];
    for (const asked of elsewhere) {
      const told = said(await post(service, wire, sending(wire, [asked], { taskId: value.id }), withKey));
      expect([told.is, told.objects[0].code]).toEqual(['message', 'question_unclear']);
      expect(told.texts[0]).toContain('about another question');
    }
    expect(service.runs.length).toBe(ran);
    const same = { kind: 'trade', mint: SUBJECT, size_sol: 1.5 };
    expect(said(await post(service, wire, sending(wire, [same], { taskId: value.id }), withKey)).state).toBe(
      'completed',
    );
  });

  it('tells a payment that cannot be read as failed, and what to do', async () => {
    const { value } = await open();
    const metadata = { 'x402.payment.status': 'payment-submitted', 'x402.payment.payload': 7 };
    const told = said(await post(service, wire, sending(wire, ['pay'], { taskId: value.id, metadata })));
    expect([told.state, told.metadata['x402.payment.status']]).toEqual(['input-required', 'payment-failed']);
    expect(told.metadata['x402.payment.error']).toBe('PAYMENT_MALFORMED');
    expect(told.objects.at(-1)).toMatchObject({ code: 'payment_malformed', retry_action: 'resign' });
  });
});

describe('a task that is cancelled', () => {
  const method = (wire: Wire, name: 'Get' | 'Cancel') =>
    wire === '1.0' ? `${name}Task` : `tasks/${name.toLowerCase()}`;
  const cancel = (wire: Wire, id: string) =>
    post(service, wire, { jsonrpc: '2.0', id: 1, method: method(wire, 'Cancel'), params: { id } });
  const made = (n: number) => `trade.${SUBJECT}.${n.toString(16).padStart(32, '0')}`;

  it('is not paid by a bare message, and no cancellation pushes an answer out', async () => {
    const answered = await Promise.all(
      WIRES.map(async (wire) => {
        const asked = sending(wire, [{ kind: 'trade', mint: SUBJECT, size_sol: '1.5' }]);
        const { id } = said(await post(service, wire, asked)).value;
        await post(service, wire, sending(wire, ['here'], { taskId: id }), withKey);
        return { wire, id };
      }),
    );
    for (let n = 0; n <= 1_000; n += 1) await cancel(n % 2 ? '1.0' : '0.3', made(n));
    for (const { wire, id } of answered) {
      const found = await post(service, wire, { jsonrpc: '2.0', id: 1, method: method(wire, 'Get'), params: { id } });
      expect(said(found).state).toBe('completed');
      const told = said(await cancel(wire, made(1_000)));
      expect([told.state, told.texts[0]]).toEqual(['canceled', expect.not.stringContaining('Nothing was charged')]);
      const bare = said(await post(service, wire, sending(wire, ['go on'], { taskId: made(1_000) })));
      expect(bare.value.code).toBe(-32004);
    }
  });
});

describe('a check that fails', () => {
  const cases: readonly (readonly [Fault, string, object])[] = [
    [new Fault('in_flight', undefined, { retryAfterSeconds: 2 }), 'input-required', { 'x402.payment.receipts': [] }],
    [new Fault('payment_already_used'), 'input-required', { 'x402.payment.error': 'DUPLICATE_NONCE' }],
    [
      new Fault('payment_invalid', 'insufficient_funds'),
      'input-required',
      { 'x402.payment.error': 'INSUFFICIENT_FUNDS' },
    ],
    [
      new Fault('payment_failed', 'transaction_failed'),
      'input-required',
      { 'x402.payment.error': 'SETTLEMENT_FAILED' },
    ],
  ];

  it.each(cases)('%s is shown in the task', async (fault, state, metadata) => {
    const failing = await startService({
      run: async () => {
        throw fault;
      },
    });
    const payment = {
      'x402.payment.status': 'payment-submitted',
      'x402.payment.payload': { x402Version: 2, payload: {} },
    };
    const asked = sending('1.0', [{ kind: 'funder', address: SUBJECT }], { metadata: payment });
    const reply = await post(failing, '1.0', asked);
    await failing.close(0);
    const told = said(reply);
    expect([told.state, told.objects.at(-1).code]).toEqual([state, fault.code]);
    expect(told.metadata).toMatchObject(metadata);
    const isKept = fault.code === 'in_flight';
    expect(told.metadata['x402.payment.status']).toBe(isKept ? 'payment-submitted' : 'payment-failed');
    if (isKept) {
      expect(told.objects.at(-1)).toMatchObject({ retry_after_seconds: 2, retry_action: 'retry_same_payment' });
      expect(reply.headers['retry-after']).toBe('2');
    }
  });

  it('by surprise is logged and answered without words of its own', async () => {
    const failing = await startService({
      run: async () => {
        throw new Error('secret of the house');
      },
    });
    const reply = await post(failing, '1.0', sending('1.0', [{ kind: 'funder', address: SUBJECT }]), withKey);
    expect(said(reply).objects[0]).toMatchObject({ code: 'internal_error', retryable: true });
    expect(reply.text).not.toContain('secret');
    expect(failing.lines.filter(({ level }) => level === 'error')).toHaveLength(1);
    await failing.close(0);
  });

  it('for want of a place is asked to wait', async () => {
    const full = await startService({ callerChecksInFlightMax: 0 });
    const reply = await post(full, '1.0', sending('1.0', [{ kind: 'funder', address: SUBJECT }]), withKey);
    await full.close(0);
    expect(said(reply).objects[0]).toMatchObject({ code: 'too_many_requests', retry_after_seconds: 1 });
  });
});

it('answers fifty at once, each with its own question', async () => {
  const names = Object.values(kinds);
  const asked = Array.from({ length: 50 }, (_, n) => names[n % names.length] ?? kinds.token);
  const replies = await Promise.all(
    asked.map((kind, n) => {
      const wire = n % 2 ? '1.0' : '0.3';
      return post(service, wire, sending(wire, [{ kind: kind.name, [kind.subject]: SUBJECT }]));
    }),
  );
  const tasks = replies.map(said);
  expect(tasks.map(({ state }) => state)).toEqual(asked.map(() => 'input-required'));
  expect(tasks.map(({ value }) => value.id.split('.')[0])).toEqual(asked.map(({ name }) => name));
  expect(new Set(tasks.map(({ value }) => value.id)).size).toBe(50);
});

it('has no key and no payment in its log', async () => {
  const secret = 'payment-that-nobody-may-read';
  const metadata = { 'x402.payment.payload': secret };
  const asked = sending('1.0', [{ kind: 'funder', address: SUBJECT }], { metadata });
  await post(service, '1.0', asked, { ...withKey, 'payment-signature': secret });
  expect(JSON.stringify(service.lines)).not.toMatch(new RegExp(`${KEY}|${secret}`));
});
