/** What `assay --help` prints. Lines of at most 80 cells. */
export const USAGE = `assay: what can be proven about an object on Solana, before you touch it.

usage: npm run --silent assay -- COMMAND [OPTIONS]

  wallet ADDRESS             can this wallet's profit be proven?
  token MINT                 is this token safe to hold?
  trade MINT [--size SOL]    what does a round trip of this size cost?
  funder ADDRESS             where did this address get its first money?
  balance                    what is left on the key, and its newest movements
  reason CODE                what a reason code or flag means, and what to do
  --help, --version          count only when they stand alone

  --url URL          the service; else ASSAY_URL, else http://127.0.0.1:8402
  --key KEY          the key that pays; else ASSAY_API_KEY. Whoever may list
                     processes sees a key on the command line: better export it
  --size SOL         of a trade; without it the service's default, 0.5
  --watch [SECONDS]  ask again after so many seconds (30; at least 5) and print
                     what changed. Every round is charged
  --json             the body of the answer on one line of standard output and
                     nothing else; with --watch a line for each round. Refusals
                     are problem documents on standard error

NO_COLOR and FORCE_COLOR are honoured. A question that met a failing network,
429 or 503 is asked again, three times at most and for 60 seconds at most, under
the same Idempotency-Key: it is never charged twice. The signature of an answer
is not checked here: npm run verify does that, for an answer saved with --json.

exit codes
   0  good       LOW_RISK, TRUSTED, ACCEPTABLE_COST, CEX_FUNDED, WALLET_FUNDED
  10  caution    ELEVATED, NEUTRAL, ELEVATED_COST
  20  bad        HIGH_RISK, CRITICAL, UNTRUSTED, HIGH_COST, UNTRADEABLE, NO_POOL
  30  not known  UNKNOWN, INSUFFICIENT, UNVERIFIABLE, UNKNOWN_ORIGIN,
                 UNVERIFIABLE_ORIGIN, and every verdict that is not listed here
   1  a fault of this client
   2  arguments not understood, or a malformed subject
   3  payment needed: no key, an unknown key, or too little on it
   4  the service refused, could not be reached, or is not Assay
 130  interrupted; 141 nobody reads the output

  if npm run --silent assay -- token "$MINT"; then buy "$MINT"; fi
`;
