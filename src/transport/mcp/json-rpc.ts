/** The codes of JSON-RPC 2.0 (section 5.1), and what the protocol's library says of an Accept header without JSON. */
export const rpcCodes = {
  parseError: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internalError: -32_603,
  notAcceptable: -32_000,
} as const;
