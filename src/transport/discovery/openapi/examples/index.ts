import type { Kind } from '#checks/check.ts';
import { formatUsdc } from '#lib/money.ts';
import type { AnswerBilling, AnswerDocument } from '#schema/contract.ts';
import { funderExample } from './funder.ts';
import { tokenExample } from './token.ts';
import { tradeExample } from './trade.ts';
import { walletExample } from './wallet.ts';

/** An answer as REST sends it, with what it is an example of. */
export interface AnswerExample {
  readonly summary: string;
  readonly value: AnswerDocument & { readonly billing: AnswerBilling };
}

const MAINNET = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';
/** The form of a signature. It fits no key, as an example is no statement of ours. */
const ATTESTATION = `eyJhbGciOiJFZERTQSIsImtpZCI6ImV4YW1wbGUifQ..${'A'.repeat(86)}`;
const BALANCE_ATOMIC = 5_000_000n;

const documents: Readonly<Partial<Record<Kind['name'], AnswerDocument>>> = {
  wallet: walletExample,
  token: tokenExample,
  trade: tradeExample,
  funder: funderExample,
};

/** Answers of a kind to show: a verdict, where the kind runs, and the free answer that a failure of ours leads to. */
export function answerExamples(kind: Kind, subject: string): Readonly<Record<string, AnswerExample>> {
  const document = documents[kind.name];
  return {
    ...(document && { verdict: { summary: 'A verdict with its figures', value: charged(kind, document) } }),
    free: { summary: 'Free: our endpoints did not answer', value: free(kind, document?.subject ?? subject) },
  };
}

function charged(kind: Kind, document: AnswerDocument): AnswerExample['value'] {
  const [charged_usdc, balance_usdc] = [kind.priceAtomic, BALANCE_ATOMIC - kind.priceAtomic].map(formatUsdc);
  const billing = { route: 'credit', charged_usdc: String(charged_usdc), balance_usdc: String(balance_usdc) } as const;
  return { ...document, attestation: ATTESTATION, billing };
}

/** The last verdict of a kind is the one that says that nothing could be said. */
function free(kind: Kind, subject: string): AnswerExample['value'] {
  return {
    schema_version: 1,
    kind: kind.name,
    subject,
    network: MAINNET,
    verdict: Object.keys(kind.verdicts).at(-1) ?? '',
    reason_codes: ['RPC_UNAVAILABLE'],
    confidence: 0,
    flags: [],
    reasons: [],
    metrics: {},
    as_of: null,
    gaps: [{ reading: kind.subject === 'mint' ? 'mint' : 'history', cause: 'rpc_unavailable', retryable: true }],
    billing: { route: 'none', charged_usdc: '0.00', balance_usdc: formatUsdc(BALANCE_ATOMIC) },
  };
}
