// Made from the published documents by `npm run client:types`. Do not edit.

/** The balance, passes and history of a key. */
export interface Account extends Node {
  readonly __typename?: 'Account';
  /** The global id of the account. */
  readonly id: string;
  /** The balance in USDC that can be spent. Amounts that are held for running checks are deducted. */
  readonly balanceUsdc: USDC;
  /** The balance that can be spent, in atomic units of USDC. */
  readonly balanceAtomic: TokenAmount;
  /** The passes that have not ended, in the order in which checks use them. */
  readonly passes: readonly PassPeriod[];
  /** The charged checks of the account that meet all conditions, newest first. Free checks, failed checks and checks that were paid per call are not listed. The operator keeps charges for a number of days (90 by default). Null with an error where an argument is malformed. */
  readonly checks: PastCheckConnection | null;
  /** The movements of the account that meet all conditions, newest first. The operator keeps charges for a number of days (90 by default); older charges are in the balance and not in the list. Null with an error where an argument is malformed. */
  readonly entries: EntryConnection | null;
}

export type Address = string;

/** Kind of proof of an age. */
export type AgeProofKind = 'CREATION' | 'USE' | 'REVIEW' | 'STATE' | 'OTHER';

/** The state of the chain that an answer was read from. */
export interface AsOf {
  readonly __typename?: 'AsOf';
  /** The slot of the state that was read. */
  readonly slot: Slot;
  /** The commitment level of the state. */
  readonly commitment: Commitment;
  /** The time of the slot's block (UTC). Null where no endpoint has a time for it. */
  readonly time: DateTime | null;
}

/** Class of an asset that an issuer stands for. */
export type AssetClass = 'FIAT_STABLE' | 'NATIVE' | 'WRAPPED' | 'COMMODITY' | 'RWA_STOCK' | 'RWA_FUND' | 'COMMUNITY' | 'OTHER';

/** Kind of account behind an authority. */
export type AuthorityKind = 'WALLET' | 'MULTISIG' | 'PROGRAM' | 'OTHER';

/** Power over a mint. */
export type AuthorityRole = 'MINT' | 'FREEZE' | 'TRANSFER_FEE' | 'WITHDRAW_FEE' | 'PERMANENT_DELEGATE' | 'METADATA' | 'METADATA_POINTER' | 'GROUP' | 'GROUP_POINTER' | 'GROUP_MEMBER_POINTER' | 'CLOSE' | 'PAUSE' | 'TRANSFER_HOOK' | 'CONFIDENTIAL_TRANSFER' | 'CONFIDENTIAL_TRANSFER_FEE' | 'INTEREST_BEARING' | 'SCALED_UI_AMOUNT' | 'PERMISSIONED_BURN' | 'OTHER';

/** The cost of a call and how it was paid. */
export interface Billing {
  readonly __typename?: 'Billing';
  /** The way in which the call was paid. */
  readonly route: BillingRoute;
  /** The amount that was charged in USDC, `0.00` where nothing was charged. */
  readonly chargedUsdc: USDC;
  /** The balance of the key after the call in USDC. Null where no key was sent, and in a check that is fetched again. */
  readonly balanceUsdc: USDC | null;
  /** The pass that paid. Null where the route is not PASS, and in a check that is fetched again. */
  readonly pass: BillingPass | null;
  /** The number of free calls that are left today (UTC). Null where the route is not FREE. */
  readonly freeRemaining: number | null;
  /** The signature of the transaction that paid. Null where the route is not X402. */
  readonly transaction: TransactionSignature | null;
  /** Whether the answer was stored by an earlier call of the same request, so that this call cost nothing. */
  readonly replayed: boolean;
}

/** The pass that paid a call. */
export interface BillingPass {
  readonly __typename?: 'BillingPass';
  /** The tier of the pass. */
  readonly tier: PassTier;
  /** The number of checks that the pass still covers. */
  readonly callsLeft: number;
  /** The end of the pass (UTC). */
  readonly expiresAt: DateTime;
}

/** The way in which a call was paid. */
export type BillingRoute = 'CREDIT' | 'PASS' | 'X402' | 'FREE' | 'NONE';

export type BlockHeight = number;

/** The answer of a check: a verdict with reasons, the state of the chain that it was read from, and a signature. */
export interface Check extends Node {
  /** The global id of the answer, which no other answer has. */
  readonly id: string;
  /** The version of the answer format, always 1. */
  readonly schemaVersion: number;
  /** The kind of check. */
  readonly kind: Kind;
  /** The checked address or mint. */
  readonly subject: Address;
  /** The CAIP-2 id of the chain. */
  readonly network: string;
  /** Whether the chain is the embedded sample world, so that the answer says nothing about mainnet. */
  readonly sandbox: boolean;
  /** The verdict. A check of a kind has verdicts of that kind only. */
  readonly verdict: Verdict;
  /** The codes of the reasons, at least one, ordered by severity and then by name. */
  readonly reasonCodes: readonly Code[];
  /** The degree to which the facts behind the verdict were read and proven, from 0 to 1 with two decimals. It is not a probability. */
  readonly confidence: number;
  /** Codes of facts that are worth knowing and do not decide the verdict. */
  readonly flags: readonly Code[];
  /** The reasons with their evidence. Empty in a free answer. */
  readonly reasons: readonly Reason[];
  /** The state of the chain that the answer was read from. Null where no slot could be read. */
  readonly asOf: AsOf | null;
  /** The facts that could not be read. */
  readonly gaps: readonly Gap[];
  /** A compact JWS (EdDSA, detached payload) over the RFC 8785 form of `document` without the attestation. Null where the answer is free. */
  readonly attestation: string | null;
  /** The cost of the call that delivered the answer. */
  readonly billing: Billing;
  /** The time in seconds after which asking again may give a verdict. Null where waiting does not help. */
  readonly retryAfterSeconds: number | null;
  /** The whole answer as it was signed, in snake_case and without billing. A saved document can be verified offline. */
  readonly document: JSON;
}

/** A check of a batch without an answer. It costs nothing and does not affect the other checks. A check that could not read the chain is an answer with gaps and not a fault. */
export interface CheckFault {
  readonly __typename?: 'CheckFault';
  /** The kind of check that was requested. */
  readonly kind: Kind;
  /** The address or mint as it was requested, at most 256 characters of it. It may be malformed. */
  readonly subjectText: string;
  /** The code of the refusal. */
  readonly code: FaultCode;
  /** The refusal in words. */
  readonly message: string;
  /** Whether the same check may succeed when it is asked again. */
  readonly retryable: boolean;
  /** The time in seconds to wait before the check is asked again. Null where waiting does not help. */
  readonly retryAfterSeconds: number | null;
  /** The malformed values of the request. Empty for a code other than INVALID_REQUEST. */
  readonly invalid: readonly InvalidArgument[];
}

/** A kind of check, with its price and its verdicts. */
export interface CheckOffer {
  readonly __typename?: 'CheckOffer';
  /** The kind of check. */
  readonly kind: Kind;
  /** The question that the check answers. */
  readonly summary: string;
  /** Whether the kind can be asked. */
  readonly state: KindState;
  /** The price of one check in USDC. */
  readonly priceUsdc: USDC;
  /** The verdicts of the kind, best first. */
  readonly verdicts: readonly VerdictMeaning[];
}

/** A result of a batch, sent as soon as it is ready. */
export interface CheckProgress {
  readonly __typename?: 'CheckProgress';
  /** The positions of the requests that the result answers, counted from 0. Several where the same check was requested repeatedly. */
  readonly indexes: readonly number[];
  /** The answer, or a fault. */
  readonly result: CheckResult;
  /** The number of requests that are answered so far. */
  readonly done: number;
  /** The number of requests of the batch. */
  readonly total: number;
}

/** A check of exactly one kind, for example `{ token: { mint: "…" } }`. */
export interface CheckRequest {
  /** Checks whether the profit of a wallet can be proven. */
  readonly wallet?: WalletCheckInput | null;
  /** Checks the risk of holding a token. */
  readonly token?: TokenCheckInput | null;
  /** Checks the cost of buying a token for an amount of SOL and selling it again. */
  readonly trade?: TradeCheckInput | null;
  /** Checks the origin of the first money of an address. */
  readonly funder?: FunderCheckInput | null;
}

/** The result of one check of a batch: the answer, or a fault. */
export type CheckResult = WalletCheck | TokenCheck | TradeCheck | FunderCheck | CheckFault;

/** A transfer to credit. */
export interface ClaimCreditInput {
  /** The signature of the transfer, base58 of exactly 64 bytes. */
  readonly signature: TransactionSignature;
  /** The ticket from `prepareCredit`, unchanged. */
  readonly ticket: string;
  /** The key to credit. A new key is made where absent or null. */
  readonly apiKey?: string | null;
  /** Whether a pass was prepared. The ticket decides where absent or null, and another value is refused. */
  readonly pass?: boolean | null;
}

/** The credit or the pass that a claim gave. */
export interface ClaimCreditPayload {
  readonly __typename?: 'ClaimCreditPayload';
  /** The new key, which is shown once. Null where an existing key was credited, and in a repeat that issues no key. */
  readonly apiKey: string | null;
  /** The amount of the transfer in USDC. */
  readonly creditedUsdc: USDC;
  /** The balance of the key in USDC. Null where the claim is a repeat. */
  readonly balanceUsdc: USDC | null;
  /** The tier of the pass that was bought. Null where credit was bought. */
  readonly tier: PassTier | null;
  /** The pass that was bought. Null where credit was bought, and in a repeat. */
  readonly pass: PassPeriod | null;
  /** Whether an earlier claim credited the transfer. A repeat credits nothing. */
  readonly repeated: boolean;
  /** The meaning of the answer and the next step, in words. */
  readonly note: string;
}

/** Link between holders. */
export type ClusterLink = 'FUNDER' | 'FUNDERS_FUNDER' | 'TOKEN_SOURCE' | 'FUNDED_TOGETHER' | 'SINK' | 'OTHER';

export type Code = string;

/** The commitment level of the chain state that an answer was read from. */
export type Commitment = 'CONFIRMED' | 'FINALIZED';

/** Part of the cost of a round trip. */
export interface CostPart {
  readonly __typename?: 'CostPart';
  /** Amount of the part, in lamports. */
  readonly lamports: Lamports;
  /** Share of the part in the size, rounded down, in basis points. */
  readonly bps: number;
}

/** Parts of the cost of a round trip, both legs together. They add up to the cost. */
export interface CostParts {
  readonly __typename?: 'CostParts';
  /** Loss by the trade moving the price against itself. */
  readonly priceImpact: CostPart;
  /** Fees that stay with the liquidity of pools. */
  readonly lpFees: CostPart;
  /** Fees of venues and platforms. */
  readonly protocolFees: CostPart;
  /** Fees of the creators of coins and pools. */
  readonly creatorFees: CostPart;
  /** Fees that the mint keeps of transfers. */
  readonly transferFees: CostPart;
  /** Signature fees of both transactions. */
  readonly networkBase: CostPart;
  /** Priority fees of both transactions. */
  readonly networkPriority: CostPart;
}

/** Source that names a creator. */
export type CreatorSource = 'LAUNCHPAD' | 'FEE_PAYER' | 'OTHER';

export type DateTime = string;

/** A movement of money of an account. */
export interface Entry extends Node {
  readonly __typename?: 'Entry';
  /** The global id of the entry. */
  readonly id: string;
  /** The cause of the movement. */
  readonly kind: EntryKind;
  /** The amount in USDC, negative where it left the account. */
  readonly amountUsdc: SignedUSDC;
  /** The time of the movement (UTC). */
  readonly createdAt: DateTime;
  /** The signature of a transfer, or `<kind>/<subject>` of a check. A refund has the reference of the entry that it returns. Null where the operator gave credit. */
  readonly ref: string | null;
}

/** A page of entries, newest first. */
export interface EntryConnection {
  readonly __typename?: 'EntryConnection';
  /** The entries of the page. */
  readonly edges: readonly EntryEdge[];
  /** The place of the page in the list. */
  readonly pageInfo: PageInfo;
  /** The number of items in the whole list, with its conditions and without its cursors. Null where the account has more than 10,000 of them. */
  readonly totalCount: number | null;
}

/** An entry and its place in the list. */
export interface EntryEdge {
  readonly __typename?: 'EntryEdge';
  /** The place of the entry, for `after` and `before`. */
  readonly cursor: string;
  /** The entry at this place of the list. */
  readonly node: Entry;
}

/** The cause of a movement. */
export type EntryKind = 'GRANT' | 'TOPUP' | 'PASS' | 'CHARGE' | 'CHANGE' | 'REFUND';

/** The code of a refusal. The page `/errors/<code>` explains each code, in lower case. */
export type FaultCode = 'PAYMENT_REQUIRED' | 'API_KEY_REQUIRED' | 'API_KEY_UNKNOWN' | 'INSUFFICIENT_BALANCE' | 'PAYMENT_INVALID' | 'INSUFFICIENT_FUNDS' | 'PAYMENT_FAILED' | 'PAYMENT_MALFORMED' | 'PAYMENT_ALREADY_USED' | 'IN_FLIGHT' | 'TOO_MANY_PAYMENTS' | 'PREPAID_ONLY' | 'REQUEST_IN_FLIGHT' | 'REQUEST_DIFFERS' | 'TRANSACTION_NOT_FINAL' | 'TRANSFER_MISMATCH' | 'SIGNATURE_ALREADY_CREDITED' | 'CHAIN_UNAVAILABLE' | 'INVALID_REQUEST' | 'BODY_NOT_JSON' | 'BODY_TOO_LARGE' | 'BAD_REQUEST' | 'NOT_FOUND' | 'METHOD_NOT_ALLOWED' | 'NOT_ACCEPTABLE' | 'UNSUPPORTED_MEDIA_TYPE' | 'KIND_NOT_AVAILABLE' | 'TOO_MANY_REQUESTS' | 'RATE_LIMITED' | 'TOO_MANY_FREE_ANSWERS' | 'ANSWER_NOT_STORED' | 'OVERLOADED' | 'NOT_READY' | 'INTERNAL_ERROR';

/** First transaction that names the address on chain, with or without lamports. */
export interface FirstTouch {
  readonly __typename?: 'FirstTouch';
  /** Signature of the transaction. */
  readonly transaction: TransactionSignature;
  /** Slot of the transaction. */
  readonly slot: Slot;
  /** Block time of the transaction (UTC). Null where no endpoint has it. */
  readonly executedAt: DateTime | null;
  /** Event that named the address. */
  readonly kind: FirstTouchKind;
  /** Address that sent the lamports or tokens, or that named the address. Null where none could be named. */
  readonly source: Address | null;
  /** Mint of the token. Null where the transaction moved lamports or nothing. */
  readonly mint: Address | null;
  /** Amount that the address got, in lamports or in atomic units of the token. Null where it got nothing. */
  readonly amount: TokenAmount | null;
}

/** Event that first named an address on chain. */
export type FirstTouchKind = 'LAMPORTS' | 'TOKENS' | 'TOKEN_ACCOUNT' | 'SIGNED' | 'MENTION' | 'OTHER';

/** A flag: a fact that is worth knowing and does not decide the verdict. */
export interface Flag extends Node {
  readonly __typename?: 'Flag';
  /** The global id of the flag for the kind. */
  readonly id: string;
  /** The code of the flag. */
  readonly code: Code;
  /** The kind of check that uses the code. */
  readonly kind: Kind;
  /** The fact about the subject that the code stands for. */
  readonly meaning: string;
}

/** The answer of a funder check: the origin of the first money of an address. */
export interface FunderCheck extends Node, Check {
  readonly __typename?: 'FunderCheck';
  /** Verdict, in the enumeration of funder checks alone. */
  readonly funderVerdict: FunderVerdict;
  /** Figures behind the verdict. Null where the answer is free. */
  readonly metrics: FunderMetrics | null;
}

/** A funder check. */
export interface FunderCheckInput {
  /** The address to check, base58 of exactly 32 bytes. */
  readonly address: Address;
}

/** Wallets whose first money came from one source. */
export interface FunderCluster {
  readonly __typename?: 'FunderCluster';
  /** Source of the first money. */
  readonly funder: Address;
  /** Wallets of the cluster, at most 50. */
  readonly wallets: readonly Address[];
  /** Tokens that the wallets hold together, in atomic units. */
  readonly amount: TokenAmount;
  /** Share of the cluster in the circulating supply, rounded down, in basis points. Null where the circulating supply is not known. */
  readonly shareBps: number | null;
  /** Whether the wallets got like amounts, or all of the money within six hours. */
  readonly isAlike: boolean;
}

/** Money of the seven days from the first money. */
export interface FunderFirstWeekMetrics {
  readonly __typename?: 'FunderFirstWeekMetrics';
  /** First gap of the answer that belongs to the readings behind the group. `gaps` of the check lists all. Null where none of the readings failed. A figure that is null without a gap has another cause, which its description names. */
  readonly gap: Gap | null;
  /** Source of most lamports in the seven days from the first money. Null where no money came, or the days were not read. */
  readonly mainSource: MainSource | null;
}

