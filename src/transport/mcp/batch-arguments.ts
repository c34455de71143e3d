import { kinds } from '#checks/index.ts';
import { isKind } from '#http/questions/check-call.ts';
import { notListed } from '#http/questions/invalid.ts';
import { Fault, type InvalidItem } from '#lib/fault.ts';
import type { CheckRequest } from '#schema/batch-request.ts';
import type { FailedCheck } from '#schema/model.ts';
import { plainDecimal } from '#schema/sol-text.ts';
import { missing, refusal, refuseInvalid, refuseUnknown, withoutNulls } from './arguments.ts';
import { CHECKS_MAX } from './batch-schemas.ts';
import type { ToolCall } from './tool.ts';

/** A question as it is worked, or why it cannot be: a bad one spoils no other. */
export type Question = CheckRequest | FailedCheck;

const MEMBERS = ['kind', 'subject', 'size_sol'];
const ECHO_CHARS_MAX = 64;

/** The questions in their order. Throws `invalid_request` where there is no list of them. */
export function questionsOf(args: ToolCall['args']): readonly Question[] {
  refuseUnknown(args, ['checks', 'idempotency_key']);
  const { checks } = args;
  if (checks === undefined) refuseInvalid([missing('checks')]);
  if (!Array.isArray(checks) || checks.length === 0 || checks.length > CHECKS_MAX) {
    const msg = `Input should be a list of 1 to ${CHECKS_MAX} checks`;
    throw new Fault('invalid_request', `checks: ${msg}`, {
      invalid: [{ type: 'list_type', loc: ['arguments', 'checks'], msg }],
    });
  }
  return checks.map(questionOf);
}

/** Whether the question can be worked; its subject and size are validated there. */
export function isWorkable(question: Question): question is CheckRequest {
  return !('code' in question);
}

function questionOf(check: unknown, n: number): Question {
  const loc = ['arguments', 'checks', n] as const;
  const given = withoutNulls((typeof check === 'object' && check !== null ? check : {}) as ToolCall['args']);
  const { kind = '', subject, size_sol: size } = given;
  const others = Object.keys(given).filter((name) => !MEMBERS.includes(name));
  const extra = (name: string, msg: string): InvalidItem => ({
    type: 'extra_forbidden',
    loc: [...loc, name.slice(0, ECHO_CHARS_MAX)],
    msg,
  });
  const name = typeof kind === 'string' ? kind : '';
  const known = isKind(name) ? kinds[name] : null;
  const invalid = [
    ...others.slice(0, 5).map((other) => extra(other, `No such member. There are: ${MEMBERS.join(', ')}`)),
    ...(known ? [] : [notListed([...loc, 'kind'], name, Object.keys(kinds))]),
    ...(typeof subject === 'string' ? [] : [textMissing([...loc, 'subject'], subject)]),
    ...(known && !known.sized && size !== undefined ? [extra('size_sol', `The ${name} check has no size`)] : []),
  ];
  if (!known || invalid.length > 0) return failure(name, subject, invalid);
  const sizeSol = typeof size === 'number' ? plainDecimal(String(size)) : size;
  return {
    kind: known.name,
    subject: typeof subject === 'string' ? subject : '',
    ...(size !== undefined && { sizeSol }),
  };
}

function textMissing(loc: InvalidItem['loc'], value: unknown): InvalidItem {
  if (value === undefined) return { type: 'missing', loc, msg: 'Field required' };
  return { type: 'string_type', loc, msg: 'Input should be a valid string' };
}

function failure(kind: string, subject: unknown, invalid: readonly InvalidItem[]): FailedCheck {
  const { code, message } = refusal(invalid);
  const told = typeof subject === 'string' ? subject.slice(0, ECHO_CHARS_MAX) : '';
  return { kind: kind.slice(0, ECHO_CHARS_MAX), subject: told, code, detail: message, retryable: false, invalid };
}
