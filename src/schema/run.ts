import { type GraphQLError, parse, validate } from 'graphql';
import { type CompiledQuery, compileQuery } from 'graphql-jit';
import { z } from 'zod';
import type { Kind } from '#checks/check.ts';
import { kinds } from '#checks/index.ts';
import { Fault } from '#lib/fault.ts';
import type { Context } from './builder.ts';
import type { Desk } from './desk.ts';
import type { AnswerDocument, Billing, Checks, Delivered, MoneyDesk } from './model.ts';
import { schema } from './schema.ts';
import { addressText, invalidRequest } from './validation.ts';

interface Prepared {
  readonly args: z.ZodType<Record<string, string>>;
  readonly query: CompiledQuery<Result, Record<string, string>>;
}

interface Result {
  readonly check: {
    readonly document: AnswerDocument;
    readonly billing: {
      readonly route: string;
      readonly charged_usdc: string;
      readonly balance_usdc: string | null;
      readonly pass: NonNullable<Billing['pass']> | null;
      readonly transaction: string | null;
      readonly replayed: boolean;
    };
    readonly retryAfterSeconds: number | null;
  } | null;
}

/** The in-process door: one document a kind, parsed, validated and compiled once. */
export function openChecks(desk: Desk, money: MoneyDesk): Checks {
  const prepared = new Map<Kind['name'], Prepared>();
  for (const kind of Object.values(kinds)) {
    if (kind.state === 'available') prepared.set(kind.name, prepare(kind));
  }
  return {
    async run(kind, args, caller) {
      const document = prepared.get(kind);
      if (!document) throw new Fault('kind_not_available');
      const valid = document.args.safeParse(args);
      if (!valid.success) throw invalidRequest(valid.error, args);
      const operation = desk.open(caller, 1);
      try {
        return await runPrepared(document, valid.data, { operation, caller, money });
      } finally {
        operation.close();
      }
    },
  };
}

function prepare(kind: Kind): Prepared {
  const text = `query Check($subject: Address!) {
    check: ${kind.name}Check(${kind.subject}: $subject) {
      document
      billing {
        route charged_usdc: chargedUsdc balance_usdc: balanceUsdc transaction replayed
        pass { tier calls_left: callsLeft expires_at: expiresAt }
      }
      retryAfterSeconds
    }
  }`;
  const document = parse(text);
  const [mistake] = validate(schema, document);
  if (mistake) throw mistake;
  const query = compileQuery<Result, Record<string, string>>(schema, document, 'Check');
  if (!('query' in query)) throw new Error(`the document of ${kind.name} does not compile`);
  const args = z.object({ [kind.subject]: addressText }).transform((given) => ({ subject: given[kind.subject] ?? '' }));
  return { args, query };
}

async function runPrepared(
  { query }: Prepared,
  variables: Record<string, string>,
  context: Context,
): Promise<Delivered> {
  const { data, errors } = await query.query(undefined, context, variables);
  if (errors?.[0]) throw causeOf(errors[0]);
  if (!data?.check) throw new Error('the check left neither an answer nor an error');
  const { document, billing, retryAfterSeconds } = data.check;
  const { receipt } = context.operation;
  return {
    document,
    billing: billingOf(billing),
    ...(retryAfterSeconds !== null && { retryAfterSeconds }),
    ...(receipt && { receipt }),
  };
}

/** The enumeration is written in upper case by GraphQL and in lower case by everything else. */
function billingOf(billing: NonNullable<Result['check']>['billing']): Billing {
  const { route, charged_usdc, balance_usdc, pass, transaction, replayed } = billing;
  return {
    route: route.toLowerCase() as Billing['route'],
    charged_usdc,
    ...(balance_usdc !== null && { balance_usdc }),
    ...(pass && { pass }),
    ...(transaction !== null && { transaction }),
    ...(replayed && { replayed: true as const }),
  };
}

function causeOf(error: GraphQLError): unknown {
  return error.originalError ?? error;
}