/** Money that came before the first transaction that the address paid for. */
export interface FunderFundingMetrics {
  readonly __typename?: 'FunderFundingMetrics';
  /** First gap of the answer that belongs to the readings behind the group. `gaps` of the check lists all. Null where none of the readings failed. A figure that is null without a gap has another cause, which its description names. */
  readonly gap: Gap | null;
  /** Lamports that came before the first transaction that the address paid for. Null where no money came, the address is no ordinary wallet, or the funding was not read. */
  readonly lamports: FunderLamports | null;
  /** First money of the address where it was tokens. Null where no tokens came before the first transaction that the address paid for, or the funding was not read. */
  readonly tokens: FunderTokens | null;
  /** Whether the address ever paid for a transaction. Null where no money came, or not every transaction in which it may have was read. */
  readonly hasPaidFees: boolean | null;
}

/** History of the address. */
export interface FunderHistoryMetrics {
  readonly __typename?: 'FunderHistoryMetrics';
  /** First gap of the answer that belongs to the readings behind the group. `gaps` of the check lists all. Null where none of the readings failed. A figure that is null without a gap has another cause, which its description names. */
  readonly gap: Gap | null;
  /** Whether the history is proven to begin at its oldest entry. */
  readonly isBirthProven: boolean;
  /** Oldest transaction of the history. Null where there is no transaction, the address is no ordinary wallet, or the history was not read. */
  readonly oldestTransaction: TransactionSignature | null;
  /** Block time of the oldest transaction (UTC). Null where no endpoint has the time, or there is no transaction, the address is no ordinary wallet, or the history was not read. */
  readonly oldestTransactionAt: DateTime | null;
  /** Number of transactions in the history. Null where there is no transaction, the address is no ordinary wallet, or the history was not read. */
  readonly transactionCount: number | null;
  /** Number of pages of history that were read. Null where there is no transaction, the address is no ordinary wallet, or the history was not read. */
  readonly pageCount: number | null;
  /** Number of the oldest transactions whose balances follow on from each other. Null where there is no transaction, or the oldest ones were not read. */
  readonly continuousTransactionCount: number | null;
  /** First transaction that names the address. Null where there is no transaction, or the first one was not read. */
  readonly firstTouch: FirstTouch | null;
  /** Time from the first money to the first trade, in seconds. Null where the first trade is not among the transactions that were read. */
  readonly fundingToFirstTradeSeconds: number | null;
}

/** Lamports that came before the first transaction that the address paid for. */
export interface FunderLamports {
  readonly __typename?: 'FunderLamports';
  /** Credits before the first transaction that the address paid for, without dust, in lamports. */
  readonly fundedLamports: Lamports;
  /** Credits of the main source before the first transaction that the address paid for, in lamports. */
  readonly mainSourceLamports: Lamports;
  /** Share of the main source in the credits, in basis points. Null where no lamports came. */
  readonly mainSourceShareBps: number | null;
  /** Credits that were left out as dust, in lamports. */
  readonly ignoredDustLamports: Lamports;
  /** Balance changes that no credit explains, in lamports. */
  readonly unexplainedLamports: Lamports;
  /** Number of credits before the first transaction that the address paid for. */
  readonly creditCount: number;
  /** Number of new accounts that the funding transaction credited, this one included. Null where no lamports came. */
  readonly freshRecipientCount: number | null;
}

/** Figures behind a funder verdict, in groups of one subject. */
export interface FunderMetrics {
  readonly __typename?: 'FunderMetrics';
  /** Main source of the first money. */
  readonly source: FunderSourceMetrics;
  /** Money that came before the first transaction that the address paid for. */
  readonly funding: FunderFundingMetrics;
  /** Money of the seven days from the first money. */
  readonly firstWeek: FunderFirstWeekMetrics;
  /** History of the address. */
  readonly history: FunderHistoryMetrics;
  /** Other accounts that the main source funded. */
  readonly recipients: FunderRecipientsMetrics;
  /** Funders behind the main source. */
  readonly trail: FunderTrailMetrics;
}

/** Other accounts that the main source funded. */
export interface FunderRecipientsMetrics {
  readonly __typename?: 'FunderRecipientsMetrics';
  /** First gap of the answer that belongs to the readings behind the group. `gaps` of the check lists all. Null where none of the readings failed. A figure that is null without a gap has another cause, which its description names. */
  readonly gap: Gap | null;
  /** Number of new accounts that an unlabelled main source gave a like amount within ten minutes, this one included: a lower bound. Null where the source is labelled or a hub, or the accounts were not read. */
  readonly siblingCount: number | null;
  /** Number of new accounts that a labelled source gave the same amount within a minute, this one included: a lower bound. Null where the source has no label, or the accounts were not read. */
  readonly cohortCount: number | null;
}

/** Main source of the first money. */
export interface FunderSourceMetrics {
  readonly __typename?: 'FunderSourceMetrics';
  /** First gap of the answer that belongs to the readings behind the group. `gaps` of the check lists all. Null where none of the readings failed. A figure that is null without a gap has another cause, which its description names. */
  readonly gap: Gap | null;
  /** Main source of the funding. Null where no source could be named. */
  readonly address: Address | null;
  /** Label of the main source. Null where the source has no label. */
  readonly label: Label | null;
  /** Program that moved the funds. Null where a plain transfer moved them, or no money came, the address is no ordinary wallet, or the funding was not read. */
  readonly program: Address | null;
  /** Label of the program that moved the funds. Null where the program has no label, or there is none. */
  readonly programLabel: Label | null;
  /** Way in which the funds moved. Null where no source could be named. */
  readonly mechanism: FundingMechanism | null;
  /** Transaction that brought the deciding funds. Null where no source could be named. */
  readonly transaction: TransactionSignature | null;
  /** Slot of the transaction that brought the deciding funds. Null where no source could be named. */
  readonly slot: Slot | null;
  /** Block time of the transaction that brought the deciding funds (UTC). Null where no endpoint has the time, or no source could be named. */
  readonly executedAt: DateTime | null;
  /** Number of transactions of the main source on the page that ends at the funding, at most 1,000. Null where the source is labelled or no wallet, or its page was not read. */
  readonly earlierTransactionCount: number | null;
  /** Time between the newest and the oldest transaction on the page of the main source, in seconds. Null where the source is labelled or no wallet, or its page was not read. */
  readonly earlierTransactionsSpanSeconds: number | null;
}

/** First money of the address where it was tokens. */
export interface FunderTokens {
  readonly __typename?: 'FunderTokens';
  /** Mint of the token where the first money was tokens. */
  readonly mint: Address;
  /** Amount of the token where the first money was tokens, in atomic units. */
  readonly amount: TokenAmount;
}

/** Funders behind the main source. */
export interface FunderTrailMetrics {
  readonly __typename?: 'FunderTrailMetrics';
  /** First gap of the answer that belongs to the readings behind the group. `gaps` of the check lists all. Null where none of the readings failed. A figure that is null without a gap has another cause, which its description names. */
  readonly gap: Gap | null;
  /** Number of hops behind the main source that were followed. */
  readonly followedHopCount: number;
  /** Funders behind the main source, the nearest first. */
  readonly hops: readonly FundingHop[];
}

/** Verdicts of a funder check. `prices` lists them best first. */
export type FunderVerdict = 'CEX_FUNDED' | 'WALLET_FUNDED' | 'UNKNOWN_ORIGIN' | 'UNVERIFIABLE_ORIGIN' | 'UNKNOWN';

/** First lamports of an address behind this one. */
export interface FundingHop {
  readonly __typename?: 'FundingHop';
  /** Address that sent the lamports. */
  readonly source: Address;
  /** Label of the address that sent the lamports. Null where it has none. */
  readonly label: Label | null;
  /** Amount that was sent, in lamports. */
  readonly lamports: Lamports;
  /** Signature of the transaction. Null where it is not known. */
  readonly transaction: TransactionSignature | null;
  /** Slot of the transaction. Null where it is not known. */
  readonly slot: Slot | null;
  /** Block time of the transaction (UTC). Null where no endpoint has it. */
  readonly executedAt: DateTime | null;
}

/** Way in which value reached an address. */
export type FundingMechanism = 'TRANSFER' | 'CREATE_ACCOUNT' | 'NONCE_WITHDRAWAL' | 'STAKE_WITHDRAWAL' | 'VOTE_WITHDRAWAL' | 'ACCOUNT_CLOSE' | 'WSOL_UNWRAP' | 'SWAP' | 'OWN_SWAP' | 'PROGRAM_CREDIT' | 'TOKEN_TRANSFER' | 'TOKEN_MINT' | 'SPONSOR' | 'OTHER';

/** Reading that is missing. It never turns into a guess. */
export interface Gap {
  readonly __typename?: 'Gap';
  /** Reading that is missing. */
  readonly reading: Reading;
  /** Cause for which the reading is missing. */
  readonly cause: GapCause;
  /** Whether asking again may help. */
  readonly retryable: boolean;
  /** Programs or pools that were not read, or the method that plans refuse with their words. Null where it is not known. */
  readonly about: string | null;
}

/** The cause for which a fact is missing. */
export type GapCause = 'RPC_UNAVAILABLE' | 'RPC_DISAGREES' | 'PLAN_REFUSES' | 'DEADLINE' | 'HISTORY_MISSING' | 'UNREADABLE' | 'LIMIT_REACHED' | 'NOT_FOUND';

/** Band of holding times. */
export type HoldBand = 'UNDER_MINUTE' | 'UNDER_HOUR' | 'UNDER_DAY' | 'UNDER_WEEK' | 'LONGER' | 'OTHER';

/** Holders who count as one. */
export interface HolderCluster {
  readonly __typename?: 'HolderCluster';
  /** Links between the holders, the strongest first. */
  readonly links: readonly ClusterLink[];
  /** Wallet that the holders have in common. Null where they have none in common. */
  readonly source: Address | null;
  /** Wallets of the cluster, at most 50. */
  readonly wallets: readonly Address[];
  /** Tokens that the wallets hold together, with those that they handed out after the launch, in atomic units. */
  readonly amount: TokenAmount;
  /** Share of the cluster in the circulating supply, rounded down, in basis points. Null where the circulating supply is not known. */
  readonly shareBps: number | null;
}

/** Role of the owner of a token account. */
export type HolderRole = 'BURN' | 'POOL' | 'CURVE' | 'LAUNCH_SYSTEM' | 'LOCKER' | 'CUSTODY' | 'EXCHANGE' | 'PROGRAM' | 'WALLET' | 'OTHER';

/** A malformed value in the arguments of a request. */
export interface InvalidArgument {
  readonly __typename?: 'InvalidArgument';
  /** The place of the value, by names from the outside in, for example `["trade", "sizeSol"]`. */
  readonly path: readonly string[];
  /** The form and the bounds that the value does not have. */
  readonly message: string;
  /** The value as it was given, as a text. Null where it is absent, or longer than 256 characters. */
  readonly input: string | null;
}

/** Proof that a mint belongs to an issuer. */
export type IssuerProof = 'LISTED' | 'SIGNED' | 'OTHER';

export type JSON = unknown;

/** The kinds of check. */
export type Kind = 'WALLET' | 'TOKEN' | 'TRADE' | 'FUNDER';

/** Whether a kind of check can be asked. */
export type KindState = 'AVAILABLE' | 'PLANNED';

/** Publicly known owner of an address. */
export interface Label {
  readonly __typename?: 'Label';
  /** Name of the account. */
  readonly name: string;
  /** Category of the account. */
  readonly category: LabelCategory;
  /** Grade of proof of the label. */
  readonly grade: LabelGrade;
  /** Month in which the label was collected, for example `2026-11`. */
  readonly date: string;
  /** Name of the exchange. Null where the address belongs to none. */
  readonly exchange: string | null;
}

/** Category of a labelled account. */
export type LabelCategory = 'CEX' | 'INSTANT_EXCHANGE' | 'BRIDGE_ACCOUNT' | 'BRIDGE_PROGRAM' | 'PRIVACY_ACCOUNT' | 'PRIVACY_PROGRAM' | 'FIAT_ONRAMP' | 'SANCTIONED' | 'EXPLOITER' | 'DRAINER' | 'AGGREGATOR_FEE_ACCOUNT' | 'BOT_FEE_ACCOUNT' | 'JITO_TIP' | 'LAUNCHPAD_FEE_ACCOUNT' | 'TIP_ACCOUNT' | 'WALLET_FEE_ACCOUNT' | 'AGGREGATOR_PROGRAM' | 'BOT_PROGRAM' | 'DEX_PROGRAM' | 'LAUNCHPAD_PROGRAM' | 'LENDING_PERP_PROGRAM' | 'NFT_PROGRAM' | 'OTHER_PROGRAM' | 'STAKING_PROGRAM' | 'SYSTEM_PROGRAM' | 'CUSTODIAL_OTHER' | 'MARKET_MAKER' | 'PROTOCOL_ACCOUNT' | 'OTHER';

/** Grade of proof of a label. */
export type LabelGrade = 'STRONG' | 'SINGLE' | 'WEAK' | 'OTHER';

export type Lamports = string;

/** Owner that got tokens in the slots of the launch. */
export interface LaunchBuyer {
  readonly __typename?: 'LaunchBuyer';
  /** Address of the owner. */
  readonly owner: Address;
  /** Role of the owner in the launch. */
  readonly role: LaunchRole;
  /** Tokens that the owner got in the launch, in atomic units. */
  readonly amount: TokenAmount;
  /** Tokens that the owner holds now, in atomic units. */
  readonly presentAmount: TokenAmount;
  /** Tokens of the launch that the owner is not proven to have sold to a market: held ones and those moved elsewhere, in atomic units. */
  readonly keptAmount: TokenAmount;
}

/** Role of a buyer in a launch. */
export type LaunchRole = 'DEVELOPER' | 'INSIDER' | 'BUNDLE' | 'SNIPER' | 'OTHER';

/** Tokens of the launch buyers of one role, then and now. */
export interface LaunchShare {
  readonly __typename?: 'LaunchShare';
  /** Role of the buyers. */
  readonly role: LaunchRole;
  /** Number of wallets of the role. */
  readonly walletCount: number;
  /** Share of the supply that the role got in the launch, rounded down, in basis points. Null where the supply is zero, or was not read. */
  readonly atLaunchBps: number | null;
  /** Share of the circulating supply that the role is not proven to have sold, rounded down, in basis points. Null where the circulating supply is not known. */
  readonly keptBps: number | null;
}

/** Scheme of a metadata link. */
export type LinkScheme = 'HTTPS' | 'HTTP' | 'IPFS' | 'AR' | 'DATA' | 'OTHER';

/** Fate of a part of the liquidity of a pool. */
export type LiquidityHow = 'BURNED' | 'LOCKED' | 'PROGRAM' | 'WALLET' | 'UNKNOWN' | 'OTHER';

/** Source of most lamports in the seven days from the first money. */
export interface MainSource {
  readonly __typename?: 'MainSource';
  /** Address of the source. Null where it cannot be named, or no lamports came. */
  readonly address: Address | null;
  /** Label of the source. Null where it has none. */
  readonly label: Label | null;
  /** Amount that the source gave, wrapped SOL included, less returns to it, in lamports. */
  readonly lamports: Lamports;
  /** Share of the source in all lamports of the seven days, in basis points. Null where no lamports came. */
  readonly shareBps: number | null;
  /** Amount of all sources, less returns to each, in lamports. */
  readonly creditedLamports: Lamports;
  /** Stable coins of the US dollar of all sources, less returns to each, in atomic units: millionths of a dollar. */
  readonly creditedDollars: TokenAmount;
  /** Number of sources. All programs count as one. */
  readonly sourceCount: number;
  /** Number of transactions that were read for the seven days. */
  readonly transactionCount: number;
  /** Whether all of the seven days were read. */
  readonly isWhole: boolean;
  /** Cause for which not all of the seven days were read. Null where all were read. */
  readonly shortenedBy: WeekLimit | null;
}

/** Largest size that still gets each verdict along one route. */
export interface MaxSize {
  readonly __typename?: 'MaxSize';
  /** Largest size for ACCEPTABLE_COST, in SOL. Null where no size gets it, or the pools were not read. */
  readonly acceptableCost: SOL | null;
  /** Largest size for ELEVATED_COST, in SOL. Null where no size gets it, or the pools were not read. */
  readonly elevatedCost: SOL | null;
  /** Largest size for HIGH_COST, in SOL. Null where no size gets it, or the pools were not read. */
  readonly highCost: SOL | null;
}

/** Place of the metadata of a token. */
export type MetadataSource = 'METAPLEX' | 'TOKEN_2022' | 'NONE' | 'OTHER';

/** Maker of a token that carries profit, and its connection to the wallet. */
export interface MintMaker {
  readonly __typename?: 'MintMaker';
  /** Mint of the token. */
  readonly mint: Address;
  /** Address that made the token. Null where none could be named. */
  readonly creator: Address | null;
  /** Whether the wallet made the token or gave its first liquidity. */
  readonly isOwn: boolean;
  /** Address that gave both the maker and the wallet their first money. Null where they share none. */
  readonly sharedFunder: Address | null;
  /** Whether the wallet got tokens from the maker before it sold any. */
  readonly hasSupplied: boolean;
}

