export type { Answers, CheckKind, CheckRequest, Verified } from './answers.ts';
export type { Fetch } from './ask.ts';
export {
  type AssayClient,
  type BatchResults,
  type ClientOptions,
  createClient,
  type Explanation,
  type TypedDocument,
} from './client.ts';
export { AssayError, type NextCall, type OwnCode, type PaymentState } from './errors.ts';
export type * as graphql from './generated/graphql.ts';
export type * as rest from './generated/rest.ts';
export { PRICES_USDC, type RetryAction } from './generated/rest.ts';
export type { GuardCheck, GuardReason, GuardRequest, GuardResult } from './guard.ts';
export type { CallOptions } from './http.ts';
export type { BytesSigner, KitSigner, LegacyKeypair, Wallet } from './signer.ts';
export { type AssayTool, type InputSchema, toolsOf } from './tools.ts';
