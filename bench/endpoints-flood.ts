import type { SampleSubject } from 'assay-sandbox/identity.ts';
import type { Sandbox } from 'assay-sandbox/start.ts';
import type { Passing } from '../packages/core/test/support/plans/limiting-proxy.ts';
import type { Plan } from '../packages/core/test/support/plans/plan.ts';
import { heliusDeveloper, quicknodeBuild } from '../packages/core/test/support/plans/providers.ts';
import { type Ask, withService } from '../test/support/plans/survey.ts';
import { report } from './report.ts';

const CHECKS = 200;
const CALLS_PER_SECOND = 50;

/** What came of many checks at once over one plan. */
interface Flooded {
  /** Calls that passed, against what the plan would have let through from the first to the last of them. */
  readonly share: number;
  readonly refused: number;
  readonly passed: number;
  readonly longestPauseMs: number;
  /** Seconds until each answer, the shortest first. */
  readonly seconds: readonly number[];
  readonly answered: number;
}

/** As many subjects as are asked at once: all samples but the one with thousands of transactions, then the first ones again. */
function subjectsOf({ subjects }: Sandbox): readonly SampleSubject[] {
  const usual = subjects.filter(({ what }) => !what.startsWith('5,000 transactions'));
  return Array.from({ length: CHECKS }, (_, index) => usual[index % usual.length]!);
}

async function timed(ask: Ask, subject: SampleSubject) {
  const startedAt = performance.now();
  const { verdict } = await ask(subject);
  return { seconds: (performance.now() - startedAt) / 1_000, isRight: verdict === subject.verdict };
}

async function floodOver(sandbox: Sandbox, plan: Plan): Promise<Flooded> {
  return await withService(sandbox, [plan], async (ask, [proxy]) => {
    const subjects = subjectsOf(sandbox);
    const answers = await Promise.all(subjects.map((subject) => timed(ask, subject)));
    return flooded(proxy?.take().calls ?? [], answers);
  });
}

function flooded(calls: readonly Passing[], answers: readonly Awaited<ReturnType<typeof timed>>[]): Flooded {
  const passed = calls.filter(({ isRefused }) => !isRefused).map(({ at }) => at);
  const [first = 0, last = 0] = [passed.at(0), passed.at(-1)];
  const pauses = calls.slice(1).map(({ at }, index) => at - (calls[index]?.at ?? at));
  return {
    // The plan lets through a second's calls at once when it was idle.
    share: passed.length / (CALLS_PER_SECOND * ((last - first) / 1_000 + 1)),
    refused: calls.length - passed.length,
    passed: passed.length,
    longestPauseMs: Math.max(0, ...pauses),
    seconds: answers.map(({ seconds }) => seconds).sort((a, b) => a - b),
    answered: answers.filter(({ isRight }) => isRight).length,
  };
}

/** Prints and reports what 200 checks at once make of plans of 50 calls a second. */
export async function flood(sandbox: Sandbox): Promise<void> {
  for (const plan of [heliusDeveloper, quicknodeBuild]) {
    const { share, refused, passed, longestPauseMs, seconds, answered } = await floodOver(sandbox, plan);
    const part = (of: number) =>
      (seconds[Math.min(seconds.length - 1, Math.floor(seconds.length * of))] ?? 0).toFixed(1);
    const ours = [
      `${passed} calls passed, ${refused} refused, the longest pause ${longestPauseMs.toFixed(0)} ms`,
      `${answered} of ${CHECKS} with their verdict, half within ${part(0.5)} s, 99 of 100 within ${part(0.99)} s`,
    ].join('; ');
    const what = `${CHECKS} checks at once over ${plan.name}, ${CALLS_PER_SECOND} calls a second: part of the plan that is used`;
    console.log(`${what}: ${share.toFixed(2)}; ${ours}`);
    report({ what, budget: 'flood / plan', ours, beside: null, ratios: [share] });
  }
}
