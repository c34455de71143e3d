import type { Answers, CheckKind, Verified } from './answers.ts';
import { ADDRESS } from './bytes.ts';
import type { AssayClient } from './client.ts';
import { SIZE } from './decimal.ts';
import { AssayError } from './errors.ts';

/** A JSON Schema of an object. */
export interface InputSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, object>>;
  readonly required: string[];
  readonly additionalProperties: false;
}

/** A call of the client as frameworks for agents want it: words for a model, the form of its input, and what runs it. */
export interface AssayTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: InputSchema;
  /** A failure is a result that says so: a model that gets none might take the trade for harmless. */
  readonly run: (input: Readonly<Record<string, unknown>>) => Promise<object>;
}

const address = (description: string) => ({ type: 'string', pattern: ADDRESS.source, description });
const size = { type: 'string', pattern: SIZE.source, description: 'SOL to spend, as in 0.5.' };

function objectOf(properties: Readonly<Record<string, object>>, ...required: string[]): InputSchema {
  return { type: 'object', properties, required, additionalProperties: false };
}

/** The tools of a client: the guard, and each check. The adapters for frameworks are made of them. */
export function toolsOf(assay: AssayClient): readonly AssayTool[] {
  const text = (input: Readonly<Record<string, unknown>>, name: string): string => String(input[name]);
  const optional = (input: Readonly<Record<string, unknown>>, name: string) =>
    input[name] === undefined ? {} : { [name]: text(input, name) };
  return [
    {
      name: 'assay_guard',
      description:
        'Ask before buying a token on Solana. decision: allow, reduce (buy only sizeSol) or block (do not buy). Costs 0.04 to 0.11 USDC.',
      inputSchema: objectOf(
        {
          mint: address('The mint of the token.'),
          sizeSol: size,
          deployer: address('Who made the token, when known.'),
          budgetBps: {
            type: 'integer',
            minimum: 0,
            maximum: 10_000,
            description: 'What a round trip may cost: 300 is 3 %.',
          },
        },
        ...['mint', 'sizeSol', 'budgetBps'],
      ),
      run: safely(async (input) => {
        const request = {
          mint: text(input, 'mint'),
          budgetBps: Number(input.budgetBps),
          ...optional(input, 'deployer'),
        };
        const { checks: _checks, ...decided } = await assay.guard({ ...request, ...optional(input, 'sizeSol') });
        return decided;
      }),
    },
    {
      name: 'assay_token',
      description: 'Is this token safe to hold? Costs 0.02 USDC.',
      inputSchema: objectOf({ mint: address('The mint of the token.') }, 'mint'),
      run: safely(async (input) => shortOf(await assay.token(text(input, 'mint')))),
    },
    {
      name: 'assay_trade',
      description: 'What does buying and selling this token again cost? Costs 0.02 USDC.',
      inputSchema: objectOf({ mint: address('The mint of the token.'), sizeSol: size }, 'mint', 'sizeSol'),
      run: safely(async (input) => shortOf(await assay.trade(text(input, 'mint'), optional(input, 'sizeSol')))),
    },
    {
      name: 'assay_wallet',
      description: 'Can the profit of this wallet be proven? Costs 0.10 USDC.',
      inputSchema: objectOf({ address: address('The wallet.') }, 'address'),
      run: safely(async (input) => shortOf(await assay.wallet(text(input, 'address')))),
    },
    {
      name: 'assay_funder',
      description: 'Where did this address get its first money? Costs 0.05 USDC.',
      inputSchema: objectOf({ address: address('The address.') }, 'address'),
      run: safely(async (input) => shortOf(await assay.funder(text(input, 'address')))),
    },
  ];
}

function safely(run: AssayTool['run']): AssayTool['run'] {
  return async (input) => {
    try {
      return await run(input);
    } catch (error) {
      if (error instanceof AssayError) {
        const { code, message, retryable } = error;
        return { error: { code, message, retryable }, note: 'Nothing is known: do not act on it.' };
      }
      // An input that is none: the model may correct it.
      if (error instanceof RangeError) return { error: { code: 'invalid_request', message: error.message } };
      throw error;
    }
  };
}

/** The part of an answer that a model needs. Names and texts that strangers wrote on the chain stand in `metrics`, and stay there. */
function shortOf(answer: Verified<Answers[CheckKind]>): object {
  const { kind, subject, verdict, confidence, reasons, flags, gaps, as_of, billing, verified, sandbox } = answer;
  return {
    kind,
    subject,
    verdict,
    confidence,
    verified,
    reasons: reasons.map(({ code, severity, message }) => ({ code, severity, message })),
    flags,
    gaps,
    as_of,
    charged_usdc: billing.charged_usdc,
    ...(sandbox === true && { sandbox }),
  };
}
