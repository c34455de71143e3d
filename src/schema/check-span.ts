import type { ChainSession } from '#chain/model.ts';
import type { Ask } from '#checks/check.ts';
import { span, tracing } from '#lib/tracing.ts';
import type { Answered, Answers } from './answers.ts';

/** The work of one check, as a span where traces are recorded. Subjects are public addresses. */
export function answerInSpan(answers: Answers, ask: Ask, session: ChainSession): Promise<Answered> {
  if (!tracing.on) return answers(ask, session);
  const { kind, subject } = ask;
  return span(`check ${kind}`, { 'assay.kind': kind, 'assay.subject': subject }, async (note) => {
    const answered = await answers(ask, session);
    note({ 'assay.verdict': answered.document.verdict, 'assay.free': answered.free });
    return answered;
  });
}