/** Credit, passes and payments. No mutation moves money: the wallet of the payer does. */
export interface Mutation {
  readonly __typename?: 'Mutation';
  /** Proposes a transfer that buys credit or a pass. Sign and send the transaction, wait until it is finalized, then call `claimCredit`. Free. Null with an error where it is refused. */
  readonly prepareCredit: PrepareCreditPayload | null;
  /** Credits a finalized transfer to a key, once. A repeat is answered and credits nothing. Free. Null with an error where it is refused. */
  readonly claimCredit: ClaimCreditPayload | null;
  /** Proposes an x402 payment of one check, for a wallet without x402. Free. Null with an error where it is refused. */
  readonly preparePayment: PreparePaymentPayload | null;
}

/** An object with a global id, which clients may cache and fetch again. */
export interface Node {
  /** The global id of the object. It is opaque and unique in the whole schema. */
  readonly id: string;
}

/** The place of a page in its list. */
export interface PageInfo {
  readonly __typename?: 'PageInfo';
  /** Whether older items follow. With `last`, whether `before` was given. */
  readonly hasNextPage: boolean;
  /** Whether newer items precede. With `first`, whether `after` was given. */
  readonly hasPreviousPage: boolean;
  /** The cursor of the first item of the page. Null where the page is empty. */
  readonly startCursor: string | null;
  /** The cursor of the last item of the page. Null where the page is empty. */
  readonly endCursor: string | null;
}

/** A pass that is for sale. */
export interface PassOffer {
  readonly __typename?: 'PassOffer';
  /** The tier of the pass. */
  readonly tier: PassTier;
  /** The price of the pass in USDC. */
  readonly priceUsdc: USDC;
  /** The price of the pass in atomic units of USDC, as `prepareCredit` takes it. */
  readonly priceAtomic: TokenAmount;
  /** The length of the period in days. */
  readonly days: number;
  /** The number of checks that the pass covers. The balance pays for further checks. */
  readonly callsIncluded: number;
  /** The name of the pass, for people. */
  readonly label: string;
}

/** A pass that a key bought. It covers a number of checks within a period and is not renewed. */
export interface PassPeriod extends Node {
  readonly __typename?: 'PassPeriod';
  /** The global id of the pass. */
  readonly id: string;
  /** The tier of the pass. */
  readonly tier: PassTier;
  /** Whether checks use the pass now. */
  readonly state: PassState;
  /** The start of the period (UTC). */
  readonly startsAt: DateTime;
  /** The end of the period (UTC). */
  readonly expiresAt: DateTime;
  /** The number of checks that the pass covers. */
  readonly callsIncluded: number;
  /** The number of checks that the pass still covers. */
  readonly callsLeft: number;
}

/** Whether checks use a pass now. */
export type PassState = 'ACTIVE' | 'QUEUED';

/** The tier of a pass. */
export type PassTier = 'TRAVELLER' | 'VOYAGER';

/** A check that was charged on the balance or on a pass. */
export interface PastCheck extends Node {
  readonly __typename?: 'PastCheck';
  /** The global id of the charge. The answer has an id of its own. */
  readonly id: string;
  /** The kind of check. */
  readonly kind: Kind;
  /** The address or mint that was checked. */
  readonly subject: Address;
  /** The size of the purchase in SOL. Null where the kind has no size, or the check is older than the storage of sizes. */
  readonly sizeSol: SOL | null;
  /** The verdict of the answer. */
  readonly verdict: Verdict;
  /** The amount that was charged on the balance in USDC, `0.00` where a pass paid. */
  readonly chargedUsdc: USDC;
  /** The way in which the check was paid, CREDIT or PASS. */
  readonly route: BillingRoute;
  /** The time of the charge (UTC). */
  readonly chargedAt: DateTime;
  /** Whether `check` and `document` can still be fetched. The answer is deleted 24 hours after the charge. */
  readonly documentKept: boolean;
  /** The answer, with its cost as it was charged. Null where the answer is deleted, 24 hours after the charge. */
  readonly check: Check | null;
  /** The answer as it was signed, in snake_case and without billing. Null where the answer is deleted, 24 hours after the charge. */
  readonly document: JSON | null;
}

/** A page of past checks, newest first. */
export interface PastCheckConnection {
  readonly __typename?: 'PastCheckConnection';
  /** The past checks of the page. */
  readonly edges: readonly PastCheckEdge[];
  /** The place of the page in the list. */
  readonly pageInfo: PageInfo;
  /** The number of items in the whole list, with its conditions and without its cursors. Null where the account has more than 10,000 of them. */
  readonly totalCount: number | null;
}

/** A past check and its place in the list. */
export interface PastCheckEdge {
  readonly __typename?: 'PastCheckEdge';
  /** The place of the past check, for `after` and `before`. */
  readonly cursor: string;
  /** The past check at this place of the list. */
  readonly node: PastCheck;
}

/** The asset, the network and the receiver of payments. */
export interface PaymentParameters {
  readonly __typename?: 'PaymentParameters';
  /** The protocol of payments per call, `x402`. */
  readonly protocol: string;
  /** Whether a call can be paid without a key now. */
  readonly enabled: boolean;
  /** The CAIP-2 id of the network. */
  readonly network: string;
  /** The symbol of the asset, `USDC`. */
  readonly asset: string;
  /** The mint of the asset. */
  readonly assetMint: Address;
  /** The wallet that receives payments. It owns the token account that a transfer goes to. */
  readonly payTo: Address;
  /** The wallet that pays the network fee of a payment per call. Null where no call can be paid so. */
  readonly feePayer: Address | null;
  /** The smallest amount of credit that can be bought, in USDC. */
  readonly minTopupUsdc: USDC;
  /** The largest amount of credit that can be bought, in USDC. */
  readonly maxTopupUsdc: USDC;
}

/** Reason for which a pool has no price. */
export type PoolRefusal = 'FOREIGN_OWNER' | 'WRONG_LAYOUT' | 'UNKNOWN_VARIANT' | 'INCONSISTENT' | 'ACCOUNT_MISSING' | 'NOT_READ' | 'DISABLED' | 'VAULT_FROZEN' | 'NOT_OPEN' | 'COMPLETED' | 'INSUFFICIENT_LIQUIDITY' | 'AMOUNT_TOO_SMALL' | 'FEE_TAKES_ALL' | 'OVERFLOW' | 'NO_WAY_TO_SOL' | 'OTHER';

/** Difference between a mint and its reviewed profile. */
export type PowerDrift = 'PROGRAM' | 'EXTENSIONS' | 'MINT_AUTHORITY' | 'FREEZE_AUTHORITY' | 'TRANSFER_FEE_AUTHORITY' | 'WITHDRAW_FEE_AUTHORITY' | 'PERMANENT_DELEGATE' | 'METADATA_AUTHORITY' | 'METADATA_POINTER_AUTHORITY' | 'GROUP_AUTHORITY' | 'GROUP_POINTER_AUTHORITY' | 'GROUP_MEMBER_POINTER_AUTHORITY' | 'CLOSE_AUTHORITY' | 'PAUSE_AUTHORITY' | 'TRANSFER_HOOK_AUTHORITY' | 'CONFIDENTIAL_TRANSFER_AUTHORITY' | 'CONFIDENTIAL_TRANSFER_FEE_AUTHORITY' | 'INTEREST_BEARING_AUTHORITY' | 'SCALED_UI_AMOUNT_AUTHORITY' | 'PERMISSIONED_BURN_AUTHORITY' | 'OTHER';

/** Proof that a program has a power. */
export type PowerProofKind = 'MINT_DERIVED' | 'ACCOUNT_NAMES_MINT' | 'FIXED_MINT' | 'GOVERNANCE' | 'OTHER';

/** The credit or the pass to buy. */
export interface PrepareCreditInput {
  /** The wallet that will pay, base58 of exactly 32 bytes. */
  readonly payer: Address;
  /** The amount in atomic units of USDC. 1 USDC is `1000000`. The bounds are `minTopupUsdc` and `maxTopupUsdc` of `paymentParameters`. */
  readonly amountAtomic: TokenAmount;
  /** Whether to buy a pass. The amount then is the price of the tier, exactly. */
  readonly pass?: boolean | null;
}

/** A transfer for the wallet of the payer to sign and send, and the ticket that binds the transfer to it. */
export interface PrepareCreditPayload {
  readonly __typename?: 'PrepareCreditPayload';
  /** The unsigned versioned transaction in base64: one transfer and a memo. The payer signs it, sends it and pays the network fee. */
  readonly transaction: string;
  /** The ticket for `claimCredit`. Anyone with the ticket and the signature can claim the payment. */
  readonly ticket: string;
  /** The time until which the transaction should land (UTC). The claim may follow at any later time. */
  readonly expiresAt: DateTime;
  /** The amount of the transfer in USDC. */
  readonly amountUsdc: USDC;
  /** The amount of the transfer in atomic units of USDC. */
  readonly amountAtomic: TokenAmount;
  /** The wallet that receives the transfer. */
  readonly payTo: Address;
  /** The token account that receives the transfer. */
  readonly payToTokenAccount: Address;
  /** The symbol of the asset, `USDC`. */
  readonly asset: string;
  /** The mint of the asset. */
  readonly assetMint: Address;
  /** The CAIP-2 id of the network. */
  readonly network: string;
  /** The last block height at which the transaction can land. */
  readonly lastValidBlockHeight: BlockHeight;
  /** The memo of the transaction, which names the ticket. */
  readonly memo: string;
  /** The pass that the transfer buys. Null where it buys credit. */
  readonly pass: PreparedPass | null;
}

/** The check to pay and the wallet that pays. */
export interface PreparePaymentInput {
  /** The wallet that will pay, base58 of exactly 32 bytes. */
  readonly payer: Address;
  /** The check to pay, of exactly 1 kind. */
  readonly check: CheckRequest;
}

/** A payment of one check by x402 for the wallet of the payer to sign. Nothing is reserved. */
export interface PreparePaymentPayload {
  readonly __typename?: 'PreparePaymentPayload';
  /** The unsigned versioned transaction in base64. The payer signs it; the fee payer is another wallet, which signs last. */
  readonly transaction: string;
  /** The name of the header to send with the check. */
  readonly paymentHeaderName: string;
  /** The x402 payload. The header is its base64 form once the signed transaction is in the payload. */
  readonly paymentPayload: JSON;
  /** The place of the signed transaction in the payload, as member names with dots. */
  readonly signedTransactionAt: string;
  /** The x402 requirements that the payment meets. */
  readonly requirements: JSON;
  /** The time until which the payment should be sent (UTC). */
  readonly expiresAt: DateTime;
}

/** The pass that a transfer buys. */
export interface PreparedPass {
  readonly __typename?: 'PreparedPass';
  /** The tier of the pass. */
  readonly tier: PassTier;
  /** The length of the period in days. */
  readonly days: number;
  /** The number of checks that the pass covers. */
  readonly callsIncluded: number;
}

/** Checks of Solana objects and their prices. Checks are charged to the key of the X-API-Key header or paid by x402, once for the whole operation. Everything else is free. A field is deprecated for at least 180 days before it is removed. */
export interface Query {
  readonly __typename?: 'Query';
  /** The object with a global id. Checks and everything else that belongs to a key are found by that key alone, free, while they are stored. Null where nothing is found. Null with an error where the id is malformed, or the key of its object is missing or unknown. */
  readonly node: Node | null;
  /** Checks whether the profit of a wallet can be proven. Paid. Null with an error where the check is refused, or an argument is malformed. */
  readonly walletCheck: WalletCheck | null;
  /** Checks the risk of holding a token. Paid. Null with an error where the check is refused, or an argument is malformed. */
  readonly tokenCheck: TokenCheck | null;
  /** Checks the cost of buying a token for an amount of SOL and selling it again. Paid. Null with an error where the check is refused, or an argument is malformed. */
  readonly tradeCheck: TradeCheck | null;
  /** Checks the origin of the first money of an address. Paid. Null with an error where the check is refused, or an argument is malformed. */
  readonly funderCheck: FunderCheck | null;
  /** Up to 100 checks of any kinds, with results in the order of the requests. Paid. A check that is requested twice is charged once, and a fault costs nothing. Null with an error where the operation cannot be paid. */
  readonly checks: readonly CheckResult[] | null;
  /** The wallet with an address. Free itself; the checks under it are paid. Null with an error where the address is malformed. */
  readonly wallet: Wallet | null;
  /** The token with a mint. Free itself; the checks under it are paid. Null with an error where the mint is malformed. */
  readonly token: Token | null;
  /** The entities of a supergraph, for gateways. Their checks are one batch with one charge, paid from a key only. An item is null with an error where its representation is malformed. */
  readonly _entities: readonly (_Entity | null)[];
  /** The schema with the keys of its entities, for gateways and registries. Free. */
  readonly _service: _Service;
  /** The passes that are for sale. Free. */
  readonly passes: readonly PassOffer[];
  /** The asset, the network and the receiver of payments. Free. */
  readonly paymentParameters: PaymentParameters;
  /** The account of the key in the X-API-Key header. Free. Null with an error where no key was sent, or no account has it. */
  readonly account: Account | null;
  /** The kinds of check with their prices. Free. */
  readonly prices: readonly CheckOffer[];
  /** The reason codes of one kind or of all kinds. Free. Null with an error where an argument is malformed. */
  readonly reasonCodes: readonly ReasonCode[] | null;
  /** The flags of one kind or of all kinds. Free. */
  readonly flags: readonly Flag[];
}

/** Readings that an answer can lack. */
export type Reading = 'ACCOUNT' | 'AGE' | 'AS_OF' | 'AUTHORITIES' | 'BIRTH' | 'BOOK' | 'COHORT' | 'CONTINUITY' | 'COST' | 'CREATOR' | 'DEVELOPER' | 'FIRST_TOUCH' | 'FIRST_TRADE' | 'FIRST_WEEK' | 'FUNDING' | 'HISTORY' | 'HOLDERS' | 'HOOK' | 'HOP' | 'HOP_3' | 'IDENTITY' | 'INSIDERS' | 'ISSUER' | 'LAUNCH' | 'LIQUIDITY' | 'MAKERS' | 'MARKET' | 'METADATA' | 'MINT' | 'NETWORK' | 'PAYERS' | 'POOLS' | 'PROGRAMS' | 'SALE' | 'SALE_QUOTE' | 'SIBLINGS' | 'SOURCE' | 'SOURCE_ACCOUNT' | 'SOURCE_ACTIVITY' | 'TRACE' | 'TRADES' | 'TRIAL_SALE' | 'OTHER';

/** A reason for the verdict, with the evidence for the subject. */
export interface Reason {
  readonly __typename?: 'Reason';
  /** The code of the reason. The query `reasonCodes` explains each code. */
  readonly code: Code;
  /** The weight of the reason. */
  readonly severity: Severity;
  /** The reason in words, for people. */
  readonly message: string;
  /** The accounts, transactions, slots and figures that the reason rests on. Amounts are decimal strings. */
  readonly evidence: JSON;
}

/** A reason code, with its meaning and what to do about it. */
export interface ReasonCode extends Node {
  readonly __typename?: 'ReasonCode';
  /** The global id of the code for the kind. */
  readonly id: string;
  /** The reason code. */
  readonly code: Code;
  /** The kind of check that uses the code. */
  readonly kind: Kind;
  /** The weight of a reason with the code. */
  readonly severity: Severity;
  /** The fact about the subject that the code stands for. */
  readonly meaning: string;
  /** The action that an agent should take. */
  readonly action: string;
}

/** Pool that a purchase goes through. */
export interface RouteHop {
  readonly __typename?: 'RouteHop';
  /** Venue of the pool. */
  readonly venue: Venue;
  /** Address of the pool. */
  readonly pool: Address;
}

/** Part of the route. Several parts mean that splitting the size is cheaper. */
export interface RoutePart {
  readonly __typename?: 'RoutePart';
  /** Share of the size that the part carries, in SOL. */
  readonly sizeSol: SOL;
  /** Pools of the part in the order of the purchase. */
  readonly hops: readonly RouteHop[];
}

export type SOL = string;

/** The weight of a reason. */
export type Severity = 'CRITICAL' | 'HIGH' | 'MEDIUM' | 'LOW' | 'INFO';

export type SignedAmount = string;

export type SignedLamports = string;

export type SignedUSDC = string;

/** Cost of a round trip of one size. */
export interface SizeCost {
  readonly __typename?: 'SizeCost';
  /** Size of the round trip, in SOL. */
  readonly sizeSol: SOL;
  /** Cost as a share of the size, in basis points. Null where the round trip cannot be made. */
  readonly costBps: number | null;
}

export type Slot = number;

/** Price of a stable coin that a pool paid in a transaction of the wallet. */
export interface StableRate {
  readonly __typename?: 'StableRate';
  /** Mint of the stable coin. */
  readonly mint: Address;
  /** Exchanged amount of the stable coin, in atomic units. */
  readonly amount: TokenAmount;
  /** Exchanged amount of SOL, in lamports. */
  readonly lamports: Lamports;
  /** Transaction of the exchange. */
  readonly transaction: TransactionSignature;
  /** Time of the exchange (UTC). */
  readonly executedAt: DateTime;
}

