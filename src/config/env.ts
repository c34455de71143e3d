/** Every variable that the service knows. Anything else in the environment is none of its business. */
const variables = [
  'PORT',
  'HOST',
  'BASE_URL',
  'MCP_BASE_URL',
  'DATABASE_URL',
  'DATA_DIR',
  'SOLANA_RPC_URLS',
  'SOLANA_NETWORK',
  'SOLANA_SKIP_GENESIS_CHECK',
  'USDC_MINT',
  'PAY_TO',
  'X402_FACILITATOR',
  'X402_FACILITATOR_HEADERS',
  'X402_FEE_PAYER',
  'SIGNING_KEY',
  'TICKET_SECRET',
  'FREE_CALLS_PER_DAY',
  'OWNERSHIP_FILES',
  'TRUST_PROXY',
  'LOG_LEVEL',
  'LABELS_FILE',
  'CHECK_TIME_MS_MAX',
  'RPC_CALLS_PER_CHECK_MAX',
  'RPC_BYTES_PER_CHECK_MAX',
  'WALLET_WINDOW_DAYS',
  'WALLET_SIGNATURES_MAX',
  'WALLET_TOKEN_SIGNATURES_MAX',
  'WALLET_HISTORY',
  'WALLET_HISTORY_DAYS',
  'RATE_LIMIT_PER_KEY',
  'RATE_LIMIT_PER_ADDRESS',
  'CHECKS_IN_FLIGHT_PER_CALLER',
  'CHECKS_IN_FLIGHT_MAX',
  'RPC_CALLS_PER_SECOND_MAX',
  'CHAIN_CACHE_MIB_MAX',
  'SLOT_CACHE_MS',
  'METRICS_PORT',
  'METRICS_TOKEN',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'AUDIT_MINUTES',
  'DRAIN_MS',
  'DATABASE_POOL_MAX',
  'RETENTION_DAYS',
  'NODE_ENV',
] as const;

export type Variable = (typeof variables)[number];

/** The known variables that are set; blanks around a value are dropped and an empty one counts as unset. */
export type Env = Readonly<Partial<Record<Variable, string>>>;

/** The only reader of process.env, but for the sandbox's slot time (`sandbox/chain/gates.ts`). */
export function readEnv(): Env {
  const env: Partial<Record<Variable, string>> = {};
  for (const name of variables) {
    const value = process.env[name]?.trim();
    if (value) env[name] = value;
  }
  return env;
}
