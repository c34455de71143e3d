import { z } from 'zod';
import type { Kind } from '#checks/check.ts';
import { kinds } from '#checks/index.ts';
import { SIZE_SOL_DEFAULT } from '#checks/trade/size.ts';
import { Fault } from '#lib/fault.ts';
import { askOf } from './ask.ts';
import type { Context } from './builder.ts';
import type { CheckService } from './desk-model.ts';
import type { Checks, Delivered, MoneyService } from './model.ts';
import { type PreparedDocument, prepareDocument } from './prepared.ts';
import { openBatch } from './run-batch.ts';
import { ANSWER, type AnswerResult, deliveredOf } from './run-result.ts';
import { addressText, invalidRequest, sizeText } from './validation.ts';

interface Prepared {
  readonly args: z.ZodType<Record<string, string>>;
  readonly query: PreparedDocument<AnswerResult>;
}

/** The in-process door: one document a kind, parsed, validated and compiled once. */
export function openChecks(service: CheckService, money: MoneyService): Checks {
  const prepared = new Map<Kind['name'], Prepared>();
  for (const kind of Object.values(kinds)) {
    if (kind.state === 'available') prepared.set(kind.name, prepare(kind));
  }
  return {
    runAll: openBatch(service, money),
    async run(kind, args, caller) {
      const document = prepared.get(kind);
      if (!document) throw new Fault('kind_not_available');
      const valid = document.args.safeParse(args);
      if (!valid.success) throw invalidRequest(valid.error, args);
      const ask = askOf(kind, valid.data.subject ?? '', valid.data.size_sol);
      const operation = service.open(caller, { asks: [ask], items: 1, keysOnly: false });
      try {
        return await runPrepared(document, valid.data, { operation, caller, money });
      } finally {
        operation.close();
      }
    },
  };
}

function prepare(kind: Kind): Prepared {
  const [declared, given] = kind.sized ? [', $size_sol: Sol', ', sizeSol: $size_sol'] : ['', ''];
  const query = prepareDocument<AnswerResult>(`query Check($subject: Address!${declared}) {
    answer: ${kind.name}Check(${kind.subject}: $subject${given}) {
      ${ANSWER}
    }
  }`);
  const shape: Record<string, z.ZodType<string>> = {
    [kind.subject]: addressText,
    ...(kind.sized && { size_sol: sizeText.default(SIZE_SOL_DEFAULT) }),
  };
  const args = z
    .object(shape)
    .transform(({ [kind.subject]: subject = '', ...rest }): Record<string, string> => ({ subject, ...rest }));
  return { args, query };
}

async function runPrepared(
  { query }: Prepared,
  variables: Record<string, string>,
  context: Context,
): Promise<Delivered> {
  return deliveredOf(await query(variables, context), context.operation.receipt);
}