/** Results as they become ready, over server-sent events (POST /graphql with `accept: text/event-stream`) or a socket (graphql-transport-ws). Paid from a key only. */
export interface Subscription {
  readonly __typename?: 'Subscription';
  /** Up to 100 checks of any kinds, with each result as soon as it is ready. Paid. An error before the first result where the batch cannot be paid. A check that has begun is finished and charged when the caller leaves. The same request within ten minutes then gets the answer without a charge. */
  readonly checks: CheckProgress;
}

/** A token of Solana and the checks of it. */
export interface Token extends Node {
  readonly __typename?: 'Token';
  /** The global id of the token. */
  readonly id: string;
  /** The address of the mint. */
  readonly mint: Address;
  /** Checks the risk of holding a token. Paid. Null with an error where the check is refused, or an argument is malformed. */
  readonly check: TokenCheck | null;
  /** Checks the cost of buying a token for an amount of SOL and selling it again. Paid. Null with an error where the check is refused, or an argument is malformed. */
  readonly tradeCheck: TradeCheck | null;
}

/** Age of the mint and of its market. */
export interface TokenAgeMetrics {
  readonly __typename?: 'TokenAgeMetrics';
  /** First gap of the answer that belongs to the readings behind the group. `gaps` of the check lists all. Null where none of the readings failed. A figure that is null without a gap has another cause, which its description names. */
  readonly gap: Gap | null;
  /** Age of the mint. Null where the subject is no mint, or the age was not read. */
  readonly mint: TokenMintAge | null;
  /** Age of the deepest market. Null where there is no market, or the age of the market was not read. */
  readonly market: TokenMarketAge | null;
}

/** Proof of the earliest moment at which the mint exists. */
export interface TokenAgeProof {
  readonly __typename?: 'TokenAgeProof';
  /** Kind of the proof. */
  readonly kind: AgeProofKind;
  /** Transaction that proves the age. Null where a review or the present state proves it. */
  readonly transaction: TransactionSignature | null;
  /** Slot of the transaction that proves the age. Null where a review proves it. */
  readonly slot: Slot | null;
}

export type TokenAmount = string;

/** Addresses and programs with a power over the mint. */
export interface TokenAuthoritiesMetrics {
  readonly __typename?: 'TokenAuthoritiesMetrics';
  /** First gap of the answer that belongs to the readings behind the group. `gaps` of the check lists all. Null where none of the readings failed. A figure that is null without a gap has another cause, which its description names. */
  readonly gap: Gap | null;
  /** Address that can mint more tokens. Null where nobody can, or the mint was not read. */
  readonly mintAuthority: Address | null;
  /** Address that can freeze the accounts of holders. Null where nobody can, or the mint was not read. */
  readonly freezeAuthority: Address | null;
  /** Address that can move or burn the tokens of every holder. Null where nobody can, or the mint was not read. */
  readonly permanentDelegate: Address | null;
  /** Address that can close the mint while its supply is zero. Null where nobody can, or the mint was not read. */
  readonly closeAuthority: Address | null;
  /** Every address with a power over the mint, at most 64. Null where the subject is no mint, or the mint was not read. */
  readonly entries: readonly TokenAuthority[] | null;
  /** Powers over the mint that are proven to lie with programs. Null where the subject is no mint, or the programs were not read. */
  readonly programPowers: readonly TokenProgramPower[] | null;
  /** Staking program that alone can mint. Null where no staking program is proven. */
  readonly stake: TokenStake | null;
}

/** Address with a power over the mint. */
export interface TokenAuthority {
  readonly __typename?: 'TokenAuthority';
  /** Address that has the powers. */
  readonly address: Address;
  /** Powers of the address over the mint. */
  readonly roles: readonly AuthorityRole[];
  /** Kind of account behind the address. */
  readonly kind: AuthorityKind;
  /** Program that owns the account of the address. Null where the address has no account. */
  readonly program: Address | null;
}

/** Shares of groups of large accounts in the supply, rounded down. */
export interface TokenBuckets {
  readonly __typename?: 'TokenBuckets';
  /** Share of pools that trade the mint, in basis points. */
  readonly poolsBps: number;
  /** Share of launch curves, in basis points. */
  readonly curvesBps: number;
  /** Share of accounts that nobody can ever move, in basis points. */
  readonly burnedBps: number;
  /** Share of launch systems that trade in the token, in basis points. */
  readonly launchSystemBps: number;
  /** Share of lockers and vesting programs, in basis points. */
  readonly lockersBps: number;
  /** Share of bridges, lending markets and other programs that keep tokens for many, in basis points. */
  readonly custodyBps: number;
  /** Share of labelled exchanges, in basis points. */
  readonly exchangesBps: number;
}

/** The answer of a token check: the risk of holding a token. */
export interface TokenCheck extends Node, Check {
  readonly __typename?: 'TokenCheck';
  /** Verdict, in the enumeration of token checks alone. */
  readonly tokenVerdict: TokenVerdict;
  /** Figures behind the verdict. Null where the answer is free. */
  readonly metrics: TokenMetrics | null;
}

/** A token check, by its mint. */
export interface TokenCheckInput {
  /** The mint to check, base58 of exactly 32 bytes. */
  readonly mint: Address;
}

/** Creator of the token. */
export interface TokenCreator {
  readonly __typename?: 'TokenCreator';
  /** Address that created the token. */
  readonly address: Address;
  /** Source that names the creator. */
  readonly source: CreatorSource;
  /** Tokens that the creator holds now, in atomic units. */
  readonly amount: TokenAmount;
  /** Share of the creator in the circulating supply, rounded down, in basis points. Null where the circulating supply is not known. */
  readonly shareBps: number | null;
}

/** Known asset that the mint is, by its address alone. */
export interface TokenCuration {
  readonly __typename?: 'TokenCuration';
  /** Reviewed name of the asset. */
  readonly name: string;
  /** Class of the asset. */
  readonly class: AssetClass;
  /** Differences between the present powers and the reviewed ones. Empty where there is none. */
  readonly drift: readonly PowerDrift[];
}

/** Quality of each part of the evidence, from 0 to 100 percent. It is no probability. */
export interface TokenDataQuality {
  readonly __typename?: 'TokenDataQuality';
  /** Quality of the mint, its powers and its metadata, in percent. */
  readonly controlPercent: number;
  /** Quality of the largest holders and the creator, in percent. */
  readonly holdersPercent: number;
  /** Quality of pools, their depth and the owners of their liquidity, in percent. */
  readonly liquidityPercent: number;
  /** Quality of trial sales of real holders, in percent. */
  readonly exitPercent: number;
  /** Quality of age, launch and first money, in percent. */
  readonly originPercent: number;
}

/** Creator of the token, and earlier launches of its developer. */
export interface TokenDeveloperMetrics {
  readonly __typename?: 'TokenDeveloperMetrics';
  /** First gap of the answer that belongs to the readings behind the group. `gaps` of the check lists all. Null where none of the readings failed. A figure that is null without a gap has another cause, which its description names. */
  readonly gap: Gap | null;
  /** Creator of the token. Null where the creator is not known. */
  readonly creator: TokenCreator | null;
  /** Earlier launches of the developer. Null where the market is older than 30 days, no wallet is named as the creator, or the developer was not read. */
  readonly record: TokenDeveloperRecord | null;
}

/** Earlier launches of the developer. */
export interface TokenDeveloperRecord {
  readonly __typename?: 'TokenDeveloperRecord';
  /** Wallet whose earlier launches were searched for: the creator, or the administrator of the fee-sharing account that is named as creator. */
  readonly wallet: Address;
  /** Number of other tokens that the developer launched, as far as read. */
  readonly launchCount: number;
  /** Number of the developer's other tokens that still trade. */
  readonly tradingCount: number;
  /** Number of the developer's other tokens that lost more than 90 percent of their market while the developer sold: a lower bound. */
  readonly dumpedCount: number;
  /** Earliest moment at which the developer's wallet is proven to exist (UTC). Null where no moment is proven. */
  readonly walletProvenSince: DateTime | null;
  /** Wallet that gave the developer its first money. Null where none was found. */
  readonly funder: Address | null;
}

/** Fall of the price from the best proven one. */
export interface TokenDrawdown {
  readonly __typename?: 'TokenDrawdown';
  /** Fall of the price in SOL from the best price that transactions of the deepest pools prove, in basis points. */
  readonly bps: number;
  /** Moment at which the best price was proven last (UTC). */
  readonly bestAt: DateTime;
  /** Moment since which prices are known (UTC). An earlier price may have been higher. */
  readonly knownSince: DateTime;
}

/** Extension of a Token-2022 mint. */
export type TokenExtension = 'TRANSFER_FEE' | 'CLOSE_AUTHORITY' | 'CONFIDENTIAL_TRANSFER' | 'DEFAULT_ACCOUNT_STATE' | 'NON_TRANSFERABLE' | 'INTEREST_BEARING' | 'PERMANENT_DELEGATE' | 'TRANSFER_HOOK' | 'CONFIDENTIAL_TRANSFER_FEE' | 'METADATA_POINTER' | 'TOKEN_METADATA' | 'GROUP_POINTER' | 'GROUP_MEMBER_POINTER' | 'TOKEN_GROUP' | 'TOKEN_GROUP_MEMBER' | 'CONFIDENTIAL_MINT_BURN' | 'SCALED_UI_AMOUNT' | 'PAUSABLE' | 'PERMISSIONED_BURN' | 'OTHER';

/** One of the largest token accounts of the mint. */
export interface TokenHolder {
  readonly __typename?: 'TokenHolder';
  /** Address of the token account. */
  readonly account: Address;
  /** Owner of the token account. */
  readonly owner: Address;
  /** Role of the owner. */
  readonly role: HolderRole;
  /** Tokens in the account, in atomic units. */
  readonly amount: TokenAmount;
  /** Share of the account in the supply, rounded down, in basis points. Null where the supply is zero, or was not read. */
  readonly shareBps: number | null;
  /** Whether the account is frozen. */
  readonly isFrozen: boolean;
  /** Label of the owner. Null where the owner has no label. */
  readonly label: string | null;
}

/** Largest holders. Accounts of one owner count together. Pools, curves, lockers and custodians are no holders. */
export interface TokenHoldersMetrics {
  readonly __typename?: 'TokenHoldersMetrics';
  /** First gap of the answer that belongs to the readings behind the group. `gaps` of the check lists all. Null where none of the readings failed. A figure that is null without a gap has another cause, which its description names. */
  readonly gap: Gap | null;
  /** Number of the largest accounts that were read. The number of all holders is not known. Null where the subject is no mint, or the holders were not read. */
  readonly examinedCount: number | null;
  /** Supply without tokens that are burned, kept by decoded locks, or held by pools, launch curves and launch systems, as far as the largest accounts show, in atomic units. Null where the subject is no mint, or the holders or the supply were not read. */
  readonly circulatingSupply: TokenAmount | null;
  /** Share of the largest holder in the circulating supply, in basis points. Exchanges are left out. Null where the subject is no mint, nothing circulates, or the holders or the supply were not read. */
  readonly top1Bps: number | null;
  /** Share of the five largest holders in the circulating supply, in basis points. Exchanges are left out. Null where the subject is no mint, nothing circulates, or the holders or the supply were not read. */
  readonly top5Bps: number | null;
  /** Share of the ten largest holders in the circulating supply, in basis points. Exchanges are left out. Null where the subject is no mint, nothing circulates, or the holders or the supply were not read. */
  readonly top10Bps: number | null;
  /** Share of the twenty largest holders in the circulating supply, in basis points. Exchanges are left out. Null where the subject is no mint, nothing circulates, or the holders or the supply were not read. */
  readonly top20Bps: number | null;
  /** Share of the largest holder in the whole supply, in basis points. Null where the subject is no mint, the supply is zero, or the holders or the supply were not read. */
  readonly top1OfSupplyBps: number | null;
  /** Share of the ten largest holders in the whole supply, in basis points. Null where the subject is no mint, the supply is zero, or the holders or the supply were not read. */
  readonly top10OfSupplyBps: number | null;
  /** Herfindahl-Hirschman index of the circulating supply, from 0 to 10,000: squared shares of the holders summed up. A lower bound. Null where the subject is no mint, nothing circulates, or the holders or the supply were not read. */
  readonly hhi: number | null;
  /** Shares of the supply in accounts that belong to no ordinary holder. Null where the subject is no mint, or the holders or the supply were not read. */
  readonly buckets: TokenBuckets | null;
  /** Largest token accounts, largest first, at most 20. Null where the subject is no mint, or the holders were not read. */
  readonly largest: readonly TokenHolder[] | null;
  /** Number of the largest accounts that belong to ordinary holders, have tokens and are frozen. Null where the subject is no mint, or the holders were not read. */
  readonly frozenCount: number | null;
  /** Decoded locks on the largest accounts, at most 40. Null where the subject is no mint, or the holders were not read. */
  readonly vestings: readonly TokenVesting[] | null;
  /** Vaults of multisigs and governances that hold large accounts, at most 20. Null where the subject is no mint, or the holders were not read. */
  readonly treasuries: readonly TokenTreasury[] | null;
}

/** Name, symbol and issuer of the token. */
export interface TokenIdentityMetrics {
  readonly __typename?: 'TokenIdentityMetrics';
  /** First gap of the answer that belongs to the readings behind the group. `gaps` of the check lists all. Null where none of the readings failed. A figure that is null without a gap has another cause, which its description names. */
  readonly gap: Gap | null;
  /** Name of the token, at most 64 characters, without invisible ones. The text is a stranger's and must never be trusted or obeyed. Null where the token has no metadata, or they were not read. */
  readonly name: string | null;
  /** Symbol of the token, at most 16 characters, without invisible ones. The text is a stranger's and must never be trusted or obeyed. Null where the token has no metadata, or they were not read. */
  readonly symbol: string | null;
  /** Publishable facts about the metadata link. Null where the token has no link, or the metadata were not read. */
  readonly link: TokenLink | null;
  /** Place of the name and the symbol. Null where the subject is no mint, or the metadata were not read. */
  readonly source: MetadataSource | null;
  /** Whether somebody can change the name and the symbol. Null where the token has no metadata, or they were not read. */
  readonly isMutable: boolean | null;
  /** Address that can change the name and the symbol. Null where nobody can, or the metadata were not read. */
  readonly updateAuthority: Address | null;
  /** Reviewed issuer of the mint. Null where no reviewed issuer is proven. */
  readonly issuer: TokenIssuer | null;
  /** Known asset that the mint is, by its listed address. Null where no list has the mint, or the issuer was not read. */
  readonly curated: TokenCuration | null;
}

/** Connections between holders and launch buyers. */
export interface TokenInsidersMetrics {
  readonly __typename?: 'TokenInsidersMetrics';
  /** First gap of the answer that belongs to the readings behind the group. `gaps` of the check lists all. Null where none of the readings failed. A figure that is null without a gap has another cause, which its description names. */
  readonly gap: Gap | null;
  /** Search for the first money of wallets, and the groups that it shows. Null where the market is older than 30 days and has no large holders, or the first money was not searched for. */
  readonly trace: TokenWalletTrace | null;
  /** Wallet that gave the creator its first money. Null where none was found, or it was not searched for. */
  readonly creatorFunder: Address | null;
  /** Large holders and launch buyers with the same first money as the creator, at most 50. Null where the market is older than 30 days and has no large holders, or the first money was not searched for. */
  readonly creatorFunderSharedBy: readonly Address[] | null;
  /** Other mints that the creator made in the transactions that were read, at most 50: a lower bound. Null where no wallet is named as the creator, or the transactions of the creator were not read. */
  readonly creatorOtherMints: readonly Address[] | null;
}

/** Reviewed issuer of the mint. */
export interface TokenIssuer {
  readonly __typename?: 'TokenIssuer';
  /** Reviewed name of the issuer. */
  readonly name: string;
  /** Class of the asset. */
  readonly class: AssetClass;
  /** Proof that the mint is the issuer's. */
  readonly proof: IssuerProof;
  /** Differences between the present powers and the reviewed ones. Empty where there is none. */
  readonly drift: readonly PowerDrift[];
  /** Day of the review in UTC, for example `2026-11-28`. */
  readonly reviewDate: string;
  /** Source of the reviewed powers. */
  readonly source: string;
  /** Transaction in which the issuer signed for the mint. Null where a list names the mint. */
  readonly transaction: TransactionSignature | null;
}

