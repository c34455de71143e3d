import { createServer, request as send } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { classOf, classOfAnswer, exitCodes, kindNames } from '../../packages/assay/src/classes.ts';
import { openService, type Service } from '../support/service.ts';
import { cli, startCli } from './cli-process.ts';

interface Sample {
  readonly kind: string;
  readonly subject: string;
  readonly verdict: string;
}

let service: Service;
let env: Readonly<Record<string, string>>;
/** The samples of the sandbox: kind, subject, verdict. */
let samples: readonly (readonly [string, string, string])[];

beforeAll(async () => {
  service = await openService();
  const { api_key: apiKey, samples: printed } = await (await fetch(`${service.url}/sandbox`)).json();
  env = { ASSAY_URL: service.url, ASSAY_API_KEY: apiKey };
  samples = printed.map(({ kind, subject, verdict }: Sample) => [kind, subject, verdict]);
});
afterAll(() => service.end());

const balance = async (): Promise<unknown> => JSON.parse((await cli(['balance', '--json'], env)).stdout).balance_usdc;

/** A road to the service that loses the first answer after the service has given it. */
async function openLossyRoad() {
  let lost = 0;
  const server = createServer((incoming, outgoing) => {
    const onward = send(`${service.url}${incoming.url}`, { headers: incoming.headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => {
        if (lost === 0) {
          lost += 1;
          incoming.socket.destroy();
          return;
        }
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers).end(Buffer.concat(parts));
      });
    });
    onward.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  const url = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}`;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url, lost: () => lost, close };
}

describe('the command against the real service', () => {
  it.each(kindNames)('shows a verdict of each class of %s with its exit code', async (kind) => {
    // The first sample of each class, since the last ones take longest.
    const byClass = new Map(
      samples
        .filter(([of]) => of === kind)
        .map((sample) => [classOf(kind, sample[2], 1), sample] as const)
        .reverse(),
    );
    expect(byClass.size).toBeGreaterThan(1);
    const shown = [...byClass].map(async ([, [, subject, verdict]]) => {
      const { code, stdout, stderr } = await cli([kind, subject], env);
      const { reason_codes, flags, gaps } = JSON.parse((await cli([kind, subject, '--json'], env)).stdout);
      const verdictClass = classOfAnswer({
        kind,
        verdict,
        schemaVersion: 1,
        codes: reason_codes,
        flags,
        gaps: gaps.length,
      });
      expect([verdict, code, stderr]).toEqual([verdict, exitCodes[verdictClass], '']);
      expect(stdout.split('\n')[0]).toMatch(new RegExp(`^${verdict} \\(`));
      for (const words of [subject, 'Confidence', 'As of', 'Charged', `${service.url}/reason-codes/`])
        expect(stdout).toContain(words);
    });
    await Promise.all(shown);
  });

  it('never pays twice for an answer that was lost on its way', async () => {
    const [kind = '', subject = ''] = samples.find(([, , verdict]) => verdict === 'LOW_RISK') ?? [];
    const road = await openLossyRoad();
    const before = Number(await balance());
    // With its pauses: the first attempt may be at work still when it is asked again.
    const { code, stdout } = await cli([kind, subject, '--url', road.url], env, {});
    expect([code, road.lost(), stdout.includes('LOW_RISK')]).toEqual([0, 1, true]);
    expect(before - Number(await balance())).toBeCloseTo(0.02, 6);
    await road.close();
  });

  it('says how to get a key without one, and with one that nobody knows', async () => {
    const [kind = '', subject = ''] = samples[0] ?? [];
    for (const key of [{}, { ASSAY_API_KEY: 'assay_nobody' }]) {
      const { code, stdout, stderr } = await cli([kind, subject], { ASSAY_URL: service.url, ...key });
      expect([code, stdout]).toEqual([3, '']);
      for (const words of ['Price', 'Next call', `${service.url}/credits`, 'ASSAY_API_KEY', 'Sandbox'])
        expect(stderr).toContain(words);
    }
    expect((await cli(['balance'], { ASSAY_URL: service.url })).code).toBe(3);
  });

  it('prints the very body of REST with --json', async () => {
    const [kind = '', subject = ''] = samples.find(([, , verdict]) => verdict === 'LOW_RISK') ?? [];
    // The command itself, as it is installed.
    const { code, stdout, stderr } = await startCli([kind, subject, '--json'], env).ended;
    expect([code, stderr, stdout.trimEnd().includes('\n')]).toEqual([0, '', false]);
    expect(JSON.parse(stdout)).toMatchObject({
      schema_version: 1,
      subject,
      verdict: 'LOW_RISK',
      billing: { charged_usdc: '0.02' },
    });
    expect(JSON.parse(stdout).attestation).toMatch(/^\S+\.\.\S+$/);
  });

  it('reads the balance and explains a code', async () => {
    expect((await cli(['balance'], env)).stdout).toMatch(/^\d\.\d\d USDC\n/);
    const explained = await cli(['reason', 'lp_burned'], env);
    expect([explained.code, explained.stdout.includes('token, info flag')]).toEqual([0, true]);
    expect(await cli(['reason', 'NO_SUCH_CODE'], env)).toMatchObject({ code: 4, stdout: '' });
  });

  it('leaves a malformed subject to the service where only it can tell', async () => {
    // 44 letters of base58 that are more than 32 bytes.
    const { code, stderr } = await cli(['token', 'z'.repeat(44)], env);
    expect([code, stderr.startsWith('Validation failed\n  path.mint: ')]).toEqual([2, true]);
  });
});
