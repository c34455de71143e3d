import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exitCodes, kindNames, verdictClasses } from '../../packages/assay/src/classes.ts';
import { cli, openStandIn, type StandIn, startCli } from './cli-process.ts';

const SUBJECT = 'A2ahDjuMECTdCZhVrNuabndeYJG42Ljg8jUhWq68GUnb';
const KEY = 'assay_test';

/** Colours, the only control sequences that the client itself writes. */
const STYLES = ['0', '1', '2', '31', '32', '33', '35', '36', '1;31'].map((code) => `\u001b[${code}m`);

const bodyOf = (kind: string, verdict: string, more: object = {}): string =>
  JSON.stringify({
    schema_version: 1,
    kind,
    subject: SUBJECT,
    verdict,
    reason_codes: ['A_CODE'],
    confidence: 0.9,
    flags: [],
    reasons: [{ code: 'A_CODE', severity: 'low', message: 'A reason.' }],
    metrics: {},
    as_of: { slot: 1, commitment: 'confirmed', time: '2026-11-21T12:00:00Z' },
    gaps: [],
    billing: { route: 'credit', charged_usdc: '0.02', balance_usdc: '4.98' },
    ...more,
  });
const LOW_RISK = bodyOf('token', 'LOW_RISK');
const required = JSON.stringify({
  status: 402,
  title: 'Payment required',
  detail: 'The call is paid.',
  code: 'payment_required',
  price_usdc: '0.02',
  hint: { method: 'GET', url: 'https://assay.example/next', headers: { 'PAYMENT-SIGNATURE': '<PAYLOAD>' }, body: null },
});

let standIn: StandIn;
let env: Readonly<Record<string, string>>;

beforeAll(async () => {
  standIn = await openStandIn();
  env = { ASSAY_URL: standIn.url, ASSAY_API_KEY: KEY };
});
afterAll(() => standIn.close());

describe('the exit code', () => {
  it.each(kindNames)('is that of the verdict, for every verdict of %s', async (kind) => {
    const classes = Object.entries(verdictClasses[kind]);
    const codes: unknown[] = [];
    for (const [verdict] of classes) {
      standIn.says({ status: 200, body: bodyOf(kind, verdict) });
      codes.push((await cli([kind, SUBJECT], env)).code);
    }
    expect(codes).toEqual(classes.map(([, of]) => exitCodes[of]));
  });

  it.each([
    ['of another kind', 200, bodyOf('wallet', 'TRUSTED'), 4],
    ['about another subject', 200, LOW_RISK.replace(SUBJECT, SUBJECT.replace('A2', 'A3')), 4],
    ['that is not listed', 200, bodyOf('token', 'PERFECT'), 30],
    ['of a later schema', 200, bodyOf('token', 'LOW_RISK', { schema_version: 2 }), 30],
    ['of a page that is no answer', 200, '<html>LOW_RISK</html>', 4],
    ['of an empty document', 200, '{}', 4],
    ['under a refusal', 500, LOW_RISK, 4],
  ])('is never good for a verdict %s', async (_, status, body, code) => {
    standIn.says({ status, body });
    const ended = await cli(['token', SUBJECT], env);
    expect([ended.code, ended.stderr === '']).toEqual([code, code === 30]);
  });

  it('is 2 for a malformed subject, whoever finds it', async () => {
    standIn.says({ status: 422, body: '{"detail":[{"loc":["path","mint"],"msg":"no mint","type":"x"}]}' });
    expect(await cli(['token', SUBJECT], env)).toMatchObject({
      code: 2,
      stderr: 'Validation failed\n  path.mint: no mint\n',
    });
    expect(await cli(['token', 'xx'], env)).toMatchObject({ code: 2, stdout: '' });
    expect(await cli(['token', '--help'], env)).toMatchObject({ code: 2, stdout: '' });
    expect(standIn.asked.length).toBe(1);
  });

  it('is 3 where payment is needed, with the next call and the way to a key', async () => {
    standIn.says({ status: 402, body: required });
    const { code, stdout, stderr } = await cli(['token', SUBJECT], { ASSAY_URL: standIn.url });
    expect([code, stdout]).toEqual([3, '']);
    for (const words of [
      '0.02 USDC',
      'GET https://assay.example/next',
      'PAYMENT-SIGNATURE: <PAYLOAD>',
      '/credits/prepare',
      'ASSAY_API_KEY',
    ])
      expect(stderr).toContain(words);
    expect(standIn.asked[0]?.headers['idempotency-key']).toBeUndefined();
  });

  it('is 4 for a redirect, which is not followed with the key', async () => {
    const other = await openStandIn();
    other.says({ status: 200, body: LOW_RISK });
    standIn.says({ status: 302, headers: { location: `${other.url}/check/token/${SUBJECT}` } });
    const { code, stderr } = await cli(['token', SUBJECT], env);
    expect([code, other.asked.length]).toEqual([4, 0]);
    expect(stderr).toContain(`redirects to ${other.url}`);
    await other.close();
  });

  it('is 4 where nobody answers', async () => {
    const gone = await openStandIn();
    await gone.close();
    const { code, stderr } = await cli(['token', SUBJECT, '--url', gone.url], env);
    expect(code).toBe(4);
    expect(stderr).toContain('ECONNREFUSED');
  });

  it('is that of a shell script', async () => {
    standIn.says({ status: 200, body: LOW_RISK }, { status: 200, body: bodyOf('token', 'CRITICAL') });
    const [good, bad] = [await startCli(['token', SUBJECT], env).ended, await startCli(['token', SUBJECT], env).ended];
    expect([good.code, bad.code]).toEqual([0, 20]);
    expect([good.stdout.startsWith('LOW_RISK (good)'), good.stderr]).toEqual([true, '']);
  });
});