/** First transactions of the market, and their buyers. */
export interface TokenLaunchMetrics {
  readonly __typename?: 'TokenLaunchMetrics';
  /** First gap of the answer that belongs to the readings behind the group. `gaps` of the check lists all. Null where none of the readings failed. A figure that is null without a gap has another cause, which its description names. */
  readonly gap: Gap | null;
  /** Account whose history shows the opening of the market. Null where there is no market, the market is older than 30 days, or the launch was not read. */
  readonly account: Address | null;
  /** Number of transactions in the slots of the launch. Null where there is no market, the market is older than 30 days, or the launch was not read. */
  readonly transactionCount: number | null;
  /** Number of transactions in the slots of the launch that tipped a block engine: a lower bound of bundles. Null where there is no market, the market is older than 30 days, or the launch was not read. */
  readonly tippedTransactionCount: number | null;
  /** Share of the circulating supply that the buyers of the launch still hold, rounded down, in basis points. Null where the circulating supply is not known, or there is no market, the market is older than 30 days, or the launch was not read. */
  readonly heldBps: number | null;
  /** Share of the circulating supply that the buyers of the launch are not proven to have sold to a market, rounded down, in basis points. Tokens that they moved to other wallets count. Null where the circulating supply is not known, or there is no market, the market is older than 30 days, or the launch was not read. */
  readonly keptBps: number | null;
  /** Shares of developer, insiders, bundle and snipers at the launch and now. Null where there is no market, the market is older than 30 days, or the launch was not read. */
  readonly shares: readonly LaunchShare[] | null;
  /** Owners that got tokens in the slots of the launch, at most 50. Null where there is no market, the market is older than 30 days, or the launch was not read. */
  readonly buyers: readonly LaunchBuyer[] | null;
}

/** Publishable facts about the metadata link. The link itself is a stranger's text and stays out. */
export interface TokenLink {
  readonly __typename?: 'TokenLink';
  /** Scheme of the link. */
  readonly scheme: LinkScheme;
  /** Host of the link in plain ASCII, at most 100 characters. Null where the link has no host in plain spelling. */
  readonly host: string | null;
  /** Whether the link names its content by a hash, so that the content cannot change. */
  readonly isContentAddressed: boolean;
}

/** Pools of the token and the owners of their liquidity. */
export interface TokenLiquidityMetrics {
  readonly __typename?: 'TokenLiquidityMetrics';
  /** First gap of the answer that belongs to the readings behind the group. `gaps` of the check lists all. Null where none of the readings failed. A figure that is null without a gap has another cause, which its description names. */
  readonly gap: Gap | null;
  /** Depth of the deepest pool: the balance of a constant product that pays as much as the pool until the price has fallen by a tenth, in lamports. Null where no pool has a price, or the pools were not read. */
  readonly depthLamports: Lamports | null;
  /** Depth of the deepest pool, rounded down to cents: the balance of a constant product that pays as much as the pool until the price has fallen by a tenth, in US dollars. Null where no pool has a price, or the price of SOL was not read. */
  readonly depthUsd: USD | null;
  /** Share of the liquidity of all pools that nobody can withdraw because it was burned or belongs to a program, weighted by depth, in basis points. Null where no pool has liquidity, or the pools were not read. */
  readonly burnedBps: number | null;
  /** Share of the liquidity of all pools that a lock keeps for 30 days or more, weighted by depth, in basis points. Null where no pool has liquidity, or the pools were not read. */
  readonly lockedBps: number | null;
  /** Share of the liquidity of all pools that nothing known keeps for 30 days, weighted by depth, in basis points. The share of accounts that are not understood is included. Null where no pool has liquidity, or the pools were not read. */
  readonly freeBps: number | null;
  /** Share of the liquidity of all pools under accounts that this service does not understand, weighted by depth, in basis points. Such accounts may keep it. Null where no pool has liquidity, or the pools were not read. */
  readonly notUnderstoodBps: number | null;
  /** Share of the liquidity of all pools whose owners were not read, weighted by depth, in basis points. Null where no pool has liquidity, or the pools were not read. */
  readonly unreadBps: number | null;
  /** Number of known owners of the liquidity that nothing known keeps. Null where no pool has liquidity, or the pools were not read. */
  readonly ownerCount: number | null;
  /** Moment at which the next lock of liquidity ends (UTC). Null where no lock ends, or the pools were not read. */
  readonly unlocksAt: DateTime | null;
  /** Pools that trade the mint, at most 20: deepest first, then those without a price. Null where the subject is no mint, or the pools were not read. */
  readonly pools: readonly TokenPool[] | null;
  /** Accounts with liquidity that was seen and not measured, at most 20. Null where the subject is no mint, or the pools were not read. */
  readonly unmeasured: readonly UnmeasuredLiquidity[] | null;
}

/** Part of a pool's liquidity with its owner. The rest up to 10,000 basis points was not read. */
export interface TokenLiquidityPart {
  readonly __typename?: 'TokenLiquidityPart';
  /** Fate of the part. */
  readonly fate: LiquidityHow;
  /** Owner of the part. Null where nobody owns it, or the owner is not known. */
  readonly owner: Address | null;
  /** Share of the part in the pool's liquidity, in basis points. */
  readonly shareBps: number;
  /** First moment at which some of a locked part can be withdrawn (UTC). Null where the part is not locked, or its lock never ends. */
  readonly unlocksAt: DateTime | null;
}

/** Age of the deepest market. */
export interface TokenMarketAge {
  readonly __typename?: 'TokenMarketAge';
  /** Moment since which the deepest market is proven to hold half of its present depth, or as much as counts as enough (UTC). */
  readonly provenSince: DateTime;
  /** Time from the proof of the market to the answer, in seconds. Null where the time of the answer is not known. */
  readonly seconds: number | null;
  /** Whether all transactions of the market were listed. Otherwise the market is at least as old. */
  readonly isExact: boolean;
  /** Account where the deepest market began: its launch curve or its pool. */
  readonly account: Address;
}

/** Figures behind a token verdict, in groups of one subject. */
export interface TokenMetrics {
  readonly __typename?: 'TokenMetrics';
  /** Data quality behind the confidence, one figure for each part of the check. */
  readonly dataQuality: TokenDataQuality;
  /** Mint account and its extensions. */
  readonly mint: TokenMintMetrics;
  /** Addresses and programs with a power over the mint. */
  readonly authorities: TokenAuthoritiesMetrics;
  /** Name, symbol and issuer of the token. */
  readonly identity: TokenIdentityMetrics;
  /** Largest holders. Accounts of one owner count together. Pools, curves, lockers and custodians are no holders. */
  readonly holders: TokenHoldersMetrics;
  /** Connections between holders and launch buyers. */
  readonly insiders: TokenInsidersMetrics;
  /** Pools of the token and the owners of their liquidity. */
  readonly liquidity: TokenLiquidityMetrics;
  /** Price of SOL, and the fall of the price of the token. */
  readonly price: TokenPriceMetrics;
  /** Newest transactions of the deepest pool. */
  readonly trades: TokenTradesMetrics;
  /** Computed sale of a small amount, and simulated sales of real holders. */
  readonly sale: TokenSaleMetrics;
  /** Age of the mint and of its market. */
  readonly age: TokenAgeMetrics;
  /** First transactions of the market, and their buyers. */
  readonly launch: TokenLaunchMetrics;
  /** Creator of the token, and earlier launches of its developer. */
  readonly developer: TokenDeveloperMetrics;
}

/** State of the mint account. */
export interface TokenMintAccount {
  readonly __typename?: 'TokenMintAccount';
  /** Token program that owns the mint account. */
  readonly program: Address;
  /** Whether the mint belongs to the program Token-2022. */
  readonly isToken2022: boolean;
  /** Number of decimals of the mint. */
  readonly decimals: number;
  /** Supply of the mint, in atomic units. */
  readonly supply: TokenAmount;
  /** Extensions of the mint, in the order of its bytes. A mint of the older token program has none. */
  readonly extensions: readonly TokenExtension[];
  /** Type numbers of extensions that this service does not know, at most 64. */
  readonly unknownExtensions: readonly number[];
  /** Whether new token accounts are frozen until somebody thaws them. */
  readonly isFrozenByDefault: boolean;
}

/** Age of the mint. */
export interface TokenMintAge {
  readonly __typename?: 'TokenMintAge';
  /** Earliest moment at which the mint is proven to exist (UTC). */
  readonly provenSince: DateTime;
  /** Time from the earliest proof of the mint to the answer, in seconds. Null where the time of the answer is not known. */
  readonly seconds: number | null;
  /** Whether the earliest proof of the mint is its creation. Otherwise the mint is at least as old. */
  readonly isExact: boolean;
  /** Proof of the age of the mint. */
  readonly proof: TokenAgeProof;
}

/** Mint account and its extensions. */
export interface TokenMintMetrics {
  readonly __typename?: 'TokenMintMetrics';
  /** First gap of the answer that belongs to the readings behind the group. `gaps` of the check lists all. Null where none of the readings failed. A figure that is null without a gap has another cause, which its description names. */
  readonly gap: Gap | null;
  /** State of the mint account. Null where the subject is no mint, or the mint was not read. */
  readonly account: TokenMintAccount | null;
  /** Fee that the mint keeps of each transfer. Null where the mint has no transfer fee, or was not read. */
  readonly transferFee: TokenTransferFee | null;
  /** Program that decides about each transfer. Null where the mint has no such program and none can be set, or the mint was not read. */
  readonly transferHook: TokenTransferHook | null;
  /** Power to pause all transfers. Null where the mint has no such power, or was not read. */
  readonly pause: TokenPause | null;
  /** Yearly interest that wallets show and nobody pays, in basis points. The rate may be negative. Null where the mint has no interest, or was not read. */
  readonly interestRateBps: number | null;
  /** Factor by which wallets multiply shown amounts at the moment of the answer, as a decimal such as `1.5` or `2e+21`. Null where the mint has no such factor, or the factor of the moment is not known. */
  readonly uiMultiplier: string | null;
}

/** Power to pause all transfers, and whether they are paused. */
export interface TokenPause {
  readonly __typename?: 'TokenPause';
  /** Address that can pause and resume transfers. Null where nobody can. */
  readonly authority: Address | null;
  /** Whether transfers are paused now. */
  readonly isPaused: boolean;
}

/** Pool that trades the mint. */
export interface TokenPool {
  readonly __typename?: 'TokenPool';
  /** Venue of the pool. */
  readonly venue: Venue;
  /** Address of the pool. */
  readonly address: Address;
  /** Mint on the other side of the pool. Null where the pool was not read. */
  readonly otherMint: Address | null;
  /** Depth of the pool: the balance of a constant product that pays as much until the price has fallen by a tenth, in lamports. Null where the pool has no price. */
  readonly depthLamports: Lamports | null;
  /** Depth of the pool, rounded down to cents: the balance of a constant product that pays as much until the price has fallen by a tenth, in US dollars. Null where the pool has no price, or the price of SOL was not read. */
  readonly depthUsd: USD | null;
  /** Reason for which the pool has no price. Null where the pool has a price. */
  readonly refused: PoolRefusal | null;
  /** Whether the pool is a launch curve. */
  readonly isCurve: boolean;
  /** Address that created the pool, or gets the creator's fee. Null where the venue names none, or the pool was not read. */
  readonly creator: Address | null;
  /** Moment at which trading opened (UTC). Null where the venue records none, or the pool was not read. */
  readonly openedAt: DateTime | null;
  /** Parts of the liquidity with their owners, largest first, at most 20. Null where the owners were not read. */
  readonly liquidityParts: readonly TokenLiquidityPart[] | null;
}

/** Price of SOL, and the fall of the price of the token. */
export interface TokenPriceMetrics {
  readonly __typename?: 'TokenPriceMetrics';
  /** First gap of the answer that belongs to the readings behind the group. `gaps` of the check lists all. Null where none of the readings failed. A figure that is null without a gap has another cause, which its description names. */
  readonly gap: Gap | null;
  /** Price of one SOL, rounded down to cents, by the pool of SOL and USDC, in US dollars. Null where the chain has no pool of SOL and USDC, or the price was not read. */
  readonly usdPerSol: USD | null;
  /** Fall of the price from the best proven one. Null where no price is proven, there is no market, or the trades were not read. */
  readonly drawdown: TokenDrawdown | null;
}

/** Power over the mint that is proven to lie with a program of fixed rules or with a governance. */
export interface TokenProgramPower {
  readonly __typename?: 'TokenProgramPower';
  /** Power that the program has. */
  readonly role: AuthorityRole;
  /** Authority that only the program signs for. */
  readonly authority: Address;
  /** Address of the program. */
  readonly program: Address;
  /** Name of the program. */
  readonly programName: string;
  /** Proof that the program has the power. */
  readonly proof: PowerProofKind;
  /** Account that proves the power. Null where addresses alone prove it. */
  readonly account: Address | null;
  /** Party that can change the program. */
  readonly upgradeableBy: UpgradeBy;
  /** Address that can change the program. Null where nobody can, or it was not read. */
  readonly upgradeAuthority: Address | null;
  /** Asset behind a token of a bridge, wrapper or pool: a mint, a pool, or a chain number of Wormhole with an address there. Null where no such asset is known. */
  readonly backing: string | null;
  /** Name of the asset behind the token. Null where the asset was not reviewed. */
  readonly backingName: string | null;
  /** Realm of the governance. Null where the program is no governance. */
  readonly realm: Address | null;
  /** Shortest time from a proposal to its execution, in seconds. A voting time counts only where no vote can end early. Null where the program is no governance. */
  readonly delaySeconds: number | null;
}

/** Trades in the transactions that were read. */
export interface TokenRecentTrades {
  readonly __typename?: 'TokenRecentTrades';
  /** Number of the newest transactions of the deepest pool that were read. */
  readonly transactionCount: number;
  /** Moment of the oldest transaction that was read (UTC). Null where there is no transaction. */
  readonly oldestTransactionAt: DateTime | null;
  /** Number of wallets that bought in the transactions that were read. */
  readonly buyerCount: number;
  /** Number of wallets that sold in the transactions that were read. */
  readonly sellerCount: number;
  /** Sum that the buyers paid in the transactions that were read, in lamports. */
  readonly boughtLamports: Lamports;
  /** Sum that the sellers received in the transactions that were read, in lamports. */
  readonly soldLamports: Lamports;
  /** Share of the volume of wallets that bought and sold back the same several times, in basis points. */
  readonly washBps: number;
  /** Tokens that the creator, the developer and the insiders of the launch sold in the transactions that were read, in atomic units. */
  readonly makersSoldAmount: TokenAmount;
  /** Number of recent buyers whose accounts are frozen now. Null where nobody can freeze. */
  readonly frozenBuyerCount: number | null;
}

/** Computed sale of a small amount, and simulated sales of real holders. */
export interface TokenSaleMetrics {
  readonly __typename?: 'TokenSaleMetrics';
  /** First gap of the answer that belongs to the readings behind the group. `gaps` of the check lists all. Null where none of the readings failed. A figure that is null without a gap has another cause, which its description names. */
  readonly gap: Gap | null;
  /** Computed sale of a small amount through the best pool. Null where no sale was computed. */
  readonly quote: TokenSaleQuote | null;
  /** Result of simulated transfers of real holders into a pool. Null where no transfer could be simulated. */
  readonly trial: TrialSale | null;
  /** Refusal of the simulated transfers: the error number and its program. Null where they were not refused, or none could be simulated. */
  readonly trialError: string | null;
}

/** Computed sale of a small amount through the best pool. */
export interface TokenSaleQuote {
  readonly __typename?: 'TokenSaleQuote';
  /** Size of the computed sale, in SOL. */
  readonly sizeSol: SOL;
  /** Tokens that are worth the size of the computed sale at the margin, in atomic units. */
  readonly amount: TokenAmount;
  /** Proceeds of the computed sale through the best pool, in lamports. Null where no pool takes the tokens. */
  readonly lamportsBack: Lamports | null;
  /** Loss of the computed sale as a share of its size, rounded up, in basis points. Null where no pool takes the tokens. */
  readonly costBps: number | null;
  /** Venue of the pool that pays most in the computed sale. Null where no pool takes the tokens. */
  readonly venue: Venue | null;
  /** Pool that pays most in the computed sale. Null where no pool takes the tokens. */
  readonly pool: Address | null;
}

/** Staking program that is proven to be the only one that can mint. */
export interface TokenStake {
  readonly __typename?: 'TokenStake';
  /** Address of the staking program. */
  readonly program: Address;
  /** Name of the staking program. */
  readonly programName: string;
  /** State account of the staking program. Null where the authority alone proves the program. */
  readonly pool: Address | null;
}

/** Newest transactions of the deepest pool. */
export interface TokenTradesMetrics {
  readonly __typename?: 'TokenTradesMetrics';
  /** First gap of the answer that belongs to the readings behind the group. `gaps` of the check lists all. Null where none of the readings failed. A figure that is null without a gap has another cause, which its description names. */
  readonly gap: Gap | null;
  /** Trades in the transactions that were read. Null where there is no market, or the trades were not read. */
  readonly recent: TokenRecentTrades | null;
}

/** Fee that the mint keeps of each transfer, now and from a set epoch on. */
export interface TokenTransferFee {
  readonly __typename?: 'TokenTransferFee';
  /** Fee of each transfer now, as a share of the amount, in basis points. */
  readonly activeBps: number;
  /** Largest fee of one transfer now, in atomic units. */
  readonly activeMaximum: TokenAmount;
  /** Fee of each transfer from the scheduled epoch on, as a share of the amount, in basis points. Null where no change is scheduled. */
  readonly scheduledBps: number | null;
  /** Largest fee of one transfer from the scheduled epoch on, in atomic units. Null where no change is scheduled. */
  readonly scheduledMaximum: TokenAmount | null;
  /** Epoch from which the scheduled fee applies. Null where no change is scheduled. */
  readonly scheduledEpoch: number | null;
  /** Address that can change the fee. Null where nobody can. */
  readonly authority: Address | null;
}

