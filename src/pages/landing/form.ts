import { kinds } from '#checks/index.ts';
import type { HttpDeps } from '#http/http-deps.ts';
import type { PageForm } from '#http/page.ts';
import { checkCall, exampleSubject, KEY_HEADER } from '#http/questions/calls.ts';
import { addressesOf } from '../addresses.ts';
import { answerExamples } from '../answer-examples.ts';
import { htmlForm, madeOnce } from '../html.ts';
import { startHere } from '../start-here.ts';
import { DESCRIPTION, NOT_CHARGED, READING, retries } from '../words.ts';
import type { ShownAnswer } from './example.tsx';
import { landingHtml } from './view.tsx';

type LandingDeps = Pick<HttpDeps, 'settings' | 'mcpBaseUrl' | 'examples' | 'freeCallsPerDay' | 'sandbox'>;

/** The first page for people. In the sandbox its calls hold the sandbox's key, so that each runs as it is. */
export function landingForm(deps: LandingDeps): PageForm {
  const key = async () => (await deps.sandbox?.apiKey()) ?? KEY_HEADER['X-API-Key'];
  // Payment per call may come and go while the service runs.
  const made = { with: madeOnce((one) => landing(deps, one)), without: madeOnce((one) => landing(deps, one)) };
  return htmlForm(async () => made[deps.settings.enabled ? 'with' : 'without'](await key()));
}

function landing(deps: LandingDeps, key: string): string {
  const { settings, sandbox, examples, freeCallsPerDay = 0 } = deps;
  const { pay_per_call: x402 = [] } = startHere(deps);
  return landingHtml({
    site: settings,
    description: DESCRIPTION,
    samples: Object.values(kinds).map(({ name }) => {
      const subject = exampleSubject(name, examples);
      return {
        kind: name,
        subject,
        verdict: sandbox?.samples.find(({ kind, address }) => kind === name && address === subject)?.verdict,
      };
    }),
    answers: Object.values(kinds).flatMap((kind): readonly ShownAnswer[] => {
      const { verdict } = answerExamples(kind, exampleSubject(kind.name, examples));
      return verdict ? [verdict.value] : [];
    }),
    reached: {
      baseUrl: settings.baseUrl,
      mcpUrl: addressesOf(deps).mcp,
      key,
      restCall: checkCall(kinds.token, deps).curl.replaceAll(KEY_HEADER['X-API-Key'], key),
      x402Calls: x402.map(({ curl }) => curl),
      mint: exampleSubject('token', examples),
      freeCallsPerDay,
    },
    promises: [
      { title: 'Proven, or said to be unknown', text: READING },
      {
        title: 'Signed, with what it rests on',
        text: 'Each reason names the accounts, transactions and slots behind it. The signature can be checked offline by whoever gets the answer second-hand.',
      },
      { title: 'Paid once, or not at all', text: `${NOT_CHARGED} ${retries(settings)}` },
    ],
  });
}