describe('a question', () => {
  it('is asked again after 429 and 503 under one Idempotency-Key, and another question under another', async () => {
    const later = { 'retry-after': '0' };
    standIn.says({ status: 429, headers: later }, { status: 503, headers: later }, { status: 200, body: LOW_RISK });
    expect((await cli(['token', SUBJECT], env)).code).toBe(0);
    const keys = standIn.asked.map(({ headers }) => headers['idempotency-key']);
    expect(keys.length).toBe(3);
    expect(new Set(keys).size).toBe(1);
    expect(String(keys[0])).toMatch(/^[0-9a-f-]{36}$/);
    expect(standIn.asked.map(({ headers }) => headers['x-api-key'])).toEqual([KEY, KEY, KEY]);
    standIn.says({ status: 200, body: LOW_RISK });
    await cli(['token', SUBJECT], env);
    expect(standIn.asked[0]?.headers['idempotency-key']).not.toBe(keys[0]);
  });

  it('carries the size of a trade, and takes no answer about another', async () => {
    standIn.says({ status: 200, body: bodyOf('trade', 'ACCEPTABLE_COST', { metrics: { size_sol: '0.5' } }) });
    expect((await cli(['trade', SUBJECT, '--size', '0.50'], env)).code).toBe(0);
    expect(standIn.asked[0]?.url).toBe(`/check/trade/${SUBJECT}?size_sol=0.50`);
    expect((await cli(['trade', SUBJECT, '--size', '2'], env)).code).toBe(4);
  });
});

describe('output', () => {
  const hostile = bodyOf('token', 'CRITICAL\u001b[2K', {
    reasons: [{ code: 'A_CODE', severity: 'low', message: 'x\u001b]0;owned\u0007\u202eKSIR_WOL\u200b' }],
    metrics: { name: 'Good\u001b[32m\r\nLOW_RISK', symbol: '\u009b2J', is_token_2022: true },
  });

  it('never lets the chain write to the terminal', async () => {
    standIn.says({ status: 200, body: hostile });
    for (const colours of [{}, { FORCE_COLOR: '1' }]) {
      const { stdout, code } = await cli(['token', SUBJECT], { ...env, ...colours });
      const bare = STYLES.reduce((left, style) => left.replaceAll(style, ''), stdout);
      expect(bare).not.toMatch(/[^\P{C}\n]/u);
      expect(bare).toContain('"Good\\u{1b}[32m\\u{d}\\u{a}LOW_RISK", "\\u{9b}2J"');
      expect(code).toBe(30);
    }
    standIn.says({ status: 403, body: JSON.stringify({ title: 'No\u001b[2J', detail: '\u202e' }) });
    expect((await cli(['token', SUBJECT], env)).stderr).toBe('No\\u{1b}[2J\n  \\u{202e}\n');
  });

  it('has colours only where they are wanted, and no progress where nobody watches', async () => {
    standIn.says({ status: 200, body: LOW_RISK });
    const plain = await cli(['token', SUBJECT], env);
    expect(`${plain.stdout}${plain.stderr}`).not.toContain('\u001b');
    expect((await cli(['token', SUBJECT], { ...env, FORCE_COLOR: '1' })).stdout).toContain(
      '\u001b[32mLOW_RISK (good)\u001b[0m',
    );
  });

  it('is the body and nothing else with --json, on one line', async () => {
    const exact = LOW_RISK.replace('0.9,', '0.90,').replace('"flags":[]', '"flags" : [ ]');
    standIn.says({ status: 200, body: exact });
    expect(await cli(['token', SUBJECT, '--json'], env)).toMatchObject({ code: 0, stdout: `${exact}\n`, stderr: '' });
    standIn.says({ status: 200, body: JSON.stringify(JSON.parse(LOW_RISK), null, 1) });
    const { stdout } = await cli(['token', SUBJECT, '--json'], env);
    expect([stdout.split('\n').length, JSON.parse(stdout)]).toEqual([2, JSON.parse(LOW_RISK)]);
    standIn.says({ status: 402, body: required });
    expect(await cli(['token', SUBJECT, '--json'], env)).toMatchObject({
      code: 3,
      stdout: '',
      stderr: `${required}\n`,
    });
    const misused = await cli(['token', 'xx', '--json'], env);
    expect([misused.code, misused.stdout, JSON.parse(misused.stderr).code]).toEqual([2, '', 'usage']);
    standIn.says({ status: 200, body: 'no JSON' });
    expect(JSON.parse((await cli(['token', SUBJECT, '--json'], env)).stderr)).toMatchObject({ code: 'not_assay' });
  });

  it('warns before a key goes over the network in the clear', async () => {
    standIn.says({ status: 200, body: LOW_RISK });
    expect((await cli(['token', SUBJECT], env)).stderr).toBe('');
    // Any address reaches this machine here, and only loopback's own are known to stay on it.
    const open = standIn.url.replace('127.0.0.1', '0.0.0.0');
    const { code, stderr } = await cli(['token', SUBJECT, '--url', open], env);
    expect([code, stderr]).toEqual([0, 'warning: the key goes to 0.0.0.0 unencrypted; use https.\n']);
  });

  it('never shows the key', async () => {
    standIn.says({ status: 402, body: required });
    const { stdout, stderr } = await cli(['token', SUBJECT, '--key', 'assay_Secret'], { ASSAY_URL: standIn.url });
    expect(`${stdout}${stderr}`).not.toContain('assay_Secret');
  });
});