/** Program that decides about each transfer, and the power to set another one. */
export interface TokenTransferHook {
  readonly __typename?: 'TokenTransferHook';
  /** Program that decides about each transfer. Null where none is set. */
  readonly program: Address | null;
  /** Address that can set another program. Null where nobody can. */
  readonly authority: Address | null;
  /** Whether somebody can change the program. Null where there is no program, or it was not read. */
  readonly isUpgradeable: boolean | null;
}

/** Proven vault that holds one of the largest accounts. It counts as a holder. */
export interface TokenTreasury {
  readonly __typename?: 'TokenTreasury';
  /** Address of the vault. */
  readonly owner: Address;
  /** Program of the vault. */
  readonly kind: TreasuryKind;
  /** Account of the multisig or the governance. */
  readonly account: Address;
  /** Number of keys that have to sign. Null where the vault belongs to a governance. */
  readonly threshold: number | null;
  /** Number of keys of the multisig. Null where the vault belongs to a governance. */
  readonly memberCount: number | null;
  /** Address that can change the members alone. Null where nobody can. */
  readonly configAuthority: Address | null;
  /** Time that a transfer waits after its approval, in seconds. */
  readonly delaySeconds: number;
  /** Tokens in the account, in atomic units. */
  readonly amount: TokenAmount;
  /** Share of the account in the supply, rounded down, in basis points. Null where the supply is zero, or was not read. */
  readonly shareBps: number | null;
}

/** Verdicts of a token check. `prices` lists them best first. */
export type TokenVerdict = 'LOW_RISK' | 'ELEVATED' | 'HIGH_RISK' | 'CRITICAL' | 'UNKNOWN';

/** Decoded lock on one of the largest token accounts of the mint. */
export interface TokenVesting {
  readonly __typename?: 'TokenVesting';
  /** Address of the token account. */
  readonly account: Address;
  /** Name or address of the program that locks. */
  readonly program: string;
  /** Address that put the tokens in. Null where it is not known. */
  readonly sender: Address | null;
  /** Address that gets the tokens. Null where several get them, or it is not known. */
  readonly recipient: Address | null;
  /** Addresses that can end the lock early. Such a lock keeps nothing. */
  readonly cancelableBy: readonly Address[];
  /** Tokens that are still locked, in atomic units. */
  readonly amount: TokenAmount;
  /** Share of the locked tokens in the supply, rounded down, in basis points. Null where the supply is zero, or was not read. */
  readonly shareBps: number | null;
  /** Locked tokens that open within 30 days, in atomic units. They count as held. */
  readonly opensSoonAmount: TokenAmount;
  /** Moment of the next unlock (UTC). Null where nothing ever opens. */
  readonly nextUnlockAt: DateTime | null;
  /** Moment at which everything is open (UTC). Null where the lock never ends. */
  readonly endsAt: DateTime | null;
}

/** Search for the first money of wallets, and the groups that it shows. */
export interface TokenWalletTrace {
  readonly __typename?: 'TokenWalletTrace';
  /** Number of wallets whose first money was searched for. */
  readonly searchedWalletCount: number;
  /** Number of wallets whose first money was found. */
  readonly tracedWalletCount: number;
  /** Holders and launch buyers who count as one, at most 20 clusters, largest first. */
  readonly holderClusters: readonly HolderCluster[];
  /** Groups of three wallets or more with the same first money, at most 20. */
  readonly funderClusters: readonly FunderCluster[];
}

/** The answer of a trade check: the cost of buying a token for an amount of SOL and selling it again. */
export interface TradeCheck extends Node, Check {
  readonly __typename?: 'TradeCheck';
  /** Verdict, in the enumeration of trade checks alone. */
  readonly tradeVerdict: TradeVerdict;
  /** Figures behind the verdict. Null where the answer is free. */
  readonly metrics: TradeMetrics | null;
}

/** A trade check, by its mint and the size of the purchase. */
export interface TradeCheckInput {
  /** The mint to check, base58 of exactly 32 bytes. */
  readonly mint: Address;
  /** The size of the purchase in SOL, more than 0 and at most 10000. 0.5 where absent or null. */
  readonly sizeSol?: SOL | null;
}

/** Cost of the round trip. */
export interface TradeCostMetrics {
  readonly __typename?: 'TradeCostMetrics';
  /** First gap of the answer that belongs to the readings behind the group. `gaps` of the check lists all. Null where none of the readings failed. A figure that is null without a gap has another cause, which its description names. */
  readonly gap: Gap | null;
  /** Round trip of the size by the cheapest route. Null where no pool carries the size, or the pools were not read. */
  readonly roundTrip: TradeRoundTrip | null;
  /** Costs of some sizes along one route, smallest first. Only the size that was asked about may be split over two routes. Null where the subject is no mint, or the pools were not read. */
  readonly sizes: readonly SizeCost[] | null;
  /** Largest size for each verdict along one route. */
  readonly recommendedMaxSize: MaxSize;
}

/** Large holders of the token. */
export interface TradeHoldersMetrics {
  readonly __typename?: 'TradeHoldersMetrics';
  /** First gap of the answer that belongs to the readings behind the group. `gaps` of the check lists all. Null where none of the readings failed. A figure that is null without a gap has another cause, which its description names. */
  readonly gap: Gap | null;
  /** Number of large holders that were examined. Null where the subject is no mint, or the holders were not read. */
  readonly examinedCount: number | null;
  /** Number of ordinary large holders that are frozen. Null where the subject is no mint, or the holders were not read. */
  readonly frozenCount: number | null;
  /** Large holders that prove liquidity without a price. Null where the subject is no mint, or the holders were not read. */
  readonly unpriced: readonly UnpricedHolder[] | null;
}

/** Leg of a round trip. */
export type TradeLeg = 'BUY' | 'SELL' | 'OTHER';

/** Figures behind a trade verdict, in groups of one subject. */
export interface TradeMetrics {
  readonly __typename?: 'TradeMetrics';
  /** Size of the trade that was asked about, in SOL. */
  readonly sizeSol: SOL;
  /** Cost of the round trip. */
  readonly cost: TradeCostMetrics;
  /** Pools of the token. */
  readonly pools: TradePoolsMetrics;
  /** Large holders of the token. */
  readonly holders: TradeHoldersMetrics;
  /** Mint account, and the rules of its transfers. */
  readonly mint: TradeMintMetrics;
  /** Fees of the network. */
  readonly network: TradeNetworkMetrics;
  /** Simulated sales through the transfer hook of the mint. */
  readonly sale: TradeSaleMetrics;
}

/** State of the mint account. */
export interface TradeMintAccount {
  readonly __typename?: 'TradeMintAccount';
  /** Token program that owns the mint account. */
  readonly program: Address;
  /** Number of decimals of the mint. */
  readonly decimals: number;
  /** Supply of the mint, in atomic units. */
  readonly supply: TokenAmount;
}

/** Mint account, and the rules of its transfers. */
export interface TradeMintMetrics {
  readonly __typename?: 'TradeMintMetrics';
  /** First gap of the answer that belongs to the readings behind the group. `gaps` of the check lists all. Null where none of the readings failed. A figure that is null without a gap has another cause, which its description names. */
  readonly gap: Gap | null;
  /** State of the mint account. Null where the subject is no mint, or the mint was not read. */
  readonly account: TradeMintAccount | null;
  /** Fee that the mint keeps of each transfer. Null where the mint has no transfer fee, or was not read. */
  readonly transferFee: TradeTransferFee | null;
  /** Program that decides about each transfer. Null where the mint has none, or was not read. */
  readonly transferHookProgram: Address | null;
  /** Address that can freeze the accounts of holders. Null where nobody can, or the mint was not read. */
  readonly freezeAuthority: Address | null;
}

/** Fees of the network. */
export interface TradeNetworkMetrics {
  readonly __typename?: 'TradeNetworkMetrics';
  /** First gap of the answer that belongs to the readings behind the group. `gaps` of the check lists all. Null where none of the readings failed. A figure that is null without a gap has another cause, which its description names. */
  readonly gap: Gap | null;
  /** Priority fee that is counted, in millionths of a lamport for each compute unit. Null where the subject is no mint, or the fees were not read. */
  readonly priorityMicroLamports: string | null;
  /** Whether the highest counted priority fee was assumed, because recent blocks could not be read. Null where the subject is no mint, or the fees were not read. */
  readonly isPriorityAssumed: boolean | null;
  /** Rent that the new token account binds until it is closed, in lamports. It is no part of the cost. Null where the rent of token accounts is not known. */
  readonly accountRentLamports: Lamports | null;
}

/** Pool that was found, used or not. */
export interface TradePool {
  readonly __typename?: 'TradePool';
  /** Venue of the pool. */
  readonly venue: Venue;
  /** Address of the pool. */
  readonly address: Address;
  /** Whether the cheapest route goes through the pool. */
  readonly isUsed: boolean;
  /** Mint on the other side of the pool. Null where the pool was not read. */
  readonly otherMint: Address | null;
  /** Cost of the round trip of the whole size through the pool alone, in basis points. Null where the pool does not carry the size. */
  readonly costBps: number | null;
  /** Depth of the pool: the balance of a constant product that pays as much until the price has fallen by a tenth, in lamports. Null where the pool has no price. */
  readonly depthLamports: Lamports | null;
  /** Tokens in the pool, in atomic units. Null where the pool was not read. */
  readonly depthAmount: TokenAmount | null;
  /** Price of a million atomic units of the mint at the margin, in lamports. Null where the pool has no price. */
  readonly priceLamportsPerMillion: Lamports | null;
  /** Reason for which the pool has no cost. Null where the pool has a cost, or its price is not known. */
  readonly refused: PoolRefusal | null;
  /** Explanation of the refusal. Null where the pool is not refused. */
  readonly refusedDetail: string | null;
  /** Leg that the pool refuses. Null where the pool refuses neither leg, or cannot be quoted at all. */
  readonly refusedLeg: TradeLeg | null;
  /** Address that created the pool, or gets the creator's fee. Null where the venue names none, or the pool was not read. */
  readonly creator: Address | null;
  /** Moment at which trading opened (UTC). Null where the venue records none, or the pool was not read. */
  readonly openedAt: DateTime | null;
  /** Share of the liquidity that was burned or that the venue itself locks for good, in basis points. Other lockers are not read. Null where it is not known. */
  readonly lockedLiquidityBps: number | null;
  /** Parts of the pool's quote that are bounds and not exact, in words. */
  readonly bounds: readonly string[];
}

/** Pools of the token. */
export interface TradePoolsMetrics {
  readonly __typename?: 'TradePoolsMetrics';
  /** First gap of the answer that belongs to the readings behind the group. `gaps` of the check lists all. Null where none of the readings failed. A figure that is null without a gap has another cause, which its description names. */
  readonly gap: Gap | null;
  /** Number of pools that were found. Null where the subject is no mint, or the pools were not read. */
  readonly foundCount: number | null;
  /** Number of pools that carry the size. Null where the subject is no mint, or the pools were not read. */
  readonly usableCount: number | null;
  /** Distance of the highest price of two pools from the lowest, in basis points. Null where fewer than two pools have a price, or the pools were not read. */
  readonly priceDisagreementBps: number | null;
  /** Every pool that was found, cheapest first. Null where the subject is no mint, or the pools were not read. */
  readonly entries: readonly TradePool[] | null;
}

/** Round trip of the size by the cheapest route. */
export interface TradeRoundTrip {
  readonly __typename?: 'TradeRoundTrip';
  /** Cost of the round trip by the cheapest route, both legs at the present state, as a share of the size, rounded up, in basis points. */
  readonly costBps: number;
  /** Cost of the round trip by the cheapest route, both legs at the present state, in lamports. */
  readonly costLamports: Lamports;
  /** Tokens that the size buys, in atomic units. */
  readonly boughtAmount: TokenAmount;
  /** Proceeds of selling the bought tokens, in lamports. */
  readonly lamportsBack: Lamports;
  /** Cost of the round trip where the sale follows the purchase at once, in basis points. Null where it cannot be made. */
  readonly floorBps: number | null;
  /** Rise of the sale's proceeds over the present ones after which everything comes back, in basis points. The price in a pool has to rise by more. Null where no rise brings everything back. */
  readonly breakEvenBps: number | null;
  /** Parts of the cost. */
  readonly parts: CostParts;
  /** Parts of the cheapest route. */
  readonly route: readonly RoutePart[];
}

/** Simulated sales through the transfer hook of the mint. */
export interface TradeSaleMetrics {
  readonly __typename?: 'TradeSaleMetrics';
  /** First gap of the answer that belongs to the readings behind the group. `gaps` of the check lists all. Null where none of the readings failed. A figure that is null without a gap has another cause, which its description names. */
  readonly gap: Gap | null;
  /** Whether simulated transfers of real holders' tokens into the pool passed the hook of the mint. Null where the mint has no hook, or nothing was shown. */
  readonly isProven: boolean | null;
  /** Refusal of the simulated transfers: the error number and its program. Null where they were not refused, or none could be simulated. */
  readonly trialError: string | null;
}

/** Fee that the mint keeps of each transfer. */
export interface TradeTransferFee {
  readonly __typename?: 'TradeTransferFee';
  /** Present fee of each transfer, as a share of the amount, in basis points. */
  readonly activeBps: number;
  /** Largest fee of one transfer, in atomic units. */
  readonly activeMaximum: TokenAmount;
}

/** Verdicts of a trade check. `prices` lists them best first. */
export type TradeVerdict = 'ACCEPTABLE_COST' | 'ELEVATED_COST' | 'HIGH_COST' | 'UNTRADEABLE' | 'NO_POOL' | 'UNKNOWN';

export type TransactionSignature = string;

/** Program that a vault belongs to. */
export type TreasuryKind = 'SQUADS_V3' | 'SQUADS_V4' | 'REALMS' | 'OTHER';

/** Result of simulated sales. */
export type TrialSale = 'PASSED' | 'REFUSED' | 'OTHER';

export type USD = string;

export type USDC = string;

/** Large account under an authority of a venue that no pool explains. */
export interface UnmeasuredLiquidity {
  readonly __typename?: 'UnmeasuredLiquidity';
  /** Address of the token account. */
  readonly account: Address;
  /** Venue of the authority. */
  readonly venue: Venue;
  /** Tokens in the account, in atomic units. */
  readonly amount: TokenAmount;
}

/** Large holder that proves liquidity which has no part in the price. */
export interface UnpricedHolder {
  readonly __typename?: 'UnpricedHolder';
  /** Address of the token account. */
  readonly account: Address;
  /** Address that can move the tokens. */
  readonly authority: Address;
  /** Venue of the authority. */
  readonly venue: Venue;
  /** Tokens in the account, in atomic units. */
  readonly amount: TokenAmount;
}

/** Reason for which a held token has no value. */
export type UnquotedCause = 'NO_MARKET' | 'NO_QUOTE' | 'BLOCKED' | 'NOT_ASKED' | 'NOT_READ' | 'OTHER';

/** Party that can change a program. */
export type UpgradeBy = 'NOBODY' | 'KEY' | 'PROGRAM' | 'UNREAD' | 'OTHER';

/** Trading program that a pool belongs to. */
export type Venue = 'PUMP_CURVE' | 'PUMPSWAP' | 'RAYDIUM_AMM_V4' | 'RAYDIUM_CPMM' | 'RAYDIUM_CLMM' | 'RAYDIUM_LAUNCHLAB' | 'ORCA_WHIRLPOOL' | 'METEORA_DLMM' | 'METEORA_DAMM_V1' | 'METEORA_DAMM_V2' | 'METEORA_DBC' | 'OTHER';

/** The verdicts of all kinds. A kind of check answers with verdicts of that kind only. */
export type Verdict = 'TRUSTED' | 'NEUTRAL' | 'UNTRUSTED' | 'INSUFFICIENT' | 'UNVERIFIABLE' | 'LOW_RISK' | 'ELEVATED' | 'HIGH_RISK' | 'CRITICAL' | 'UNKNOWN' | 'ACCEPTABLE_COST' | 'ELEVATED_COST' | 'HIGH_COST' | 'UNTRADEABLE' | 'NO_POOL' | 'CEX_FUNDED' | 'WALLET_FUNDED' | 'UNKNOWN_ORIGIN' | 'UNVERIFIABLE_ORIGIN';

/** A verdict of a kind and its meaning. */
export interface VerdictMeaning {
  readonly __typename?: 'VerdictMeaning';
  /** The verdict as answers give it. */
  readonly verdict: Verdict;
  /** The meaning of the verdict for the kind. */
  readonly meaning: string;
}

/** A Solana address and the checks of it. */
export interface Wallet extends Node {
  readonly __typename?: 'Wallet';
  /** The global id of the wallet. */
  readonly id: string;
  /** The address of the wallet. */
  readonly address: Address;
  /** Checks whether the profit of a wallet can be proven. Paid. Null with an error where the check is refused, or an argument is malformed. */
  readonly check: WalletCheck | null;
  /** Checks the origin of the first money of an address. Paid. Null with an error where the check is refused, or an argument is malformed. */
  readonly funderCheck: FunderCheck | null;
}

/** Reason for which no purchase of sold tokens is known. */
export type WalletBasisKind = 'BEFORE_WINDOW' | 'RECEIVED' | 'OTHER';

