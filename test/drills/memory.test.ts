import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../support/market.ts';
import { Customers } from './customers.ts';
import { mustBeSound } from './reckoning.ts';
import { openStage, recordedSubject, type Stage } from './stage.ts';

const HEAP_MIB = 96;
const BATCHES = 24;
const LINES = 100;
const VERDICTS = ['CEX_FUNDED', 'WALLET_FUNDED', 'UNKNOWN'] as const;

let stage: Stage;

beforeAll(async () => {
  const env = { NODE_OPTIONS: `--max-old-space-size=${HEAP_MIB}`, CHECKS_IN_FLIGHT_MAX: '150' };
  stage = await openStage({ env, rpcLatencyMs: 50 });
});
afterAll(() => stage?.stop());

/** An operation of as many checks as one may have. */
function batch(): string {
  const one = (n: number): string => `{ kind: FUNDER, subject: "${recordedSubject(VERDICTS[n % 3] ?? 'UNKNOWN')}" }`;
  const requests = Array.from({ length: LINES }, (_, n) => one(n)).join(' ');
  return `{ checks(requests: [${requests}]) { __typename ... on FunderCheck { document billing { route } } ... on CheckFault { code } } }`;
}

describe('a service with little memory', () => {
  it('under more batches than fit into it refuses some before work, answers others, and lives', async () => {
    const keys = await Promise.all(Array.from({ length: BATCHES }, () => stage.key()));
    const query = batch();
    const answers = await Promise.all(
      keys.map((key) =>
        ask(`${stage.service.url}/graphql`, { 'X-API-Key': key }, query).catch((error) => String(error)),
      ),
    );
    const statuses = answers.map((answer) => (typeof answer === 'string' ? answer : answer.status));
    expect(statuses.filter((status) => status !== 200 && status !== 503 && status !== 429)).toEqual([]);
    expect(statuses).toContain(200);
    expect(stage.service.process.exitCode).toBeNull();
    const customers = new Customers(`${stage.service.url}/check/funder/${recordedSubject('CEX_FUNDED')}`, keys);
    customers.work();
    await customers.answered(BATCHES);
    await customers.rest();
    await mustBeSound(stage.database);
  }, 90_000);
});