describe('watching', () => {
  const root = JSON.stringify({ endpoints: { token: { price_usdc: '0.02' } } });

  it('says what it costs first, and stops with 3 when the money ends', async () => {
    standIn.says({ status: 200, body: root }, { status: 402, body: required });
    const { code, stderr } = await cli(['token', SUBJECT, '--watch'], env);
    expect(code).toBe(3);
    expect(stderr.indexOf('Each round costs 0.02 USDC')).toBeGreaterThanOrEqual(0);
    expect(stderr).toContain('up to 2.40 USDC an hour');
    expect(stderr.indexOf('Each round')).toBeLessThan(stderr.indexOf('402'));
  });

  it('prints what changed, a round at a time, with the pause between rounds that was asked for', async () => {
    standIn.says(
      { status: 200, body: root },
      { status: 200, body: LOW_RISK },
      { status: 200, body: bodyOf('token', 'CRITICAL', { flags: ['NEW'] }) },
      { status: 402, body: required },
    );
    const pauses: number[] = [];
    const wait = async (ms: number) => void pauses.push(ms);
    const { code, stdout } = await cli(['token', SUBJECT, '--watch', '5'], env, { wait });
    expect([code, pauses]).toEqual([3, [5_000, 5_000]]);
    expect(stdout).toContain('LOW_RISK (good)');
    expect(stdout).toMatch(/Verdict +LOW_RISK -> CRITICAL\n/);
    expect(stdout).toContain('+NEW');
    const keys = standIn.asked.slice(1).map(({ headers }) => headers['idempotency-key']);
    expect([keys.length, new Set(keys).size]).toEqual([3, 3]);
  });

  it('prints one line of JSON for each round', async () => {
    standIn.says({ status: 200, body: root }, { status: 200, body: LOW_RISK }, { status: 402, body: required });
    const { code, stdout, stderr } = await cli(['token', SUBJECT, '--watch', '5', '--json'], env);
    expect([code, stdout]).toEqual([3, `${LOW_RISK}\n`]);
    expect(stderr.trimEnd().split('\n').at(-1)).toBe(required);
  });

  it('ends with 130 when it is interrupted, between two rounds, and in a single question', async () => {
    standIn.says({ status: 200, body: root }, { status: 200, body: LOW_RISK });
    const observability = startCli(['token', SUBJECT, '--watch', '86400'], env);
    await new Promise((resolve) => observability.process.stdout?.once('data', resolve));
    observability.process.kill('SIGINT');
    const watched = await observability.ended;
    expect([watched.code, watched.stdout.startsWith('LOW_RISK (good)')]).toEqual([130, true]);
    standIn.says({ status: 200, hangs: true });
    const asking = startCli(['token', SUBJECT], env);
    await standIn.askedTimes(1);
    asking.process.kill('SIGINT');
    expect(await asking.ended).toMatchObject({ code: 130, stdout: '' });
  });
});