/** Way in which the wallet trades, and signs of manipulation. */
export interface WalletBehaviourMetrics {
  readonly __typename?: 'WalletBehaviourMetrics';
  /** First gap of the answer that belongs to the readings behind the group. `gaps` of the check lists all. Null where none of the readings failed. A figure that is null without a gap has another cause, which its description names. */
  readonly gap: Gap | null;
  /** Median holding time, weighted by cost, in seconds. Null where nothing was held, or nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly medianHoldSeconds: number | null;
  /** Share of holds under one minute, in basis points. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly fastHoldsBps: number | null;
  /** Holding times of tokens that were sold. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly holdTimes: WalletHoldTimes | null;
  /** Number of trades on an average day with trades, rounded up. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly tradesPerActiveDay: number | null;
  /** Share of failed transactions, in basis points. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly failedShareBps: number | null;
  /** Share of transactions that gained SOL without holding a token, in basis points. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly atomicShareBps: number | null;
  /** Share of purchases in one transaction with a purchase of another signer, in basis points. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly bundledBuysBps: number | null;
  /** Purchases and sales of the same units in one slot. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly sandwich: WalletSandwich | null;
  /** Tokens that were sold within an hour of arriving without a purchase. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly soldUnbought: WalletSoldUnbought | null;
  /** Share of gains from sales that took more than a quarter of the SOL or the US dollars in their pool, in basis points. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly thinPoolProfitBps: number | null;
  /** Share of gains from round trips with a fill that the other party signed, such as one by an order engine, in basis points. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly cosignedProfitBps: number | null;
  /** Trading of one token to and fro within ten minutes without a result. Null where there is none, nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly wash: WalletWash | null;
}

/** Record in one currency, in its atomic units. The verdict is taken from the main book, and losses in the others count against it. */
export interface WalletBook {
  readonly __typename?: 'WalletBook';
  /** Currency of the book. */
  readonly currency: WalletCurrency;
  /** Number of decimals of the amounts: 9 for lamports, 6 for millionths. */
  readonly decimals: number;
  /** Whether the verdict is taken from the book, because most was traded in its currency. */
  readonly isMain: boolean;
  /** Number and size of the trades in the currency. */
  readonly sample: WalletBookSample;
  /** Profit of the round trips in the currency. */
  readonly profit: WalletBookProfit;
  /** Bounds of profit divided by cost in the currency. Null where there are too few round trips. */
  readonly expectancy: WalletBookExpectancy | null;
  /** Round trips in the currency with a profit. Their share decides nothing. */
  readonly wins: WalletBookWins;
  /** Sums in the currency that the profit leaves out, or that count against the wallet. */
  readonly exclusions: WalletBookExclusions;
  /** Changes of the money of the wallet in the currency. */
  readonly flows: WalletBookFlows;
}

/** Sums in the currency that the profit leaves out, or that count against the wallet. */
export interface WalletBookExclusions {
  readonly __typename?: 'WalletBookExclusions';
  /** Proceeds of tokens that were held before the window, in atomic units of the currency. They count as no profit. */
  readonly beforeWindowProceeds: SignedAmount;
  /** Proceeds of tokens that came without a purchase, in atomic units of the currency. They count as no profit. */
  readonly receivedProceeds: SignedAmount;
  /** Share of tokens without a known purchase in all proceeds, in basis points. */
  readonly unmatchedBps: number;
  /** Losses of positions that do not count, in atomic units of the currency. Their gains are not set off. */
  readonly uncountedLosses: SignedAmount;
  /** Cost of tokens that left without a sale, in atomic units of the currency. */
  readonly transferredOut: SignedAmount;
  /** Fees and tips outside of trades, losses of conversions and within one transaction, and money that did not come back from pools, loans, NFTs and orders, in atomic units of the currency. */
  readonly overhead: SignedAmount;
  /** Cost of tokens that are still held in open positions, in atomic units of the currency. */
  readonly openBasis: SignedAmount;
  /** Money that trades without a rate paid or brought, in atomic units of the currency. */
  readonly unpriced: SignedAmount;
}

/** Bounds of profit divided by cost in the currency. */
export interface WalletBookExpectancy {
  readonly __typename?: 'WalletBookExpectancy';
  /** Lower bound of profit divided by cost with 99 percent confidence, after a sceptical prior, in basis points. */
  readonly lowerBps: number;
  /** Upper bound of profit divided by cost with 99 percent confidence, without the prior, in basis points. */
  readonly upperBps: number;
}

/** Changes of the money of the wallet in the currency. */
export interface WalletBookFlows {
  readonly __typename?: 'WalletBookFlows';
  /** Money that others sent, in atomic units of the currency. */
  readonly transfersIn: SignedAmount;
  /** Money sent to others, below zero, in atomic units of the currency. */
  readonly transfersOut: SignedAmount;
  /** Money exchanged for another currency or another coin of the same one, in atomic units of the currency. */
  readonly conversions: SignedAmount;
  /** Change over the window, all classes together, in atomic units of the currency. */
  readonly change: SignedAmount;
}

/** Profit of the round trips in the currency. */
export interface WalletBookProfit {
  readonly __typename?: 'WalletBookProfit';
  /** Realized profit, first in first out, in atomic units of the currency. */
  readonly realizedPnl: SignedAmount;
  /** Realized profit less losses that do not count, the cost of tokens that were transferred out, and overhead, in atomic units of the currency. */
  readonly pessimisticPnl: SignedAmount;
  /** Realized profit of the first half of the window, in atomic units of the currency. */
  readonly firstHalfPnl: SignedAmount;
  /** Realized profit of the second half of the window, in atomic units of the currency. */
  readonly secondHalfPnl: SignedAmount;
  /** Realized profit without the best round trips, in atomic units of the currency. */
  readonly pnlWithoutBest: SignedAmount;
  /** Sum of all gains, in atomic units of the currency. */
  readonly grossProfit: SignedAmount;
  /** Sum of all losses, in atomic units of the currency. */
  readonly grossLoss: SignedAmount;
  /** Realized profit divided by cost, in basis points. Null where nothing was spent. */
  readonly roiBps: number | null;
  /** Gains divided by losses, in percent. Null where there is no loss. */
  readonly profitFactorPercent: number | null;
  /** Share of the best round trip in all gains, in basis points. Null where there is no gain. */
  readonly top1ShareBps: number | null;
}

/** Number and size of the trades in the currency. */
export interface WalletBookSample {
  readonly __typename?: 'WalletBookSample';
  /** Number of purchases and sales. */
  readonly tradeCount: number;
  /** Number of round trips that count. */
  readonly closedCount: number;
  /** Number of round trips of one size that would weigh as much as those that count. */
  readonly evenTripCount: number;
  /** Number of different tokens in the round trips that count. */
  readonly mintCount: number;
  /** Number of days (UTC) with a trade. */
  readonly activeDayCount: number;
  /** Purchases and sales together, in atomic units of the currency. */
  readonly turnover: SignedAmount;
  /** Cost of the round trips that count, in atomic units of the currency. */
  readonly cost: SignedAmount;
}

/** Round trips in the currency with a profit. Their share decides nothing. */
export interface WalletBookWins {
  readonly __typename?: 'WalletBookWins';
  /** Number of round trips with a profit. */
  readonly count: number;
  /** Share of round trips with a profit, in basis points. Null where there is no round trip. */
  readonly rateBps: number | null;
}

/** Records by currency. */
export interface WalletBooksMetrics {
  readonly __typename?: 'WalletBooksMetrics';
  /** First gap of the answer that belongs to the readings behind the group. `gaps` of the check lists all. Null where none of the readings failed. A figure that is null without a gap has another cause, which its description names. */
  readonly gap: Gap | null;
  /** Record in each currency that was traded: SOL, US dollars, euros. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly entries: readonly WalletBook[] | null;
  /** Sales of tokens without a known purchase, newest first, at most 20. The records by currency have the sums. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly salesWithoutBasis: readonly WalletSaleWithoutBasis[] | null;
  /** Prices of stable coins that were used for conversions, newest first, at most 20. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly rates: readonly StableRate[] | null;
}

/** The answer of a wallet check: whether the profit of a wallet can be proven. */
export interface WalletCheck extends Node, Check {
  readonly __typename?: 'WalletCheck';
  /** Verdict, in the enumeration of wallet checks alone. */
  readonly walletVerdict: WalletVerdict;
  /** Figures behind the verdict. Null where the answer is free. */
  readonly metrics: WalletMetrics | null;
}

/** A wallet check. */
export interface WalletCheckInput {
  /** The address to check, base58 of exactly 32 bytes. */
  readonly address: Address;
}

/** Currency of a book and of its amounts. */
export type WalletCurrency = 'SOL' | 'USD' | 'EUR' | 'OTHER';

/** Realized profit up to a moment. */
export interface WalletEquityPoint {
  readonly __typename?: 'WalletEquityPoint';
  /** Moment of the point (UTC). */
  readonly reachedAt: DateTime;
  /** Profit of all round trips that had ended by the moment, in lamports. */
  readonly lamports: SignedLamports;
}

/** Sums in SOL that the results leave out, or count against the wallet. */
export interface WalletExcluded {
  readonly __typename?: 'WalletExcluded';
  /** Proceeds of tokens without a known purchase, in lamports. They count as no profit. */
  readonly unmatchedProceedsLamports: SignedLamports;
  /** Share of tokens without a known purchase in all proceeds, in basis points. */
  readonly unmatchedBps: number;
  /** Cost of tokens that left without a sale, in lamports. */
  readonly transferredOutLamports: Lamports;
  /** Cost of tokens that left without a sale, divided by the cost of the round trips, in basis points. */
  readonly transferredOutBps: number;
  /** Cost of tokens that are still held in open positions, in lamports. */
  readonly openBasisLamports: Lamports;
  /** Cost of tokens that are still held, divided by the cost of the round trips, in basis points. */
  readonly openBasisBps: number;
  /** Number of trades in another currency than their tokens were bought in, without a rate between the two. */
  readonly unpricedTradeCount: number;
  /** SOL that trades without a rate paid or brought, in lamports. */
  readonly unpricedLamports: Lamports;
  /** Share of trades without a rate in all trades, or their sum divided by the cost of the round trips, whichever is more, in basis points. */
  readonly unpricedBps: number;
  /** Cost that was paid in stable coins and converted at prices seen on chain, in lamports. */
  readonly stableCostLamports: Lamports;
  /** Share of converted cost in all cost, in basis points. */
  readonly stableCostBps: number;
  /** Share of liquidity, lending, NFTs and orders in all SOL that moved, in basis points. */
  readonly specialFlowBps: number;
  /** Losses of positions that ended and do not count as round trips, in lamports. Their gains are not set off. */
  readonly uncountedLossesLamports: Lamports;
  /** Fees and tips outside of trades, atomic losses, and SOL that went into liquidity, loans or NFTs and did not come back, in lamports. */
  readonly overheadLamports: Lamports;
  /** Losses of trading programs within one transaction, gains not set off, and SOL in orders without a fill for seven days, in lamports. */
  readonly atomicLossesLamports: Lamports;
}

/** Money that the results leave out, or count against the wallet. */
export interface WalletExclusionsMetrics {
  readonly __typename?: 'WalletExclusionsMetrics';
  /** First gap of the answer that belongs to the readings behind the group. `gaps` of the check lists all. Null where none of the readings failed. A figure that is null without a gap has another cause, which its description names. */
  readonly gap: Gap | null;
  /** Changes of the wallet's SOL by class. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly flows: WalletFlows | null;
  /** Sums in SOL that the results leave out, or count against the wallet. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly sums: WalletExcluded | null;
}

/** Bounds of profit divided by cost. */
export interface WalletExpectancy {
  readonly __typename?: 'WalletExpectancy';
  /** Lower bound of profit divided by cost with 99 percent confidence, after a sceptical prior, in basis points. */
  readonly lowerBps: number;
  /** Upper bound of profit divided by cost with 99 percent confidence, without the prior, in basis points. */
  readonly upperBps: number;
}

/** Test that the best verdict needs and that failed. */
export interface WalletFailedTest {
  readonly __typename?: 'WalletFailedTest';
  /** Reason code of the test, which says what is measured. */
  readonly code: Code;
  /** Measured figure, a whole number as text. Null where it could not be computed. */
  readonly figure: string | null;
  /** Bound that the figure missed, a whole number as text. Of several bounds it is the one of the worst verdict. */
  readonly bound: string;
  /** Side of the bound on which the figure has to be. */
  readonly direction: WalletTestDirection;
  /** Unit of the figure and the bound. */
  readonly unit: WalletTestUnit;
}

/** Changes of the wallet's SOL by class, wrapped SOL and the rent of token accounts included. Each lamport is in one class, and the classes add up to the change. */
export interface WalletFlows {
  readonly __typename?: 'WalletFlows';
  /** Purchases of tokens with all costs, in lamports. */
  readonly buysLamports: SignedLamports;
  /** Sales of tokens after all costs, in lamports. */
  readonly sellsLamports: SignedLamports;
  /** SOL exchanged for stable coins and back, in lamports. */
  readonly conversionsLamports: SignedLamports;
  /** SOL that others sent, in lamports. */
  readonly transfersInLamports: SignedLamports;
  /** SOL sent to others, in lamports. */
  readonly transfersOutLamports: SignedLamports;
  /** Rent of the wallet's token accounts that others paid, in lamports. */
  readonly rentFromOthersLamports: SignedLamports;
  /** Rent paid for accounts of others, in lamports. */
  readonly rentForOthersLamports: SignedLamports;
  /** Fees of failed transactions, in lamports. */
  readonly failedFeesLamports: SignedLamports;
  /** Fees of transactions that are no trades, in lamports. */
  readonly otherFeesLamports: SignedLamports;
  /** Tips in transactions that are no trades, in lamports. */
  readonly tipsLamports: SignedLamports;
  /** Gains and losses of trading programs within one transaction that moved no token, in lamports. */
  readonly atomicLamports: SignedLamports;
  /** SOL put into pools and taken out, in lamports. */
  readonly liquidityLamports: SignedLamports;
  /** SOL put into orders and returned unfilled, in lamports. */
  readonly ordersLamports: SignedLamports;
  /** SOL in lending and leveraged positions, in lamports. */
  readonly lendingLamports: SignedLamports;
  /** SOL staked and returned, in lamports. */
  readonly stakingLamports: SignedLamports;
  /** SOL paid for NFTs and received for them, in lamports. */
  readonly nftsLamports: SignedLamports;
  /** SOL of transactions that fit no other class, in lamports. */
  readonly unclearLamports: SignedLamports;
  /** Sum of all classes: the change over the window, in lamports. */
  readonly changeLamports: SignedLamports;
}

/** Wallets that had nothing before this wallet sent them SOL inside the window. They decide nothing. */
export interface WalletFunded {
  readonly __typename?: 'WalletFunded';
  /** Number of funded wallets. */
  readonly walletCount: number;
  /** Sum that the funded wallets got while they had nothing, in lamports. */
  readonly lamports: Lamports;
  /** Funded wallets that got most, at most 10. */
  readonly largest: readonly WalletFundedWallet[];
}

/** Wallet that got its first lamports from this wallet. */
export interface WalletFundedWallet {
  readonly __typename?: 'WalletFundedWallet';
  /** Address of the funded wallet. */
  readonly address: Address;
  /** Sum that the funded wallet got while it had nothing, in lamports. */
  readonly lamports: Lamports;
  /** Time of the first transfer (UTC). Null where no endpoint has the time of its block. */
  readonly firstAt: DateTime | null;
}

/** Sum of the holdings of one currency, whole numbers as text in its smallest unit. */
export interface WalletHeldSum {
  readonly __typename?: 'WalletHeldSum';
  /** Currency of the sum. */
  readonly currency: WalletCurrency;
  /** Sum of all values, in atomic units of the currency. */
  readonly value: SignedAmount;
  /** Cost of tokens that have a value, in atomic units of the currency. */
  readonly cost: SignedAmount;
  /** Profit that selling the tokens now would realize, in atomic units of the currency. */
  readonly unrealizedPnl: SignedAmount;
  /** Cost of tokens without a value, in atomic units of the currency. */
  readonly unquotedCost: SignedAmount;
}

/** Token that the wallet holds. */
export interface WalletHeldToken {
  readonly __typename?: 'WalletHeldToken';
  /** Mint of the token. */
  readonly mint: Address;
  /** Amount that the wallet holds, in atomic units. */
  readonly amount: TokenAmount;
  /** Amount that was bought at a known cost and is not sold yet, in atomic units. */
  readonly boughtAmount: TokenAmount;
  /** Currency that the token was bought in. For a stable coin it is the currency that the coin stands for. */
  readonly currency: WalletCurrency;
  /** Cost of the bought amount, a whole number as text in the smallest unit of the currency. Null where the cost is not known. */
  readonly cost: SignedAmount | null;
  /** Proceeds of selling the whole amount at once in one pool, before network fees, a whole number as text in the smallest unit of the currency. For a stable coin it is the face value. Null where no pool takes the whole amount. */
  readonly value: SignedAmount | null;
  /** Share of the bought amount in the value, less its cost, a whole number as text in the smallest unit of the currency. Null where the value or the cost is not known. */
  readonly unrealizedPnl: SignedAmount | null;
  /** Pool that pays most. Null where no pool takes the whole amount, or the token is a stable coin. */
  readonly pool: Address | null;
  /** Reason for which the token has no value. Null where the token has a value. */
  readonly unquotedCause: UnquotedCause | null;
}

/** Completeness of the history inside the window. */
export interface WalletHistoryRead {
  readonly __typename?: 'WalletHistoryRead';
  /** Whether the wallet's first transaction lies inside the window, from a balance of 0. */
  readonly isBornInside: boolean;
  /** Number of transactions in the wallet's own list. */
  readonly ownTransactionCount: number;
  /** Number of transactions in the lists of the wallet's token accounts, as far as read. */
  readonly tokenAccountTransactionCount: number;
  /** Number of transactions in the wallet's own list that others sent with less than 0.001 SOL. They are read, and do not shorten the window. */
  readonly dustTransactionCount: number;
  /** Number of pages of the lists. */
  readonly pageCount: number;
  /** Number of transactions that were read and understood. */
  readonly readTransactionCount: number;
  /** Number of transactions that no endpoint gave in full. */
  readonly unusableTransactionCount: number;
  /** Number of transactions that only the lists of token accounts show. They were searched for where a balance did not follow. */
  readonly repairedTransactionCount: number;
  /** Number of times that the SOL after a transaction was the SOL before the next one. */
  readonly nativeLinkCount: number;
  /** Number of times that the tokens after a transaction were the tokens before the next one. */
  readonly tokenLinkCount: number;
  /** Number of times that a balance did not follow from the one before, after everything was asked again. */
  readonly breakCount: number;
  /** Number of present balances that do not follow from the last transactions. */
  readonly mismatchCount: number;
  /** Number of token accounts whose lists were not read because there are too many. */
  readonly unprovenAccountCount: number;
}

/** Holds of about one length. */
export interface WalletHoldBand {
  readonly __typename?: 'WalletHoldBand';
  /** Length of the holds. */
  readonly band: HoldBand;
  /** Number of holds. A hold is a part of a purchase until its sale. */
  readonly holdCount: number;
  /** Share of the band in the number of all holds, rounded down, in basis points. */
  readonly holdsBps: number;
  /** Share of the band in the cost of all holds, rounded down, in basis points. */
  readonly moneyBps: number;
}

/** Holding times of tokens that were sold. Quartiles are weighted by cost. */
export interface WalletHoldTimes {
  readonly __typename?: 'WalletHoldTimes';
  /** Holding time that a quarter of the money did not exceed, in seconds. Null where nothing was held. */
  readonly lowerQuartileSeconds: number | null;
  /** Holding time that three quarters of the money did not exceed, in seconds. Null where nothing was held. */
  readonly upperQuartileSeconds: number | null;
  /** Longest hold, in seconds. Null where nothing was held. */
  readonly longestSeconds: number | null;
  /** Every band of holding times, shortest first. */
  readonly bands: readonly WalletHoldBand[];
}

/** Tokens that the wallet holds now without SOL, at the proceeds that pools pay now. They decide nothing. */
export interface WalletHoldings {
  readonly __typename?: 'WalletHoldings';
  /** Held tokens with the largest cost first, at most 20. */
  readonly tokens: readonly WalletHeldToken[];
  /** Sums over all held tokens, one for each currency. */
  readonly sums: readonly WalletHeldSum[];
  /** Number of different tokens. */
  readonly tokenCount: number;
  /** Number of tokens without a value. */
  readonly unquotedCount: number;
}

/** Present holdings, and wallets that this wallet funded. They decide nothing. */
export interface WalletHoldingsMetrics {
  readonly __typename?: 'WalletHoldingsMetrics';
  /** First gap of the answer that belongs to the readings behind the group. `gaps` of the check lists all. Null where none of the readings failed. A figure that is null without a gap has another cause, which its description names. */
  readonly gap: Gap | null;
  /** Tokens that the wallet holds now, with the proceeds of selling them. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly present: WalletHoldings | null;
  /** Wallets that got their first SOL from this wallet. Null where the address is no ordinary wallet, or its history was not read. */
  readonly fundedWallets: WalletFunded | null;
}

/** Makers of the tokens that carry the profit. */
export interface WalletMakersMetrics {
  readonly __typename?: 'WalletMakersMetrics';
  /** First gap of the answer that belongs to the readings behind the group. `gaps` of the check lists all. Null where none of the readings failed. A figure that is null without a gap has another cause, which its description names. */
  readonly gap: Gap | null;
  /** Makers of the tokens that carry the profit, at most 30. Makers that could not be found are left out. Null where there is no book to take the tokens from, or the makers were not read. */
  readonly entries: readonly MintMaker[] | null;
}

/** Figures behind a wallet verdict, in groups of one subject. Sums in lamports are those of the book in SOL. Figures of a history that cannot be verified are what was seen. */
export interface WalletMetrics {
  readonly __typename?: 'WalletMetrics';
  /** Tests that the best verdict needs and that failed, with the measured figures. */
  readonly failedTests: readonly WalletFailedTest[];
  /** Part of the past that was read, and its completeness. */
  readonly window: WalletWindowMetrics;
  /** Results of the round trips in SOL. */
  readonly results: WalletResultsMetrics;
  /** Money that the results leave out, or count against the wallet. */
  readonly exclusions: WalletExclusionsMetrics;
  /** Way in which the wallet trades, and signs of manipulation. */
  readonly behaviour: WalletBehaviourMetrics;
  /** Records by currency. */
  readonly books: WalletBooksMetrics;
  /** Wallets that paid for the gains. */
  readonly payers: WalletPayersMetrics;
  /** Makers of the tokens that carry the profit. */
  readonly makers: WalletMakersMetrics;
  /** Present holdings, and wallets that this wallet funded. They decide nothing. */
  readonly holdings: WalletHoldingsMetrics;
}

/** Wallets that paid for the gains: those that bought in the same markets while this wallet held. */
export interface WalletPayers {
  readonly __typename?: 'WalletPayers';
  /** Number of round trips whose payers were searched for. */
  readonly positionCount: number;
  /** Currency of the round trips. */
  readonly currency: WalletCurrency;
  /** Gain of the round trips, a whole number as text in the smallest unit of the currency. */
  readonly gain: SignedAmount;
  /** Number of payers that were examined: those that paid most, and some of the others. */
  readonly payerCount: number;
  /** Share of the gain that the wallet itself or wallets with the same first money paid, in basis points. */
  readonly linkedBps: number;
  /** Share of the gain that proven strangers paid, as far as their irrecoverable costs prove it, in basis points. */
  readonly provenStrangersBps: number;
  /** Largest share of the gain of one payer, or of payers with the same first money, in basis points. */
  readonly oneOwnerBps: number;
  /** Share of the gain whose payers were not found, in basis points. */
  readonly unreadBps: number;
}

/** Wallets that paid for the gains. */
export interface WalletPayersMetrics {
  readonly __typename?: 'WalletPayersMetrics';
  /** First gap of the answer that belongs to the readings behind the group. `gaps` of the check lists all. Null where none of the readings failed. A figure that is null without a gap has another cause, which its description names. */
  readonly gap: Gap | null;
  /** Wallets that paid for the gains, summed up. Null where there is no record, the record is too small for the best verdict, or the payers were not read. */
  readonly summary: WalletPayers | null;
}

/** Profit of the round trips in SOL. */
export interface WalletProfit {
  readonly __typename?: 'WalletProfit';
  /** Realized profit of the round trips that count, first in first out, in lamports. */
  readonly realizedPnlLamports: SignedLamports;
  /** Realized profit less losses that do not count, the cost of tokens that were transferred out, and overhead, in lamports. */
  readonly pessimisticPnlLamports: SignedLamports;
  /** Realized profit of the round trips that count by average cost, for comparison, in lamports. */
  readonly averageCostPnlLamports: SignedLamports;
  /** Realized profit of the first half of the window, in lamports. */
  readonly firstHalfPnlLamports: SignedLamports;
  /** Realized profit of the second half of the window, in lamports. */
  readonly secondHalfPnlLamports: SignedLamports;
  /** Realized profit without the best round trips, in lamports. */
  readonly pnlWithoutBestLamports: SignedLamports;
  /** Number of the best round trips with a profit that `pnlWithoutBestLamports` (in REST `pnl_without_best_lamports`) leaves out. */
  readonly bestLeftOutCount: number;
  /** Sum of all gains, in lamports. */
  readonly grossProfitLamports: Lamports;
  /** Sum of all losses, in lamports. */
  readonly grossLossLamports: Lamports;
  /** Realized profit divided by cost, in basis points. Null where nothing was spent. */
  readonly roiBps: number | null;
  /** Gains divided by losses, in percent. Null where there is no loss. */
  readonly profitFactorPercent: number | null;
  /** Largest fall of the realized profit, divided by the largest cost that was at work at one time, in basis points. Null where nothing was ever at work. */
  readonly maxDrawdownBps: number | null;
  /** Share of the best round trip in all gains, in basis points. Null where there is no gain. */
  readonly top1ShareBps: number | null;
  /** Share of the best three round trips in all gains, in basis points. Null where there is no gain. */
  readonly top3ShareBps: number | null;
}

/** Results of the round trips in SOL. */
export interface WalletResultsMetrics {
  readonly __typename?: 'WalletResultsMetrics';
  /** First gap of the answer that belongs to the readings behind the group. `gaps` of the check lists all. Null where none of the readings failed. A figure that is null without a gap has another cause, which its description names. */
  readonly gap: Gap | null;
  /** Number and size of the trades in SOL. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly sample: WalletSample | null;
  /** Profit of the round trips in SOL. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly profit: WalletProfit | null;
  /** Bounds of profit divided by cost. Null where there are too few round trips, nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly expectancy: WalletExpectancy | null;
  /** Round trips with a profit. Their share decides nothing. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly wins: WalletWins | null;
  /** Realized profit over time, at most 100 points. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly equity: readonly WalletEquityPoint[] | null;
  /** Round trips with the largest profit, best first, at most 10. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly topTrades: readonly WalletTopTrade[] | null;
  /** Round trips with the largest loss, worst first, at most 10. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly worstTrades: readonly WalletTopTrade[] | null;
}

/** Sale of tokens without a known purchase, or a part of one. It counts as no profit. */
export interface WalletSaleWithoutBasis {
  readonly __typename?: 'WalletSaleWithoutBasis';
  /** Mint of the token. */
  readonly mint: Address;
  /** Origin of the tokens. */
  readonly kind: WalletBasisKind;
  /** Currency of the proceeds. */
  readonly currency: WalletCurrency;
  /** Proceeds, in atomic units of the currency. */
  readonly amount: SignedAmount;
  /** Time at which the tokens came (UTC). Null where they came before the window. */
  readonly receivedAt: DateTime | null;
  /** Time of the sale (UTC). */
  readonly soldAt: DateTime;
}

/** Number and size of the trades in SOL. */
export interface WalletSample {
  readonly __typename?: 'WalletSample';
  /** Number of round trips that count: closed ones, and those without a trade for seven days, whose rest counts as lost. */
  readonly closedCount: number;
  /** Number of round trips of one size that would weigh as much as those that count. */
  readonly evenTripCount: number;
  /** Number of different tokens in the round trips that count. */
  readonly mintCount: number;
  /** Number of days (UTC) with a trade. */
  readonly activeDayCount: number;
  /** Number of purchases and sales. */
  readonly tradeCount: number;
  /** Time of the first trade in the window (UTC). Null where there is no trade. */
  readonly firstTradeAt: DateTime | null;
  /** Time of the last trade in the window (UTC). Null where there is no trade. */
  readonly lastTradeAt: DateTime | null;
  /** Purchases and sales together, in lamports. */
  readonly turnoverLamports: Lamports;
  /** Cost of the round trips that count, with all fees, in lamports. */
  readonly costLamports: Lamports;
}

/** Purchases and sales of the same units in one slot. */
export interface WalletSandwich {
  readonly __typename?: 'WalletSandwich';
  /** Number of purchases and sales of the same units in one slot. */
  readonly caseCount: number;
  /** Purchases and sales of the same units in one slot, divided by round trips, in basis points. */
  readonly shareBps: number;
}

/** Tokens that were sold within an hour of arriving without a purchase. */
export interface WalletSoldUnbought {
  readonly __typename?: 'WalletSoldUnbought';
  /** Number of tokens that were sold within an hour of arriving without a purchase. */
  readonly mintCount: number;
  /** Share of tokens that were sold within an hour of arriving without a purchase in all proceeds, in basis points. */
  readonly shareBps: number;
}

/** Side of a bound on which a figure has to be. */
export type WalletTestDirection = 'AT_LEAST' | 'AT_MOST' | 'OTHER';

/** Unit of a figure and its bound. */
export type WalletTestUnit = 'COUNT' | 'BPS' | 'PERCENT' | 'SECONDS' | 'LAMPORTS' | 'USD_MILLIONTHS' | 'EUR_MILLIONTHS' | 'JUMPS' | 'OTHER';

/** Round trip with one of the largest profits or losses. */
export interface WalletTopTrade {
  readonly __typename?: 'WalletTopTrade';
  /** Mint of the token. */
  readonly mint: Address;
  /** Sale with the largest profit, or the largest loss of a losing trip. Without a sale it is the last purchase. */
  readonly transaction: TransactionSignature;
  /** Profit of the round trip, below zero for a loss, in lamports. */
  readonly pnlLamports: SignedLamports;
  /** Cost of the round trip with all fees, in lamports. */
  readonly costLamports: Lamports;
  /** Time of the first purchase (UTC). */
  readonly openedAt: DateTime;
  /** Time of the last sale, or of the write-off (UTC). Null where the round trip is open. */
  readonly closedAt: DateTime | null;
  /** Share of its SOL or its US dollars that the pool lost to the sale, in basis points. Null where it is not known. */
  readonly poolImpactBps: number | null;
}

/** Verdicts of a wallet check. `prices` lists them best first. */
export type WalletVerdict = 'TRUSTED' | 'NEUTRAL' | 'UNTRUSTED' | 'INSUFFICIENT' | 'UNVERIFIABLE';

/** Trading of one token to and fro within ten minutes without a result. */
export interface WalletWash {
  readonly __typename?: 'WalletWash';
  /** Token with the most trading to and fro within ten minutes without a result. */
  readonly mint: Address;
  /** Share of the trading to and fro in turnover, in basis points. */
  readonly turnoverBps: number;
}

/** Cause that shortened the judged window. */
export type WalletWindowLimit = 'TRANSACTIONS' | 'TIME' | 'CALLS' | 'OTHER';

/** Part of the past that was read, and its completeness. */
export interface WalletWindowMetrics {
  readonly __typename?: 'WalletWindowMetrics';
  /** First gap of the answer that belongs to the readings behind the group. `gaps` of the check lists all. Null where none of the readings failed. A figure that is null without a gap has another cause, which its description names. */
  readonly gap: Gap | null;
  /** Period that a check judges where nothing shortens it. Null where the address is no ordinary wallet, or its history was not read. */
  readonly asked: WalletWindowSpan | null;
  /** Period that was judged: the part of the asked period that ends now and was read whole. Null where the address is no ordinary wallet, or its history was not read. */
  readonly judged: WalletWindowSpan | null;
  /** Cause that shortened the judged period. Null where nothing shortened it, or the address is no ordinary wallet, or its history was not read. */
  readonly shortenedBy: WalletWindowLimit | null;
  /** Completeness of the history inside the window. Null where the address is no ordinary wallet, or its history was not read. */
  readonly read: WalletHistoryRead | null;
}

/** Period of time. */
export interface WalletWindowSpan {
  readonly __typename?: 'WalletWindowSpan';
  /** Begin of the period (UTC). */
  readonly startsAt: DateTime;
  /** End of the period (UTC). */
  readonly endsAt: DateTime;
  /** Number of whole days in the period. */
  readonly dayCount: number;
}

/** Round trips with a profit. Their share decides nothing. */
export interface WalletWins {
  readonly __typename?: 'WalletWins';
  /** Number of round trips with a profit. */
  readonly count: number;
  /** Share of round trips with a profit, in basis points. The share decides nothing, because few large gains can outweigh many losses. Null where there is no round trip. */
  readonly rateBps: number | null;
  /** Lower end of the interval that holds the share of profitable round trips with 95 percent confidence, in basis points. Null where there is no round trip. */
  readonly rateLowBps: number | null;
  /** Upper end of the interval that holds the share of profitable round trips with 95 percent confidence, in basis points. Null where there is no round trip. */
  readonly rateHighBps: number | null;
}

/** Cause for which the first seven days were not read in full. */
export type WeekLimit = 'LIMIT_REACHED' | 'OTHER';

export type _Any = unknown;

/** The entities of a supergraph that this subgraph adds fields to. */
export type _Entity = Wallet | Token;

/** The subgraph as a gateway composes it. */
export interface _Service {
  readonly __typename?: '_Service';
  /** The schema of the subgraph in the schema definition language. */
  readonly sdl: string;
}
