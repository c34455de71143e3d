// Made from the published documents by `npm run client:types`. Do not edit.

/** What a key owns. */
export interface Account {
  readonly __typename?: 'Account';
  /** The same in atomic units. */
  readonly balanceAtomic: TokenAmount;
  /** What can be spent: the balance less what is held for checks under way. */
  readonly balanceUsdc: Usdc;
  /** The past checks of the account that meet every condition, newest first: each that was charged, on the balance or on a pass, once. Free and failed checks, and those that were paid per call, are not among them, nor are those of before the days for which the operator keeps charges (90 unless set otherwise). */
  readonly checks: PastCheckConnection;
  /** The movements of the account that meet every condition, newest first. Charges of before the days for which the operator keeps them (90 unless set otherwise) are in the balance and no longer listed. */
  readonly entries: EntryConnection;
  /** Passes that have not ended, in the order in which checks draw on them. */
  readonly passes: readonly PassPeriod[];
}

export type Address = string;

/** What proves an age. */
export type AgeProofKind = 'CREATION' | 'REVIEW' | 'STATE' | 'USE';

/** The moment on chain that the answer is pinned to. */
export interface AsOf {
  readonly __typename?: 'AsOf';
  /** How settled that state was. */
  readonly commitment: Commitment;
  /** The slot of the state that was read. */
  readonly slot: Slot;
  /** Time of the slot's block; null where no endpoint has one. */
  readonly time: DateTime | null;
}

/** What may be behind an authority. */
export type AuthorityKind = 'MULTISIG' | 'PROGRAM' | 'WALLET';

/** What the call cost and how it was paid. */
export interface Billing {
  readonly __typename?: 'Billing';
  /** What the key can still spend. */
  readonly balanceUsdc: Usdc | null;
  /** What was charged; `0.00` when nothing was. */
  readonly chargedUsdc: Usdc;
  /** How many free calls of route FREE are left today; REST member `free_remaining`. */
  readonly freeRemaining: number | null;
  /** The pass of route PASS. */
  readonly pass: BillingPass | null;
  /** True when the answer was stored by an earlier call of the same request and this one cost nothing. */
  readonly replayed: boolean;
  /** How the call was paid. */
  readonly route: BillingRoute;
  /** Signature of the settled transaction of route X402. */
  readonly transaction: string | null;
}

/** The pass that a call drew on. */
export interface BillingPass {
  readonly __typename?: 'BillingPass';
  /** Calls that the period still includes. */
  readonly callsLeft: number;
  /** When the period ends. */
  readonly expiresAt: DateTime;
  /** Its tier: `traveller` or `voyager`. */
  readonly tier: string;
}

/** How a call was paid. */
export type BillingRoute = 'CREDIT' | 'FREE' | 'NONE' | 'PASS' | 'X402';

/** The answer of a check: a verdict with its reasons, what it was read from, and a signature over all of it. */
export interface Check {
  /** The moment on chain; null when not even a slot could be read. */
  readonly asOf: AsOf | null;
  /** Compact JWS (EdDSA, detached payload) over the RFC 8785 form of `document` without its attestation; null in a free answer. */
  readonly attestation: string | null;
  /** What the call cost. */
  readonly billing: Billing;
  /** From 0 to 1, two decimals: how well what the verdict rests on was read and proven. It is no probability. */
  readonly confidence: number;
  /** The whole answer as REST sends it, without billing: save this to verify it later. */
  readonly document: JSON;
  /** Facts worth knowing that decide nothing. */
  readonly flags: readonly Code[];
  /** What could not be read. */
  readonly gaps: readonly Gap[];
  /** The kind of check. */
  readonly kind: Kind;
  /** CAIP-2 id of the chain. */
  readonly network: string;
  /** Codes of the reasons, worst first, then by name. Never empty. */
  readonly reasonCodes: readonly Code[];
  /** The reasons with their evidence; empty in a free answer. */
  readonly reasons: readonly Reason[];
  /** Set when the answer was free because of a passing failure: ask again after this time. */
  readonly retryAfterSeconds: number | null;
  /** True when the chain is the embedded sample world and the answer says nothing about the real one. */
  readonly sandbox: boolean;
  /** Version of the answer format: 1. */
  readonly schemaVersion: number;
  /** What was asked about. */
  readonly subject: Address;
  /** One of the kind's verdicts, never a guess. */
  readonly verdict: Verdict;
}

/** A check of a batch that has no answer, and why. It cost nothing, and the other checks of the batch stand. A check that could not read the chain is no fault but an answer with its gaps. */
export interface CheckFault {
  readonly __typename?: 'CheckFault';
  /** Code of the error catalogue in upper case, as `INVALID_REQUEST`; `/errors/<code>` explains it. */
  readonly code: string;
  /** For `INVALID_REQUEST` the places that are malformed: a list of `{loc, msg, type, input}`. */
  readonly invalid: JSON | null;
  /** The kind as it was asked for. */
  readonly kind: Kind;
  /** What happened, in words. */
  readonly message: string;
  /** How long to wait before that, in seconds. */
  readonly retryAfterSeconds: number | null;
  /** Whether the same check may succeed when it is asked for again. */
  readonly retryable: boolean;
  /** The subject as it was written, which may be no address. */
  readonly subjectText: string;
}

/** A result of a batch, told as soon as it is there. */
export interface CheckProgress {
  readonly __typename?: 'CheckProgress';
  /** How many requests are answered, with these. */
  readonly done: number;
  /** Which requests it answers, counted from 0: more than one where the same check was asked repeatedly. */
  readonly indexes: readonly number[];
  /** The answer, or why there is none. */
  readonly result: CheckResult;
  /** How many requests there are. */
  readonly total: number;
}

/** One check of a batch. */
export interface CheckRequest {
  /** The kind of check. */
  readonly kind: Kind;
  /** For TRADE the size of the purchase in SOL, 0.5 when absent; other kinds leave it aside. */
  readonly sizeSol?: SizeText | null;
  /** The address (WALLET, FUNDER) or mint (TOKEN, TRADE) to ask about: base58 of exactly 32 bytes. What is none gets a fault of its own. */
  readonly subject: string;
}

/** What became of one check of a batch: its answer, or why it has none. */
export type CheckResult = CheckFault | FunderCheck | TokenCheck | TradeCheck | WalletCheck;

/** What a claim credited. */
export interface ClaimedCredit {
  readonly __typename?: 'ClaimedCredit';
  /** The key, shown once; null when an existing key was credited, and mostly in a repeat. */
  readonly apiKey: string | null;
  /** What the key can spend now; never told to a repeat. */
  readonly balanceUsdc: Usdc | null;
  /** The amount of the transfer. */
  readonly creditedUsdc: Usdc;
  /** What it means and what to do. */
  readonly note: string;
  /** Its period; never told to a repeat. */
  readonly pass: PassPeriod | null;
  /** True when an earlier call credited it. */
  readonly repeated: boolean;
  /** The pass that was bought, if any. */
  readonly tier: PassTier | null;
}

/** What joins holders. */
export type ClusterLink = 'FUNDED_TOGETHER' | 'FUNDER' | 'FUNDERS_FUNDER' | 'SINK' | 'TOKEN_SOURCE';

export type Code = string;

/** How settled the state was that the answer was read from. */
export type Commitment = 'CONFIRMED' | 'FINALIZED';

/** A part of what a round trip costs. */
export interface CostPart {
  readonly __typename?: 'CostPart';
  /** Of the size, in basis points, rounded down. */
  readonly bps: number;
  /** How much. */
  readonly lamports: Lamports;
}

/** Where the lamports of a round trip go, both ways together. They add up to the cost. */
export interface CostParts {
  readonly __typename?: 'CostParts';
  /** Fees of the creators of coins and pools. */
  readonly creatorFees: CostPart;
  /** Fees that stay with the liquidity of pools. */
  readonly lpFees: CostPart;
  /** Signatures of both transactions. */
  readonly networkBase: CostPart;
  /** Priority of both transactions. */
  readonly networkPriority: CostPart;
  /** The trade moves the price against itself. */
  readonly priceImpact: CostPart;
  /** Fees of venues and platforms. */
  readonly protocolFees: CostPart;
  /** What the mint takes of its transfers. */
  readonly transferFees: CostPart;
}

/** Who names a creator. */
export type CreatorSource = 'FEE_PAYER' | 'LAUNCHPAD';

export type DateTime = string;

/** One movement of an account. */
export interface Entry {
  readonly __typename?: 'Entry';
  /** How much; with a minus sign when it left the account. */
  readonly amountUsdc: Usdc;
  /** When. */
  readonly at: DateTime;
  /** What moved. */
  readonly kind: EntryKind;
  /** The transaction of a transfer, `<kind>/<subject>` of a check; of a refund that of what it gives back; null for a grant. */
  readonly ref: string | null;
}

/** A page of entries, newest first. */
export interface EntryConnection {
  readonly __typename?: 'EntryConnection';
  /** The entries. */
  readonly edges: readonly EntryEdge[];
  /** Where the page stands. */
  readonly pageInfo: PageInfo;
}

/** An entry and its place in the list. */
export interface EntryEdge {
  readonly __typename?: 'EntryEdge';
  /** Its place, for `after`. */
  readonly cursor: string;
  /** The entry. */
  readonly node: Entry;
}

/** What moved. */
export type EntryKind = 'CHANGE' | 'CHARGE' | 'GRANT' | 'PASS' | 'REFUND' | 'TOPUP';

/** What first named the address on chain, whether or not it carried lamports. */
export interface FirstTouch {
  readonly __typename?: 'FirstTouch';
  /** Lamports, or units of the token. */
  readonly amount: TokenAmount | null;
  /** The token; null for lamports. */
  readonly mint: Address | null;
  /** Its slot. */
  readonly slot: Slot;
  /** Who it came from. */
  readonly source: Address | null;
  /** Time of its block. */
  readonly timeUnix: UnixTime | null;
  /** The transaction. */
  readonly transaction: TransactionSignature;
  /** `lamports`, `tokens`, `token_account`, `signed` or `mention`. */
  readonly what: string;
}

/** A fact worth knowing that decides nothing. */
export interface Flag {
  readonly __typename?: 'Flag';
  /** The flag. */
  readonly flag: Code;
  /** The kind that uses it. */
  readonly kind: Kind;
  /** What it says about the subject. */
  readonly meaning: string;
}

/** Where an address got its first money from. */
export interface FunderCheck extends Check {
  readonly __typename?: 'FunderCheck';
  /** The same as `verdict`, in an enumeration of this kind only. */
  readonly funderVerdict: FunderVerdict;
  /** The figures behind the verdict; null in a free answer. */
  readonly metrics: FunderMetrics | null;
}

/** Wallets whose first money came from one source. */
export interface FunderCluster {
  readonly __typename?: 'FunderCluster';
  /** Whether they got like amounts, or all of it within six hours. */
  readonly alike: boolean;
  /** The source. */
  readonly funder: Address;
  /** Of what circulates, in basis points, rounded down; null where that is not known. */
  readonly shareBps: number | null;
  /** What they hold together. */
  readonly tokens: TokenAmount;
  /** The wallets, at most fifty. */
  readonly wallets: readonly Address[];
}

/** The figures behind a funder verdict. Null: not applicable, or not read. */
export interface FunderMetrics {
  readonly __typename?: 'FunderMetrics';
  /** Whether the history is proven to begin at its oldest entry. */
  readonly birthProven: boolean;
  /** New accounts that a labelled source gave the same amount within a minute, this one included; at least so many. */
  readonly cohort: number | null;
  /** Oldest transactions whose balances follow on from each other. */
  readonly continuousTransactions: number | null;
  /** Number of credits before the first own payment. */
  readonly credits: number | null;
  /** What first named the address. */
  readonly firstTouch: FirstTouch | null;
  /** Seconds from the first money to the first trade, where that is among what was read. */
  readonly firstTradeSecondsAfterFunding: number | null;
  /** New accounts that the funding transaction credited, this one included. */
  readonly freshRecipients: number | null;
  /** Credited before the first transaction that the address paid for, dust left out. */
  readonly fundedLamports: Lamports | null;
  /** Its slot. */
  readonly fundingSlot: Slot | null;
  /** Time of its block. */
  readonly fundingTimeUnix: UnixTime | null;
  /** The deciding transaction. */
  readonly fundingTransaction: TransactionSignature | null;
  /** Whether it ever paid for a transaction. */
  readonly hasPaidFees: boolean | null;
  /** Who funded the main source. */
  readonly hop2: FundingHop | null;
  /** Who funded the source of the hop before. */
  readonly hop3: FundingHop | null;
  /** Hops behind the main source that were followed. */
  readonly hopsFollowed: number;
  /** Credits left out as dust. */
  readonly ignoredDustLamports: Lamports | null;
  /** Who gave most in the seven days from the first money; null where there was none or it was not read. */
  readonly mainSource: MainSource | null;
  /** Of those, from the main source. */
  readonly mainSourceLamports: Lamports | null;
  /** Its share in basis points. */
  readonly mainSourceShareBps: number | null;
  /** How the funds moved, e.g. `transfer`. */
  readonly mechanism: string | null;
  /** Time of its block. */
  readonly oldestTimeUnix: UnixTime | null;
  /** The oldest transaction. */
  readonly oldestTransaction: TransactionSignature | null;
  /** Pages of history that were read. */
  readonly pagesRead: number | null;
  /** New accounts that the main source gave a like amount within ten minutes, this one included; at least so many. */
  readonly siblings: number | null;
  /** Transactions in the history. */
  readonly signaturesSeen: number | null;
  /** Main source of the funding. */
  readonly source: Address | null;
  /** Label of the main source. */
  readonly sourceLabel: Label | null;
  /** Program that moved the funds; null for a plain transfer. */
  readonly sourceProgram: Address | null;
  /** Label of that program. */
  readonly sourceProgramLabel: Label | null;
  /** Transactions of the main source on the page that ends at the funding, at most 1,000. */
  readonly sourceSignaturesBefore: number | null;
  /** Seconds between the newest and the oldest of them. */
  readonly sourceSignaturesSpanSeconds: number | null;
  /** How much of it. */
  readonly tokenAmount: TokenAmount | null;
  /** The token, when the first money was tokens. */
  readonly tokenMint: Address | null;
  /** Balance changes that no credit explains. */
  readonly unexplainedLamports: Lamports | null;
}

/** The verdicts of a funder check; `prices` lists them best first. */
export type FunderVerdict = 'CEX_FUNDED' | 'UNKNOWN' | 'UNKNOWN_ORIGIN' | 'UNVERIFIABLE_ORIGIN' | 'WALLET_FUNDED';

/** Where an address behind this one got its first lamports. */
export interface FundingHop {
  readonly __typename?: 'FundingHop';
  /** Its label; null where it has none. */
  readonly label: Label | null;
  /** How much it sent. */
  readonly lamports: Lamports;
  /** Its slot. */
  readonly slot: Slot | null;
  /** Who funded it. */
  readonly source: Address;
  /** Time of its block. */
  readonly timeUnix: UnixTime | null;
  /** The transaction. */
  readonly transaction: TransactionSignature | null;
}

/** A fact that could not be read. It never turns into a guess. */
export interface Gap {
  readonly __typename?: 'Gap';
  /** The programs or pools that were not read, or the method that plans refuse and what they say, where that can be told. */
  readonly about: string | null;
  /** Why it is missing. */
  readonly cause: GapCause;
  /** The fact that is missing. */
  readonly reading: string;
  /** Whether asking again may help. */
  readonly retryable: boolean;
}

/** Why a fact is missing. */
export type GapCause = 'DEADLINE' | 'HISTORY_MISSING' | 'LIMIT_REACHED' | 'NOT_FOUND' | 'PLAN_REFUSES' | 'RPC_DISAGREES' | 'RPC_UNAVAILABLE' | 'UNREADABLE';

/** A band of holding times. */
export type HoldBand = 'LONGER' | 'UNDER_DAY' | 'UNDER_HOUR' | 'UNDER_MINUTE' | 'UNDER_WEEK';

/** Holders who count as one. */
export interface HolderCluster {
  readonly __typename?: 'HolderCluster';
  /** What joins them, the strongest first. */
  readonly by: readonly ClusterLink[];
  /** Of what circulates, in basis points, rounded down; null where that is not known. */
  readonly shareBps: number | null;
  /** The wallet that they have in common; null where there is none. */
  readonly source: Address | null;
  /** What they hold together, with what they handed out after the launch. */
  readonly tokens: TokenAmount;
  /** The wallets, at most fifty. */
  readonly wallets: readonly Address[];
}

/** Whose an account of tokens is. */
export type HolderRole = 'BURN' | 'CURVE' | 'CUSTODY' | 'EXCHANGE' | 'LAUNCH_SYSTEM' | 'LOCKER' | 'POOL' | 'PROGRAM' | 'WALLET';

/** How a mint is known to be of an issuer. */
export type IssuerProof = 'LISTED' | 'SIGNED';

export type JSON = unknown;

/** The kinds of check. */
export type Kind = 'FUNDER' | 'TOKEN' | 'TRADE' | 'WALLET';

/** Whether a kind can be asked. */
export type KindState = 'AVAILABLE' | 'PLANNED';

/** Who an address is known to belong to. */
export interface Label {
  readonly __typename?: 'Label';
  /** What it is, for example `exchange`. */
  readonly category: string;
  /** When the label was collected, for example `2026-11`. */
  readonly date: string;
  /** The exchange, where it belongs to one. */
  readonly exchange: string | null;
  /** How well the label is proven: `strong`, `single` or `weak`. */
  readonly grade: string;
  /** The name of the account. */
  readonly label: string;
}

export type Lamports = string;

/** An owner that got tokens in the slots of the launch. */
export interface LaunchBuyer {
  readonly __typename?: 'LaunchBuyer';
  /** Who. */
  readonly owner: Address;
  /** How it belongs to the launch. */
  readonly role: LaunchRole;
  /** How much it got then. */
  readonly tokens: TokenAmount;
  /** How much it is not proven to have sold to a market: what it holds and what it moved elsewhere. */
  readonly tokensKept: TokenAmount;
  /** How much it holds now. */
  readonly tokensNow: TokenAmount;
}

/** How somebody belongs to a launch. */
export type LaunchRole = 'BUNDLE' | 'DEVELOPER' | 'INSIDER' | 'SNIPER';

/** What one kind of launch buyers got, and what they have. */
export interface LaunchShare {
  readonly __typename?: 'LaunchShare';
  /** What they got in the launch, of the supply, in basis points, rounded down; null where the supply was not read. */
  readonly atLaunchBps: number | null;
  /** What they are not proven to have sold, of what circulates, in basis points, rounded down; null where that is not known. */
  readonly keptBps: number | null;
  /** Which of them. */
  readonly role: LaunchRole;
  /** How many wallets. */
  readonly wallets: number;
}

/** How a metadata link is spelled. */
export type LinkScheme = 'AR' | 'DATA' | 'HTTP' | 'HTTPS' | 'IPFS' | 'OTHER';

/** What can become of a part of the liquidity. */
export type LiquidityHow = 'BURNED' | 'LOCKED' | 'PROGRAM' | 'UNKNOWN' | 'WALLET';

/** Who gave most lamports in the seven days from the first money. */
export interface MainSource {
  readonly __typename?: 'MainSource';
  /** Tokens of dollars of all sources, in millionths, less what went back to each. */
  readonly creditedDollars: TokenAmount;
  /** Lamports of all sources, less what went back to each. */
  readonly creditedLamports: Lamports;
  /** Its label; null where it has none. */
  readonly label: Label | null;
  /** What it gave, wrapped SOL included, less what went back to it. */
  readonly lamports: Lamports;
  /** Its share of all lamports of the seven days; null where none came. */
  readonly shareBps: number | null;
  /** The source; null where it cannot be named, or where no lamports came. */
  readonly source: Address | null;
  /** Number of sources; all programs count as one. */
  readonly sources: number;
  /** Transactions that were read for it. */
  readonly transactionsRead: number;
  /** Whether all of the seven days were read. */
  readonly whole: boolean;
  /** Why not: `limit_reached`; null where all were. */
  readonly why: string | null;
}

/** The largest size that still gets each verdict along one route; null: no size does, or it was not read. */
export interface MaxSize {
  readonly __typename?: 'MaxSize';
  /** For ACCEPTABLE_COST. */
  readonly acceptableCost: Sol | null;
  /** For ELEVATED_COST. */
  readonly elevatedCost: Sol | null;
  /** For HIGH_COST. */
  readonly highCost: Sol | null;
}

/** Where the metadata come from. */
export type MetadataSource = 'METAPLEX' | 'NONE' | 'TOKEN_2022';

/** Who made a token that brought much, and whether the wallet is connected to it. */
export interface MintMaker {
  readonly __typename?: 'MintMaker';
  /** Who made it; null where nobody could be named. */
  readonly creator: Address | null;
  /** The token. */
  readonly mint: Address;
  /** Whether it was the wallet, or the wallet gave the first liquidity. */
  readonly own: boolean;
  /** Who gave both the maker and the wallet their first money; null where nobody did. */
  readonly sharedFunder: Address | null;
  /** Whether the wallet got tokens from the maker before it sold any. */
  readonly supplied: boolean;
}

/** Credit, passes and payments. Nothing here moves money: wallets do. */
export interface Mutation {
  readonly __typename?: 'Mutation';
  /** Credits a transfer once it is finalized. Free; null with an error when it is refused. */
  readonly claimCredit: ClaimedCredit | null;
  /** Proposes a transfer that buys credit or a pass. Free; null with an error when it is refused. */
  readonly prepareCredit: PreparedCredit | null;
  /** Proposes a payment of one check for a wallet that speaks no x402. Free; null when it is refused. */
  readonly preparePayment: PreparedPayment | null;
}

/** Where a page stands in its list. */
export interface PageInfo {
  readonly __typename?: 'PageInfo';
  /** Of the last. */
  readonly endCursor: string | null;
  /** Whether older ones follow. */
  readonly hasNextPage: boolean;
  /** Whether the page began after a cursor. */
  readonly hasPreviousPage: boolean;
  /** Of the first. */
  readonly startCursor: string | null;
}

/** A pass as it is sold. */
export interface PassOffer {
  readonly __typename?: 'PassOffer';
  /** Days from its beginning to its end. */
  readonly days: number;
  /** Checks that it includes; beyond them the balance pays. */
  readonly fairUseCalls: number;
  /** What it is called. */
  readonly label: string;
  /** Its price in atomic units: the amount to prepare. */
  readonly priceAtomic: TokenAmount;
  /** Its price. */
  readonly priceUsdc: Usdc;
  /** Its tier. */
  readonly tier: PassTier;
}

/** A period of calls that a key bought. It ends by itself; nothing recurs. */
export interface PassPeriod {
  readonly __typename?: 'PassPeriod';
  /** When it ends. */
  readonly expiresAt: DateTime;
  /** Checks that it includes. */
  readonly fairUseCalls: number;
  /** Checks of those that are left. */
  readonly fairUseLeft: number;
  /** When it begins. */
  readonly startsAt: DateTime;
  /** Whether calls draw on it now. */
  readonly state: PassState;
  /** Its tier. */
  readonly tier: PassTier;
}

/** Whether calls draw on a pass now. */
export type PassState = 'ACTIVE' | 'QUEUED';

/** The tiers of passes. */
export type PassTier = 'TRAVELLER' | 'VOYAGER';

/** A check that was charged, on the balance or as a call on a pass. */
export interface PastCheck {
  readonly __typename?: 'PastCheck';
  /** When it was charged. */
  readonly at: DateTime;
  /** The whole answer as REST sent it, without billing and with its attestation; null once it was deleted. */
  readonly document: JSON | null;
  /** Whether `document` can be fetched still. It is deleted 24 hours after the charge. */
  readonly documentKept: boolean;
  /** The kind of check. */
  readonly kind: Kind;
  /** What was taken from the balance; `0.00` for a call on a pass. */
  readonly priceUsdc: Usdc;
  /** How it was paid: CREDIT or PASS. */
  readonly route: BillingRoute;
  /** The size that a trade check was about; null for the other kinds, and for checks of before sizes were stored. */
  readonly sizeSol: Sol | null;
  /** What was asked about. */
  readonly subject: Address;
  /** Its verdict then. */
  readonly verdict: Verdict;
}

/** A page of past checks, newest first. */
export interface PastCheckConnection {
  readonly __typename?: 'PastCheckConnection';
  /** The checks. */
  readonly edges: readonly PastCheckEdge[];
  /** Where the page stands. */
  readonly pageInfo: PageInfo;
}

/** A past check and its place in the list. */
export interface PastCheckEdge {
  readonly __typename?: 'PastCheckEdge';
  /** Its place, for `after`. */
  readonly cursor: string;
  /** The check. */
  readonly node: PastCheck;
}

/** What is paid with, on which network and to whom. */
export interface PaymentParameters {
  readonly __typename?: 'PaymentParameters';
  /** The asset: `USDC`. */
  readonly asset: string;
  /** The mint of the asset. */
  readonly assetMint: Address;
  /** Whether a call can be paid without a key. */
  readonly enabled: boolean;
  /** Who pays the network fee of a payment per call; null where none can be made. */
  readonly feePayer: Address | null;
  /** The largest top-up. */
  readonly maxTopupUsdc: Usdc;
  /** The smallest top-up. */
  readonly minTopupUsdc: Usdc;
  /** CAIP-2 id of the network. */
  readonly network: string;
  /** The receiving wallet: the owner, not a token account. */
  readonly payTo: Address;
  /** The protocol of payments per call: `x402`. */
  readonly protocol: string;
}

/** What proves that a program has a power. */
export type PowerProofKind = 'ACCOUNT_NAMES_MINT' | 'FIXED_MINT' | 'GOVERNANCE' | 'MINT_DERIVED';

/** A transfer to sign and send from the own wallet, and the ticket that binds it to its payer. */
export interface PreparedCredit {
  readonly __typename?: 'PreparedCredit';
  /** The same in atomic units. */
  readonly amountAtomic: TokenAmount;
  /** What is transferred. */
  readonly amountUsdc: Usdc;
  /** The asset: `USDC`. */
  readonly asset: string;
  /** The mint of the asset. */
  readonly assetMint: Address;
  /** The claim as a REST call, with a placeholder for the signature. */
  readonly claim: JSON;
  /** Until when the transfer should land. It may be claimed at any later time. */
  readonly expiresAt: DateTime;
  /** What to do next, step by step. */
  readonly instructions: readonly string[];
  /** The block height after which the transaction cannot land any more. */
  readonly lastValidBlockHeight: Slot;
  /** The memo of the transaction, which names its ticket. */
  readonly memo: string;
  /** CAIP-2 id of the network. */
  readonly network: string;
  /** The pass that it buys; null: credit. */
  readonly pass: PreparedPass | null;
  /** The receiving wallet. */
  readonly payTo: Address;
  /** Its token account. */
  readonly payToTokenAccount: Address;
  /** Keep it until the claim: whoever has the ticket and the signature can claim the payment. */
  readonly ticket: string;
  /** The unsigned versioned transaction in base64. The payer signs it, sends it and pays its network fee. */
  readonly transaction: string;
}

/** The pass that a transfer buys. */
export interface PreparedPass {
  readonly __typename?: 'PreparedPass';
  /** Days from its beginning to its end. */
  readonly days: number;
  /** Checks that it includes. */
  readonly fairUseCalls: number;
  /** Its tier. */
  readonly tier: PassTier;
}

/** A payment of one check by x402 that a wallet has still to sign. A proposal only: nothing is reserved. */
export interface PreparedPayment {
  readonly __typename?: 'PreparedPayment';
  /** Until when it should be sent. */
  readonly expiresAt: DateTime;
  /** The header to send with the check. */
  readonly paymentHeaderName: string;
  /** The x402 payload. Its base64 is the value of the header once the signed transaction is in it. */
  readonly paymentPayload: JSON;
  /** The requirements that it meets. */
  readonly requirements: JSON;
  /** Where in the payload the signed transaction goes, in base64. */
  readonly signedTransactionAt: string;
  /** The unsigned versioned transaction in base64. Its fee payer, who is not the payer, signs last. */
  readonly transaction: string;
}

/** What a kind of check answers and costs. */
export interface Price {
  readonly __typename?: 'Price';
  /** The kind of check. */
  readonly kind: Kind;
  /** Price of one call. */
  readonly priceUsdc: Usdc;
  /** Whether it can be asked. */
  readonly state: KindState;
  /** What it answers. */
  readonly summary: string;
  /** Its verdicts, best first. */
  readonly verdicts: readonly VerdictMeaning[];
}

/** Checks of Solana objects, and what they cost. Checks are charged to the key of the X-API-Key header, or paid by x402, once for the whole operation; everything else is free. Members are added and never change their meaning; one that goes is marked as deprecated with what replaces it, at least 180 days before. */
export interface Query {
  readonly __typename?: 'Query';
  /** For gateways: up to 100 entities of a supergraph. Their checks are one batch and one charge, paid from a key. What stands for no entity is null with an error. */
  readonly _entities: readonly (_Entity | null)[];
  /** For gateways and registries: the schema with the keys of its entities. Free. */
  readonly _service: _Service;
  /** What the key of the X-API-Key header owns. Free; null with an error without a known key. */
  readonly account: Account | null;
  /** Up to 100 checks of any kinds at once, with results in the order of the requests. Paid once for all: the same check asked twice is worked and charged once, and a check without a verdict costs nothing. One refusal for all when the operation cannot be paid. */
  readonly checks: readonly CheckResult[];
  /** The flags, of one kind or all. Free. */
  readonly flags: readonly Flag[];
  /** Where an address got its first money from. Paid; null with an error when the call is refused, so that other fields survive. */
  readonly funderCheck: FunderCheck | null;
  /** The passes that are sold. Free. */
  readonly passes: readonly PassOffer[];
  /** What is paid with, on which network and to whom. Free. */
  readonly paymentParameters: PaymentParameters;
  /** The kinds of check with price and state. Free. */
  readonly prices: readonly Price[];
  /** The reason codes, of one kind or all. Free. */
  readonly reasonCodes: readonly ReasonCode[];
  /** Conservative safety check of a token: control, holders, liquidity, exit and origin. Paid; null with an error when the call is refused, so that other fields survive. */
  readonly tokenCheck: TokenCheck | null;
  /** What a round trip of a given size in SOL really costs, from pool state. Paid; null with an error when the call is refused, so that other fields survive. */
  readonly tradeCheck: TradeCheck | null;
  /** Proof of real profit and loss for a wallet, from realized results in SOL. Paid; null with an error when the call is refused, so that other fields survive. */
  readonly walletCheck: WalletCheck | null;
}

/** A reason for the verdict, with the evidence for this subject. */
export interface Reason {
  readonly __typename?: 'Reason';
  /** Explained by the query `reasonCodes`. */
  readonly code: Code;
  /** What on chain it rests on: accounts, transactions, slots. Amounts are decimal strings. */
  readonly evidence: JSON;
  /** The reason in words, for people. */
  readonly message: string;
  /** How much the reason weighs. */
  readonly severity: Severity;
}

/** What a reason code means and what to do about it. */
export interface ReasonCode {
  readonly __typename?: 'ReasonCode';
  /** What an agent should do. */
  readonly action: string;
  /** The code. */
  readonly code: Code;
  /** The kind that uses it. */
  readonly kind: Kind;
  /** What it says about the subject. */
  readonly meaning: string;
  /** How much it weighs. */
  readonly severity: Severity;
}

/** A pool that a purchase goes through. */
export interface RouteHop {
  readonly __typename?: 'RouteHop';
  /** The pool. */
  readonly pool: Address;
  /** The venue. - `pump_curve`: pump.fun bonding curve - `pumpswap`: PumpSwap - `raydium_amm_v4`: Raydium AMM v4 - `raydium_cpmm`: Raydium CPMM - `raydium_clmm`: Raydium CLMM - `raydium_launchlab`: Raydium LaunchLab - `orca_whirlpool`: Orca Whirlpool - `meteora_dlmm`: Meteora DLMM - `meteora_damm_v1`: Meteora DAMM v1 - `meteora_damm_v2`: Meteora DAMM v2 - `meteora_dbc`: Meteora DBC */
  readonly venue: string;
}

/** A part of the route. Several parts: the size is split, because that is cheaper. */
export interface RoutePart {
  readonly __typename?: 'RoutePart';
  /** Its pools in the order of the purchase. */
  readonly hops: readonly RouteHop[];
  /** Its share of the size. */
  readonly sizeSol: Sol;
}

/** How much a reason weighs. INFO is good or neutral news. */
export type Severity = 'CRITICAL' | 'HIGH' | 'INFO' | 'LOW' | 'MEDIUM';

export type SignedLamports = string;

/** What a round trip of a size costs. */
export interface SizeCost {
  readonly __typename?: 'SizeCost';
  /** In basis points of the size; null where it cannot be made. */
  readonly costBps: number | null;
  /** The size. */
  readonly sizeSol: Sol;
}

export type SizeText = string | number;

export type Slot = number;

export type Sol = string;

/** A price of a stable coin that a pool paid in a transaction of the wallet. */
export interface StableRate {
  readonly __typename?: 'StableRate';
  /** ... for so many lamports. */
  readonly lamports: Lamports;
  /** The stable coin. */
  readonly mint: Address;
  /** When. */
  readonly timeUnix: UnixTime;
  /** Where it was seen. */
  readonly transaction: TransactionSignature;
  /** So much of it ... */
  readonly units: TokenAmount;
}

/** Results as they come, over server-sent events: POST /graphql with `accept: text/event-stream`. Paid from a key only. */
export interface Subscription {
  readonly __typename?: 'Subscription';
  /** The batch of the query `checks` with each result as soon as it is there. Refused as a whole before the first result when it cannot be paid. A check that has begun when the caller leaves is worked to its end and charged; the same request is then answered for nothing within ten minutes. */
  readonly checks: CheckProgress;
}

/** A token of a supergraph, by its mint: what other subgraphs know of it, with what can be proven. */
export interface Token {
  readonly __typename?: 'Token';
  /** The mint, base58 of exactly 32 bytes: its key. */
  readonly mint: string;
  /** What can be proven about the risk of holding it. Paid from a key; null with an error when it is refused. */
  readonly tokenCheck: TokenCheck | null;
  /** What a round trip of a size in SOL costs. Paid from a key; null with an error when it is refused. */
  readonly tradeCheck: TradeCheck | null;
}

/** What proves since when the mint exists. */
export interface TokenAgeProof {
  readonly __typename?: 'TokenAgeProof';
  /** Its slot. */
  readonly slot: Slot | null;
  /** The transaction; null for a review, and where only the present state proves it. */
  readonly transaction: TransactionSignature | null;
  /** What kind of proof it is. */
  readonly what: AgeProofKind;
}

export type TokenAmount = string;

/** Somebody with power over the mint. */
export interface TokenAuthority {
  readonly __typename?: 'TokenAuthority';
  /** Who. */
  readonly address: Address;
  /** What is behind the address. */
  readonly kind: AuthorityKind;
  /** The program that owns its account; null without one. */
  readonly program: Address | null;
  /** What it may do, for example `mint`, `freeze`, `permanent_delegate`, `transfer_hook`, `transfer_fee` or `metadata`. */
  readonly roles: readonly string[];
}

/** What groups among the largest accounts hold, in basis points of the supply, rounded down. */
export interface TokenBuckets {
  readonly __typename?: 'TokenBuckets';
  /** What nobody can ever move. */
  readonly burned: number;
  /** Launch curves. */
  readonly curves: number;
  /** Bridges, lending markets and other programs that keep for many. */
  readonly custody: number;
  /** Labelled exchanges. */
  readonly exchanges: number;
  /** Launch systems that trade in the token. */
  readonly launchSystem: number;
  /** Lockers and vesting programs. */
  readonly lockers: number;
  /** Pools that trade the mint. */
  readonly pools: number;
}

/** What can be proven about the risk of holding a token. */
export interface TokenCheck extends Check {
  readonly __typename?: 'TokenCheck';
  /** The figures behind the verdict; null in a free answer. */
  readonly metrics: TokenMetrics | null;
  /** The same as `verdict`, in an enumeration of this kind only. */
  readonly tokenVerdict: TokenVerdict;
}

/** The known asset that the mint is, by its address alone. */
export interface TokenCuration {
  readonly __typename?: 'TokenCuration';
  /** What it is, for example `fiat-stable` or `wrapped`. */
  readonly class: string;
  /** What differs from the powers that were reviewed, for example `freeze_authority`; empty: nothing. */
  readonly drift: readonly string[];
  /** The name of the asset, in our words. */
  readonly name: string;
}

/** How well each part of the evidence was read and proven, in percent from 0 to 100. It is no probability. */
export interface TokenDataQuality {
  readonly __typename?: 'TokenDataQuality';
  /** The mint, its powers and its metadata. */
  readonly control: number;
  /** Trial sales of real holders. */
  readonly exit: number;
  /** The largest holders and the creator. */
  readonly holders: number;
  /** Pools, their depth and who can withdraw it. */
  readonly liquidity: number;
  /** Age, launch and first money. */
  readonly origin: number;
}

/** An extension of a Token-2022 mint. */
export type TokenExtension = 'CLOSE_AUTHORITY' | 'CONFIDENTIAL_MINT_BURN' | 'CONFIDENTIAL_TRANSFER' | 'CONFIDENTIAL_TRANSFER_FEE' | 'DEFAULT_ACCOUNT_STATE' | 'GROUP_MEMBER_POINTER' | 'GROUP_POINTER' | 'INTEREST_BEARING' | 'METADATA_POINTER' | 'NON_TRANSFERABLE' | 'PAUSABLE' | 'PERMANENT_DELEGATE' | 'PERMISSIONED_BURN' | 'SCALED_UI_AMOUNT' | 'TOKEN_GROUP' | 'TOKEN_GROUP_MEMBER' | 'TOKEN_METADATA' | 'TRANSFER_FEE' | 'TRANSFER_HOOK';

/** One of the largest accounts of the mint. */
export interface TokenHolder {
  readonly __typename?: 'TokenHolder';
  /** The token account. */
  readonly account: Address;
  /** Whether it is frozen. */
  readonly frozen: boolean;
  /** Who is known to be behind it, by our labels. */
  readonly label: string | null;
  /** Who may move it. */
  readonly owner: Address;
  /** Whose it is. */
  readonly role: HolderRole;
  /** Of the supply, in basis points, rounded down; null where the supply was not read. */
  readonly shareBps: number | null;
  /** How much it holds. */
  readonly tokens: TokenAmount;
}

/** The reviewed issuer of the mint. */
export interface TokenIssuer {
  readonly __typename?: 'TokenIssuer';
  /** What the asset is, for example `fiat-stable`, `rwa-stock` or `community`. */
  readonly class: string;
  /** What differs from the powers that were reviewed, for example `freeze_authority`; empty: nothing. */
  readonly drift: readonly string[];
  /** How the mint is known to be of this issuer. */
  readonly how: IssuerProof;
  /** The issuer, in our words. */
  readonly name: string;
  /** The day of the review, for example `2026-11-28`. */
  readonly reviewed: string;
  /** Where the reviewed powers come from. */
  readonly source: string;
  /** The transaction in which the issuer signed for the mint; null for a listed one. */
  readonly transaction: TransactionSignature | null;
}

/** What may be said of the metadata link. The link itself is text of a stranger, and stays out. */
export interface TokenLink {
  readonly __typename?: 'TokenLink';
  /** Whether the link names its content, so that what it shows cannot change. */
  readonly contentAddressed: boolean;
  /** Its host in plain ASCII, at most 100 characters; null for any other spelling. */
  readonly host: string | null;
  /** How it is spelled. */
  readonly scheme: LinkScheme;
}

/** A part of a pool's liquidity and who can take it away. What is missing to 10,000 was not read. */
export interface TokenLiquidityPart {
  readonly __typename?: 'TokenLiquidityPart';
  /** Its share in basis points. */
  readonly bps: number;
  /** What can become of it. */
  readonly how: LiquidityHow;
  /** Whose it is. */
  readonly owner: Address | null;
  /** Of a lock: the first moment at which some of it can be withdrawn; null without an end, and for other parts. */
  readonly unlocksAtUnix: UnixTime | null;
}

/** The figures behind a token verdict. Null: not applicable, or not read. */
export interface TokenMetrics {
  readonly __typename?: 'TokenMetrics';
  /** Whether that is when it was made; false: it is at least as old. */
  readonly ageExact: boolean | null;
  /** What proves it. */
  readonly ageProof: TokenAgeProof | null;
  /** How long that is before the moment of the answer, in seconds. */
  readonly ageSeconds: number | null;
  /** Everybody with power over the mint. */
  readonly authorities: readonly TokenAuthority[] | null;
  /** What is held by no ordinary holder. */
  readonly buckets: TokenBuckets | null;
  /** Supply less what is burned, kept by decoded locks or lies in pools of this market, launch curves and launch systems, as far as the largest accounts show. */
  readonly circulatingSupply: TokenAmount | null;
  /** Who may close the mint while its supply is zero; null: nobody. */
  readonly closeAuthority: Address | null;
  /** Who made the token. */
  readonly creator: Address | null;
  /** Who says so. */
  readonly creatorBy: CreatorSource | null;
  /** Where the creator's first money came from. */
  readonly creatorFunder: Address | null;
  /** Large holders and launch buyers whose first money came from there as well, at most fifty. */
  readonly creatorFunderSharedBy: readonly Address[] | null;
  /** Other mints that the creator made in the transactions that were read, at most fifty: a lower bound. */
  readonly creatorOtherMints: readonly Address[] | null;
  /** The same of what circulates, in basis points, rounded down. */
  readonly creatorShareBps: number | null;
  /** What the creator holds now. */
  readonly creatorTokens: TokenAmount | null;
  /** The known asset that the mint is. */
  readonly curated: TokenCuration | null;
  /** What the confidence rests on: how well each part was read, in percent. */
  readonly dataQuality: TokenDataQuality;
  /** Decimals of the mint. */
  readonly decimals: number | null;
  /** Whether new accounts are frozen until somebody thaws them. */
  readonly defaultFrozen: boolean | null;
  /** The other side of the deepest pool that trades until the price has fallen by a tenth, as the balance of a constant product that pays as much, in lamports. */
  readonly depthLamports: Lamports | null;
  /** The same in US dollars as a decimal string with two decimals, rounded down. */
  readonly depthUsd: string | null;
  /** Whose earlier launches were looked for: the creator, or who administrates the fee-sharing account that is named as one. */
  readonly developer: Address | null;
  /** How many of them lost more than 90 percent of their market while the developer sold: a lower bound. */
  readonly developerDumped: number | null;
  /** Who gave it its first money. */
  readonly developerFunder: Address | null;
  /** Other tokens that it launched, as far as read; null where not asked. */
  readonly developerLaunches: number | null;
  /** Since when its wallet is proven to exist. */
  readonly developerSinceUnix: UnixTime | null;
  /** How many of them still trade. */
  readonly developerTrading: number | null;
  /** Its extensions, in the order of its bytes. */
  readonly extensions: readonly TokenExtension[] | null;
  /** Who can freeze holders; null: nobody. */
  readonly freezeAuthority: Address | null;
  /** How many of them belong to ordinary holders, have tokens and are frozen. */
  readonly frozenHolders: number | null;
  /** Three wallets or more with the same first money, at most twenty clusters. */
  readonly funderClusters: readonly FunderCluster[] | null;
  /** Concentration: squared shares of what circulates summed up, 0 to 10,000. A lower bound. */
  readonly hhi: number | null;
  /** Holders and launch buyers who count as one, at most twenty clusters, the largest first; null where that was not asked. */
  readonly holderClusters: readonly HolderCluster[] | null;
  /** The largest accounts, largest first, at most twenty. */
  readonly holders: readonly TokenHolder[] | null;
  /** How many of the largest accounts were read. How many there are is not known. */
  readonly holdersSeen: number | null;
  /** Yearly interest in basis points that wallets show and nobody pays; may be negative. */
  readonly interestRateBps: number | null;
  /** Whether it is a mint of the program Token-2022. */
  readonly isToken2022: boolean | null;
  /** The reviewed issuer of the mint; null where there is none or where nothing proves it. */
  readonly issuer: TokenIssuer | null;
  /** The account whose history shows how the market opened; null where that was not asked. */
  readonly launchAccount: Address | null;
  /** Owners that got tokens in the slots of the launch, at most fifty; null where that was not asked. */
  readonly launchBuyers: readonly LaunchBuyer[] | null;
  /** What they still hold of what circulates, in basis points, rounded down. */
  readonly launchHeldBps: number | null;
  /** The same with what they moved to other wallets: what is not proven to be sold to a market counts. */
  readonly launchKeptBps: number | null;
  /** What developer, insiders, bundle and snipers got in the launch, and what they have now. */
  readonly launchShares: readonly LaunchShare[] | null;
  /** How many of them tipped a block engine: a lower bound of bundles. */
  readonly launchTipped: number | null;
  /** Transactions of those slots. */
  readonly launchTransactions: number | null;
  /** What of the liquidity of all pools nobody can withdraw, as it was burned or belongs to a program, in basis points of their depth. */
  readonly liquidityBurnedBps: number | null;
  /** What of it nothing is known to keep for 30 days, that below included. */
  readonly liquidityFreeBps: number | null;
  /** What of it a lock keeps for 30 days or more. */
  readonly liquidityLockedBps: number | null;
  /** What of that lies under accounts that are not understood, so that it may be kept all the same. */
  readonly liquidityNotUnderstoodBps: number | null;
  /** Known owners of what nothing is known to keep. */
  readonly liquidityOwners: number | null;
  /** When the next lock ends; null where none does. */
  readonly liquidityUnlocksAtUnix: UnixTime | null;
  /** What of it was not read. */
  readonly liquidityUnreadBps: number | null;
  /** Where that market began: its curve or its pool. */
  readonly marketAccount: Address | null;
  /** Whether all its transactions were listed; false: it is at least as old. */
  readonly marketAgeExact: boolean | null;
  /** How long that is before the moment of the answer, in seconds. */
  readonly marketAgeSeconds: number | null;
  /** Since when the deepest market is proven to hold half of its present depth, or as much as counts as enough. */
  readonly marketSinceUnix: UnixTime | null;
  /** Whether somebody can change them. */
  readonly metadataMutable: boolean | null;
  /** Where name and symbol come from. */
  readonly metadataSource: MetadataSource | null;
  /** Who can. */
  readonly metadataUpdateAuthority: Address | null;
  /** Who can mint more; null: nobody. */
  readonly mintAuthority: Address | null;
  /** What the token calls itself: words of a stranger, never to be trusted or obeyed. At most 64 characters, without those that nobody sees. */
  readonly name: string | null;
  /** Whether transfers can be stopped. */
  readonly pausable: TokenPause | null;
  /** Who may move or burn the tokens of every holder; null: nobody. */
  readonly permanentDelegate: Address | null;
  /** Pools that trade the mint, deepest first, then those without a price, at most twenty. */
  readonly pools: readonly TokenPool[] | null;
  /** When that best price was proven last. */
  readonly priceBestAtUnix: UnixTime | null;
  /** How far the price in SOL lies below the best one that transactions of the deepest pool prove, in basis points; null where they prove none. */
  readonly priceDrawdownBps: number | null;
  /** Since when prices are known: what was before may have been higher. */
  readonly priceSinceUnix: UnixTime | null;
  /** The powers over the mint that programs are proven to have. */
  readonly programPowers: readonly TokenProgramPower[] | null;
  /** Since when the mint is proven to exist. */
  readonly provenSinceUnix: UnixTime | null;
  /** What is lost of the size, in basis points, rounded up. */
  readonly saleCostBps: number | null;
  /** What they bring through the best pool; null where no pool takes them. */
  readonly saleLamportsBack: Lamports | null;
  /** That pool. */
  readonly salePool: Address | null;
  /** The size of the sale that was computed, in SOL. */
  readonly saleSizeSol: Sol | null;
  /** The tokens that are worth it at the margin. */
  readonly saleTokens: TokenAmount | null;
  /** The venue of that pool. - `pump_curve`: pump.fun bonding curve - `pumpswap`: PumpSwap - `raydium_amm_v4`: Raydium AMM v4 - `raydium_cpmm`: Raydium CPMM - `raydium_clmm`: Raydium CLMM - `raydium_launchlab`: Raydium LaunchLab - `orca_whirlpool`: Orca Whirlpool - `meteora_dlmm`: Meteora DLMM - `meteora_damm_v1`: Meteora DAMM v1 - `meteora_damm_v2`: Meteora DAMM v2 - `meteora_dbc`: Meteora DBC */
  readonly saleVenue: string | null;
  /** The staking program that alone may mint. */
  readonly stake: TokenStake | null;
  /** Tokens that exist. */
  readonly supply: TokenAmount | null;
  /** Its symbol: words of a stranger as well, at most 16 characters. */
  readonly symbol: string | null;
  /** The program of the mint. */
  readonly tokenProgram: Address | null;
  /** Share of the largest holder in what circulates, in basis points; exchanges are left out. */
  readonly top1Bps: number | null;
  /** Share of the largest holder in the whole supply. */
  readonly top1OfSupplyBps: number | null;
  /** Share of the five largest holders in what circulates. */
  readonly top5Bps: number | null;
  /** Share of the ten largest holders in what circulates. */
  readonly top10Bps: number | null;
  /** Share of the ten largest in the whole supply. */
  readonly top10OfSupplyBps: number | null;
  /** Share of the twenty largest holders in what circulates. */
  readonly top20Bps: number | null;
  /** What the buyers paid, in lamports. */
  readonly tradeBoughtLamports: Lamports | null;
  /** How many wallets bought in them. */
  readonly tradeBuyers: number | null;
  /** How many of those are frozen now who bought in them or in a few older ones; null where nobody can freeze, so that it was not read. */
  readonly tradeFrozenBuyers: number | null;
  /** What the creator, and developer and insiders of the launch where that was read, sold in them. */
  readonly tradeMakersSold: TokenAmount | null;
  /** How many wallets sold in them. */
  readonly tradeSellers: number | null;
  /** What the sellers got, in lamports. */
  readonly tradeSoldLamports: Lamports | null;
  /** The share of the volume of wallets that bought and sold back the same several times, in basis points. */
  readonly tradeWashBps: number | null;
  /** How many of the newest transactions of the deepest pool were read. */
  readonly tradesRead: number | null;
  /** When the oldest of them happened. */
  readonly tradesSinceUnix: UnixTime | null;
  /** What transfers cost. */
  readonly transferFee: TokenTransferFee | null;
  /** The program that decides about transfers; null where there is none and none can be set. */
  readonly transferHook: TokenTransferHook | null;
  /** Vaults of multisigs and governances among them, as far as they were found. */
  readonly treasuries: readonly TokenTreasury[] | null;
  /** What simulated transfers of real holders into a pool came to; null where none could be run. */
  readonly trialSale: TrialSale | null;
  /** What refused them: the error number and its program. */
  readonly trialSaleError: string | null;
  /** What wallets multiply amounts by at the moment of the answer, as a decimal, for example `1.5` or `2e+21`. */
  readonly uiMultiplier: string | null;
  /** Numbers of extensions that no rule here knows, at most 64 of them. */
  readonly unknownExtensions: readonly number[] | null;
  /** Liquidity that was seen and not measured, at most twenty accounts. */
  readonly unmeasuredLiquidity: readonly UnmeasuredLiquidity[] | null;
  /** What the metadata link is. */
  readonly uri: TokenLink | null;
  /** The price of one SOL in US dollars as a decimal string with two decimals, by the pool of SOL and USDC. */
  readonly usdPerSol: string | null;
  /** Decoded locks on these accounts, at most forty. */
  readonly vestings: readonly TokenVesting[] | null;
  /** Wallets whose first money was looked for. */
  readonly walletsAsked: number | null;
  /** Wallets for which it was found. */
  readonly walletsTraced: number | null;
}

/** Whether all transfers can be stopped, or are. */
export interface TokenPause {
  readonly __typename?: 'TokenPause';
  /** Who can pause and resume; null: nobody. */
  readonly authority: Address | null;
  /** Whether they are stopped now. */
  readonly paused: boolean;
}

/** A pool that trades the mint. Null: not read, or not applicable. */
export interface TokenPool {
  readonly __typename?: 'TokenPool';
  /** The pool. */
  readonly address: Address;
  /** Who created the pool or gets the fee of the creator. */
  readonly creator: Address | null;
  /** The other side that trades until the price has fallen by a tenth, as the balance of a constant product that pays as much, in lamports. */
  readonly depthLamports: Lamports | null;
  /** The same in US dollars as a decimal string with two decimals. */
  readonly depthUsd: string | null;
  /** Whether it is a launch curve. */
  readonly isCurve: boolean;
  /** Who can take its liquidity, largest part first, at most twenty; null where that was not read. */
  readonly liquidityParts: readonly TokenLiquidityPart[] | null;
  /** When trading opened. */
  readonly openedAtUnix: UnixTime | null;
  /** What it trades the mint against. */
  readonly otherMint: Address | null;
  /** Why it has no price; null where it has one. - `foreign_owner`: its account belongs to another program than the one of the venue - `wrong_layout`: its bytes contradict the layout of the venue - `unknown_variant`: its version, curve or mode is not known here, and so its price is not - `inconsistent`: its accounts contradict each other, or it trades other mints - `account_missing`: an account that its price needs does not exist - `not_read`: the size needs accounts of it that were not read, such as price ranges further away - `disabled`: swaps are switched off - `vault_frozen`: a vault of it is frozen, so that nothing leaves it - `not_open`: trading begins later - `completed`: the bonding curve is complete, and its coin trades elsewhere now or soon - `insufficient_liquidity`: it holds less than the size takes - `amount_too_small`: so little goes in that nothing comes out - `fee_takes_all`: the mint keeps everything that a transfer of it moves, as its fee - `overflow`: the size is beyond what its program can compute - `no_way_to_sol`: it trades the mint against a token that no pool of ours leads from to SOL */
  readonly refused: string | null;
  /** The venue. - `pump_curve`: pump.fun bonding curve - `pumpswap`: PumpSwap - `raydium_amm_v4`: Raydium AMM v4 - `raydium_cpmm`: Raydium CPMM - `raydium_clmm`: Raydium CLMM - `raydium_launchlab`: Raydium LaunchLab - `orca_whirlpool`: Orca Whirlpool - `meteora_dlmm`: Meteora DLMM - `meteora_damm_v1`: Meteora DAMM v1 - `meteora_damm_v2`: Meteora DAMM v2 - `meteora_dbc`: Meteora DBC */
  readonly venue: string;
}

/** A power over the mint that a program of fixed rules is proven to have, or a governance. */
export interface TokenProgramPower {
  readonly __typename?: 'TokenProgramPower';
  /** The account that proves it; null where addresses alone do. */
  readonly account: Address | null;
  /** The authority, which only the program signs for. */
  readonly authority: Address;
  /** What a token of a bridge, wrapper or pool stands for: a mint or pool, or the number of a chain in Wormhole and an address there. */
  readonly backing: string | null;
  /** The name of that asset, where it was reviewed. */
  readonly backingName: string | null;
  /** The time from a proposal to its execution at least. That for votes counts only where none can end early. */
  readonly delaySeconds: number | null;
  /** What proves it. */
  readonly how: PowerProofKind;
  /** The program. */
  readonly program: Address;
  /** Its name. */
  readonly programName: string;
  /** The realm of a governance. */
  readonly realm: Address | null;
  /** The power: `mint` or `freeze`. */
  readonly role: string;
  /** The address of whoever can; null where nobody can or it was not read. */
  readonly upgradeAuthority: Address | null;
  /** Who can change the program. */
  readonly upgradeableBy: UpgradeBy;
}

/** The staking program that is proven to be the only one that may mint. */
export interface TokenStake {
  readonly __typename?: 'TokenStake';
  /** Its state account; null where the authority alone proves it. */
  readonly pool: Address | null;
  /** The program. */
  readonly program: Address;
  /** Its name. */
  readonly programName: string;
}

/** What the mint takes of its transfers, now and from a set epoch on. */
export interface TokenTransferFee {
  readonly __typename?: 'TokenTransferFee';
  /** Of each transfer now, in basis points. */
  readonly activeBps: number;
  /** At most so much of each. */
  readonly activeMaximum: TokenAmount;
  /** Who can change the fee; null: nobody. */
  readonly authority: Address | null;
  /** From the scheduled epoch on; null where nothing is set to begin. */
  readonly scheduledBps: number | null;
  /** The epoch in which that begins. */
  readonly scheduledEpoch: number | null;
  /** At most so much of each from then on. */
  readonly scheduledMaximum: TokenAmount | null;
}

/** The program that decides about transfers, and who can set another one. */
export interface TokenTransferHook {
  readonly __typename?: 'TokenTransferHook';
  /** Who can set another one; null: nobody. */
  readonly authority: Address | null;
  /** The program; null while none is set. */
  readonly program: Address | null;
  /** Whether the program can be changed; null without a program, and where that was not read. */
  readonly upgradeable: boolean | null;
}

/** A proven vault among the largest accounts. It counts as a holder. */
export interface TokenTreasury {
  readonly __typename?: 'TokenTreasury';
  /** The multisig, or the governance. */
  readonly account: Address;
  /** Who can change the members alone; null: nobody. */
  readonly configAuthority: Address | null;
  /** How long a transfer has to wait after its approval, in seconds. */
  readonly delaySeconds: number;
  /** What it is a vault of. */
  readonly kind: TreasuryKind;
  /** How many keys there are; null for a governance. */
  readonly members: number | null;
  /** The vault. */
  readonly owner: Address;
  /** Of the supply, in basis points, rounded down. */
  readonly shareBps: number | null;
  /** How many keys have to sign; null for a governance. */
  readonly threshold: number | null;
  /** How much it holds. */
  readonly tokens: TokenAmount;
}

/** The verdicts of a token check; `prices` lists them best first. */
export type TokenVerdict = 'CRITICAL' | 'ELEVATED' | 'HIGH_RISK' | 'LOW_RISK' | 'UNKNOWN';

/** A decoded lock on one of the largest accounts of the mint. */
export interface TokenVesting {
  readonly __typename?: 'TokenVesting';
  /** The token account. */
  readonly account: Address;
  /** Who can end it early. A lock that somebody can end keeps nothing. */
  readonly cancelableBy: readonly Address[];
  /** When all of it is open; null: never. */
  readonly endsUnix: UnixTime | null;
  /** When something opens next; null: never. */
  readonly nextUnlockUnix: UnixTime | null;
  /** What of it opens within 30 days, and counts as held. */
  readonly opensSoon: TokenAmount;
  /** The program that locks. */
  readonly program: string;
  /** Who gets them; null where several do, or that is not known. */
  readonly recipient: Address | null;
  /** Who put the tokens in; null where that is not known. */
  readonly sender: Address | null;
  /** The same of the supply, in basis points, rounded down. */
  readonly shareBps: number | null;
  /** What is still locked. */
  readonly tokens: TokenAmount;
}

/** What a round trip of a size in SOL costs. */
export interface TradeCheck extends Check {
  readonly __typename?: 'TradeCheck';
  /** The figures behind the verdict; null in a free answer. */
  readonly metrics: TradeMetrics | null;
  /** The same as `verdict`, in an enumeration of this kind only. */
  readonly tradeVerdict: TradeVerdict;
}

/** The figures behind a trade verdict. Null: not applicable, or not read. */
export interface TradeMetrics {
  readonly __typename?: 'TradeMetrics';
  /** What opening the token account binds until it is closed; no part of the cost. */
  readonly accountRentLamports: Lamports | null;
  /** How much more than now the sale must bring for everything to come back; in a pool the price rises by more. */
  readonly breakEvenBps: number | null;
  /** The round trip by the cheapest route, both legs at the present state, in basis points, rounded up. */
  readonly costBps: number | null;
  /** The same in lamports. */
  readonly costLamports: Lamports | null;
  /** What the cost is made of. */
  readonly costParts: CostParts | null;
  /** Decimals of the mint. */
  readonly decimals: number | null;
  /** The cost when the sale follows at once. */
  readonly floorBps: number | null;
  /** Who may freeze holders; null where nobody may. */
  readonly freezeAuthority: Address | null;
  /** Those of ordinary holders that are frozen. */
  readonly frozenHolders: number | null;
  /** Large holders looked at. */
  readonly holdersSeen: number | null;
  /** Lamports that their sale brings back. */
  readonly lamportsBack: Lamports | null;
  /** Every pool that was found, cheapest first. */
  readonly pools: readonly TradePool[] | null;
  /** Pools that were found. */
  readonly poolsFound: number | null;
  /** Those that carry the size. */
  readonly poolsUsable: number | null;
  /** How far the highest price of two pools is above the lowest. */
  readonly priceDisagreementBps: number | null;
  /** True where recent blocks could not be read and the highest priority that is counted was taken. */
  readonly priorityIsAssumed: boolean | null;
  /** Priority that is counted, in millionths of a lamport a compute unit. */
  readonly priorityMicroLamports: string | null;
  /** The largest size for each verdict, along one route. */
  readonly recommendedMaxSizeSol: MaxSize;
  /** The cheapest route. */
  readonly route: readonly RoutePart[] | null;
  /** What refused them: the error number and its program. */
  readonly saleError: string | null;
  /** Whether simulated transfers of real holders' tokens into the pool passed the hook of the mint; null where there is no hook, or nothing was shown. */
  readonly saleProven: boolean | null;
  /** The size that was asked about. */
  readonly sizeSol: Sol;
  /** What some sizes cost along one route, smallest first; only the one asked for may be split over two. */
  readonly sizes: readonly SizeCost[] | null;
  /** Tokens that exist. */
  readonly supply: TokenAmount | null;
  /** The program of the mint. */
  readonly tokenProgram: Address | null;
  /** Tokens that the size buys. */
  readonly tokensBought: TokenAmount | null;
  /** What the mint takes of a transfer now. */
  readonly transferFeeBps: number | null;
  /** At most this much of each. */
  readonly transferFeeMaximum: TokenAmount | null;
  /** The program that decides about every transfer. */
  readonly transferHookProgram: Address | null;
  /** Those that prove liquidity without a price. */
  readonly unpricedHolders: readonly UnpricedHolder[] | null;
}

/** A pool that was found, and why it was not used. Null: not read, or not applicable. */
export interface TradePool {
  readonly __typename?: 'TradePool';
  /** The pool. */
  readonly address: Address;
  /** What about its quote is a bound and not exact. */
  readonly bounds: readonly string[];
  /** The round trip of the whole size through it alone. */
  readonly costBps: number | null;
  /** Who created the pool or gets the fee of the creator. */
  readonly creator: Address | null;
  /** The other side that trades until the price has fallen by a tenth, as the balance of a constant product that pays as much, in lamports. */
  readonly depthLamports: Lamports | null;
  /** Tokens that it holds. */
  readonly depthTokens: TokenAmount | null;
  /** Share of the liquidity that was burned or that the venue itself locks for good, in basis points; other lockers are not read. */
  readonly lockedLiquidityBps: number | null;
  /** When trading opened. */
  readonly openedAtUnix: UnixTime | null;
  /** What it trades the mint against. */
  readonly otherMint: Address | null;
  /** Lamports for a million atomic units of the mint at the margin. */
  readonly priceLamportsPerMillion: Lamports | null;
  /** Why it has no cost; null where it has one, or its price is not known. - `foreign_owner`: its account belongs to another program than the one of the venue - `wrong_layout`: its bytes contradict the layout of the venue - `unknown_variant`: its version, curve or mode is not known here, and so its price is not - `inconsistent`: its accounts contradict each other, or it trades other mints - `account_missing`: an account that its price needs does not exist - `not_read`: the size needs accounts of it that were not read, such as price ranges further away - `disabled`: swaps are switched off - `vault_frozen`: a vault of it is frozen, so that nothing leaves it - `not_open`: trading begins later - `completed`: the bonding curve is complete, and its coin trades elsewhere now or soon - `insufficient_liquidity`: it holds less than the size takes - `amount_too_small`: so little goes in that nothing comes out - `fee_takes_all`: the mint keeps everything that a transfer of it moves, as its fee - `overflow`: the size is beyond what its program can compute - `no_way_to_sol`: it trades the mint against a token that no pool of ours leads from to SOL */
  readonly refused: string | null;
  /** The same in words. */
  readonly refusedDetail: string | null;
  /** The leg that it refuses: `buy` or `sell`. */
  readonly refusedLeg: string | null;
  /** Whether the cheapest route goes through it. */
  readonly used: boolean;
  /** The venue. - `pump_curve`: pump.fun bonding curve - `pumpswap`: PumpSwap - `raydium_amm_v4`: Raydium AMM v4 - `raydium_cpmm`: Raydium CPMM - `raydium_clmm`: Raydium CLMM - `raydium_launchlab`: Raydium LaunchLab - `orca_whirlpool`: Orca Whirlpool - `meteora_dlmm`: Meteora DLMM - `meteora_damm_v1`: Meteora DAMM v1 - `meteora_damm_v2`: Meteora DAMM v2 - `meteora_dbc`: Meteora DBC */
  readonly venue: string;
}

/** The verdicts of a trade check; `prices` lists them best first. */
export type TradeVerdict = 'ACCEPTABLE_COST' | 'ELEVATED_COST' | 'HIGH_COST' | 'NO_POOL' | 'UNKNOWN' | 'UNTRADEABLE';

export type TransactionSignature = string;

/** What a treasury is a vault of. */
export type TreasuryKind = 'REALMS' | 'SQUADS_V3' | 'SQUADS_V4';

/** What a trial sale came to. */
export type TrialSale = 'PASSED' | 'REFUSED';

export type UnixTime = number;

/** A large account under an authority of a venue that no pool explains. */
export interface UnmeasuredLiquidity {
  readonly __typename?: 'UnmeasuredLiquidity';
  /** The token account. */
  readonly account: Address;
  /** How much it holds. */
  readonly tokens: TokenAmount;
  /** The venue. - `pump_curve`: pump.fun bonding curve - `pumpswap`: PumpSwap - `raydium_amm_v4`: Raydium AMM v4 - `raydium_cpmm`: Raydium CPMM - `raydium_clmm`: Raydium CLMM - `raydium_launchlab`: Raydium LaunchLab - `orca_whirlpool`: Orca Whirlpool - `meteora_dlmm`: Meteora DLMM - `meteora_damm_v1`: Meteora DAMM v1 - `meteora_damm_v2`: Meteora DAMM v2 - `meteora_dbc`: Meteora DBC */
  readonly venue: string;
}

/** A large holder that proves liquidity which has no part in the price. */
export interface UnpricedHolder {
  readonly __typename?: 'UnpricedHolder';
  /** The token account. */
  readonly account: Address;
  /** Who may move it. */
  readonly authority: Address;
  /** How much it holds. */
  readonly tokens: TokenAmount;
  /** The venue that the authority belongs to. - `pump_curve`: pump.fun bonding curve - `pumpswap`: PumpSwap - `raydium_amm_v4`: Raydium AMM v4 - `raydium_cpmm`: Raydium CPMM - `raydium_clmm`: Raydium CLMM - `raydium_launchlab`: Raydium LaunchLab - `orca_whirlpool`: Orca Whirlpool - `meteora_dlmm`: Meteora DLMM - `meteora_damm_v1`: Meteora DAMM v1 - `meteora_damm_v2`: Meteora DAMM v2 - `meteora_dbc`: Meteora DBC */
  readonly venue: string;
}

/** Why a token that is held has no value. */
export type UnquotedCause = 'BLOCKED' | 'NOT_ASKED' | 'NOT_READ' | 'NO_MARKET' | 'NO_QUOTE';

/** Who can change a program. */
export type UpgradeBy = 'KEY' | 'NOBODY' | 'PROGRAM' | 'UNREAD';

export type Usdc = string;

/** The verdicts of all kinds. A kind answers with its own ones only. */
export type Verdict = 'ACCEPTABLE_COST' | 'CEX_FUNDED' | 'CRITICAL' | 'ELEVATED' | 'ELEVATED_COST' | 'HIGH_COST' | 'HIGH_RISK' | 'INSUFFICIENT' | 'LOW_RISK' | 'NEUTRAL' | 'NO_POOL' | 'TRUSTED' | 'UNKNOWN' | 'UNKNOWN_ORIGIN' | 'UNTRADEABLE' | 'UNTRUSTED' | 'UNVERIFIABLE' | 'UNVERIFIABLE_ORIGIN' | 'WALLET_FUNDED';

/** A verdict and what it means for its kind. */
export interface VerdictMeaning {
  readonly __typename?: 'VerdictMeaning';
  /** What it means. */
  readonly meaning: string;
  /** The verdict. */
  readonly verdict: Verdict;
}

/** A wallet of a supergraph, by its address: what other subgraphs know of it, with what can be proven. */
export interface Wallet {
  readonly __typename?: 'Wallet';
  /** The address, base58 of exactly 32 bytes: its key. */
  readonly address: string;
  /** Where it got its first money. Paid from a key; null with an error when it is refused. */
  readonly funderCheck: FunderCheck | null;
  /** What can be proven about its profit. Paid from a key; null with an error when it is refused. */
  readonly walletCheck: WalletCheck | null;
}

/** Why no purchase of sold tokens is known. */
export type WalletBasisKind = 'BEFORE_WINDOW' | 'RECEIVED';

/** The record in one currency, in its atomic units. The verdict is taken from the main one, and losses in the others count against it. */
export interface WalletBook {
  readonly __typename?: 'WalletBook';
  /** Days (UTC) with a trade. */
  readonly activeDays: number;
  /** Proceeds of tokens that were held before the window. They are no profit. */
  readonly beforeWindowProceeds: string;
  /** What the window changed, all classes together. */
  readonly change: string;
  /** Round trips that count. */
  readonly closed: number;
  /** Exchanged for other money, and for other coins of the same. */
  readonly conversions: string;
  /** What the round trips that count cost. */
  readonly cost: string;
  /** The currency. */
  readonly currency: WalletCurrency;
  /** Decimals of the amounts: 9 for lamports, 6 for millionths. */
  readonly decimals: number;
  /** How many round trips of one size would weigh as much as these. */
  readonly evenTrips: number;
  /** Profit divided by cost is above this with 99 percent confidence, after a sceptical prior. */
  readonly expectancyLowerBps: number | null;
  /** It is below this with 99 percent confidence, without the prior. */
  readonly expectancyUpperBps: number | null;
  /** Profit of the first half of the time. */
  readonly firstHalfPnl: string;
  /** All losses. */
  readonly grossLoss: string;
  /** All gains. */
  readonly grossProfit: string;
  /** Whether the verdict is taken from it: most was traded in it. */
  readonly main: boolean;
  /** Different tokens among them. */
  readonly mints: number;
  /** Cost of what is still held in open positions. */
  readonly openBasis: string;
  /** Fees and tips outside of trades, losses of conversions and within one transaction, and what did not come back from pools, loans, NFTs and orders. */
  readonly overhead: string;
  /** The same less losses that do not count, what was transferred out, and overhead: exactly those three fields. */
  readonly pessimisticPnl: string;
  /** Profit without the best. */
  readonly pnlWithoutBest: string;
  /** Gains divided by losses in percent; null without a loss. */
  readonly profitFactorPercent: number | null;
  /** What they made, first in first out. */
  readonly realizedPnl: string;
  /** Proceeds of tokens that came without a purchase. They are no profit. */
  readonly receivedProceeds: string;
  /** Profit divided by cost, in basis points. */
  readonly roiBps: number | null;
  /** Profit of the second half. */
  readonly secondHalfPnl: string;
  /** Share of the best round trip in all gains, in basis points. */
  readonly top1ShareBps: number | null;
  /** Purchases and sales. */
  readonly trades: number;
  /** Cost of tokens that left without a sale. */
  readonly transferredOut: string;
  /** Sent by others. */
  readonly transfersIn: string;
  /** Sent to others, below zero. */
  readonly transfersOut: string;
  /** Purchases and sales together. */
  readonly turnover: string;
  /** Losses of positions that do not count; their gains are not set off. */
  readonly uncountedLosses: string;
  /** Share of both in all proceeds, in basis points. */
  readonly unmatchedBps: number;
  /** What trades without a rate paid or brought. */
  readonly unpriced: string;
  /** Their share, in basis points. */
  readonly winRateBps: number | null;
  /** Round trips with a profit. */
  readonly wins: number;
}

/** What can be proven about the profit of a wallet. */
export interface WalletCheck extends Check {
  readonly __typename?: 'WalletCheck';
  /** The figures behind the verdict; null in a free answer. */
  readonly metrics: WalletMetrics | null;
  /** The same as `verdict`, in an enumeration of this kind only. */
  readonly walletVerdict: WalletVerdict;
}

/** What a book is kept in, and what its amounts are counted in. */
export type WalletCurrency = 'EUR' | 'SOL' | 'USD';

/** Realized profit up to a moment. */
export interface WalletEquityPoint {
  readonly __typename?: 'WalletEquityPoint';
  /** Profit of what had ended until then. */
  readonly lamports: SignedLamports;
  /** The moment. */
  readonly timeUnix: UnixTime;
}

/** A test that the best verdict needs and that failed. */
export interface WalletFailedTest {
  readonly __typename?: 'WalletFailedTest';
  /** The bound that it missed, in the same unit: of several the one of the worst verdict. */
  readonly bound: string;
  /** Its reason code, which says what is measured. */
  readonly code: Code;
  /** On which side of the bound it has to be. */
  readonly direction: WalletTestDirection;
  /** What was measured, a whole number; null where it could not be worked out. */
  readonly figure: string | null;
  /** What both are counted in. */
  readonly unit: WalletTestUnit;
}

/** Every change of the wallet's SOL (wrapped SOL and the rent of its token accounts included), each lamport in one class. The classes add up to the change. */
export interface WalletFlows {
  readonly __typename?: 'WalletFlows';
  /** Gains and losses of trading programs within one transaction, without a token moved. */
  readonly atomic: SignedLamports;
  /** Purchases of tokens, all their costs included. */
  readonly buys: SignedLamports;
  /** Their sum: what the window changed. */
  readonly change: SignedLamports;
  /** SOL for stable coins and back. */
  readonly conversions: SignedLamports;
  /** Fees of failed transactions. */
  readonly failedFees: SignedLamports;
  /** Lending and leveraged positions. */
  readonly lending: SignedLamports;
  /** Put into pools and taken out. */
  readonly liquidity: SignedLamports;
  /** NFTs. */
  readonly nfts: SignedLamports;
  /** Put into orders, and what came back unfilled. */
  readonly orders: SignedLamports;
  /** Fees of transactions that are no trades. */
  readonly otherFees: SignedLamports;
  /** Rent of accounts of others. */
  readonly rentForOthers: SignedLamports;
  /** Rent of the wallet's token accounts that others paid. */
  readonly rentFromOthers: SignedLamports;
  /** Sales of tokens, after all their costs. */
  readonly sells: SignedLamports;
  /** Staking. */
  readonly staking: SignedLamports;
  /** Tips in transactions that are no trades. */
  readonly tips: SignedLamports;
  /** Sent by others. */
  readonly transfersIn: SignedLamports;
  /** Sent to others. */
  readonly transfersOut: SignedLamports;
  /** What could not be told to be any of these. */
  readonly unclear: SignedLamports;
}

/** Wallets that had nothing before this one sent them SOL inside the window. They decide nothing. */
export interface WalletFunded {
  readonly __typename?: 'WalletFunded';
  /** What they got while they had nothing. */
  readonly lamports: Lamports;
  /** Those that got most, at most 10. */
  readonly largest: readonly WalletFundedWallet[];
  /** How many. */
  readonly wallets: number;
}

/** A wallet that got its first lamports from this one. */
export interface WalletFundedWallet {
  readonly __typename?: 'WalletFundedWallet';
  /** The wallet. */
  readonly address: Address;
  /** When, the first time. */
  readonly firstAtUnix: UnixTime | null;
  /** What it got while it had nothing. */
  readonly lamports: Lamports;
}

/** What is held of one currency, whole numbers in its smallest unit. */
export interface WalletHeldSum {
  readonly __typename?: 'WalletHeldSum';
  /** The cost of tokens that have a value. */
  readonly cost: string;
  /** The currency. */
  readonly currency: WalletCurrency;
  /** The cost of tokens without a value. */
  readonly unquotedCost: string;
  /** The profit that selling them now would realize. */
  readonly unrealizedPnl: string;
  /** All values. */
  readonly value: string;
}

/** A token that the wallet holds. */
export interface WalletHeldToken {
  readonly __typename?: 'WalletHeldToken';
  /** How much of that was bought at a known cost and is not sold yet. */
  readonly bought: TokenAmount;
  /** What `bought` cost, a whole number in the smallest unit of the currency; null without a known cost. */
  readonly cost: string | null;
  /** What it was bought in, of a stable coin what it stands for. */
  readonly currency: WalletCurrency;
  /** The token. */
  readonly mint: Address;
  /** The pool that pays most. */
  readonly pool: Address | null;
  /** How much of it. */
  readonly units: TokenAmount;
  /** Why there is no value; null where there is one. */
  readonly unquoted: UnquotedCause | null;
  /** The share of `bought` in the value, less the cost; null where one of them is. */
  readonly unrealizedPnl: string | null;
  /** What selling all units at once in one pool would return, before network fees; of a stable coin its face value. */
  readonly value: string | null;
}

/** Holds of about one length. */
export interface WalletHoldBand {
  readonly __typename?: 'WalletHoldBand';
  /** How long they were. */
  readonly band: HoldBand;
  /** How many there were: parts of purchases, each until its sale. */
  readonly holds: number;
  /** Their share in all holds, in basis points rounded down. */
  readonly holdsBps: number;
  /** The share of their cost in that of all holds, in basis points rounded down. */
  readonly moneyBps: number;
}

/** How long tokens were held that were sold since. Quartiles are weighted by cost; null where nothing was. */
export interface WalletHoldTimes {
  readonly __typename?: 'WalletHoldTimes';
  /** Every band, shortest first. */
  readonly bands: readonly WalletHoldBand[];
  /** The longest hold. */
  readonly longestSeconds: number | null;
  /** How long a quarter of the money was held at most. */
  readonly lowerQuartileSeconds: number | null;
  /** How long three quarters of it were held at most. */
  readonly upperQuartileSeconds: number | null;
}

/** Tokens that the wallet holds now, SOL left out, at what pools pay for them now. They decide nothing. */
export interface WalletHoldings {
  readonly __typename?: 'WalletHoldings';
  /** How many different tokens there are. */
  readonly held: number;
  /** Sums over all of them, one for each currency. */
  readonly sums: readonly WalletHeldSum[];
  /** Those with the largest cost first, at most 20. */
  readonly tokens: readonly WalletHeldToken[];
  /** How many of them have no value here. */
  readonly unquoted: number;
}

/** The figures behind a wallet verdict. Those in lamports are of the book in SOL; `books` has each currency. Null: not applicable, or not read. */
export interface WalletMetrics {
  readonly __typename?: 'WalletMetrics';
  /** Days (UTC) with a trade. */
  readonly activeDays: number | null;
  /** Losses of trading programs within one transaction, gains not set off, and SOL in orders without a fill for seven days. */
  readonly atomicLossesLamports: Lamports | null;
  /** Share of transactions that gained SOL without holding a token. */
  readonly atomicShareBps: number | null;
  /** What they made by average cost, for comparison. */
  readonly averageCostPnlLamports: SignedLamports | null;
  /** How many of the best the next figure leaves out, as far as they made a profit. */
  readonly bestLeftOut: number | null;
  /** The record in each currency that was traded: SOL, dollars, euros. */
  readonly books: readonly WalletBook[] | null;
  /** Share of purchases in the same transaction as that of another signer. */
  readonly bundledBuysBps: number | null;
  /** Round trips that count: closed ones, and those without a trade for seven days, whose rest is lost. */
  readonly closed: number | null;
  /** Share of gains in round trips with a fill that the other party signed, such as one by an order engine. */
  readonly cosignedProfitBps: number | null;
  /** What the round trips that count cost, everything included. */
  readonly costLamports: Lamports | null;
  /** Realized profit over time, at most 100 points. */
  readonly equity: readonly WalletEquityPoint[] | null;
  /** How many round trips of one size would weigh as much as these. */
  readonly evenTrips: number | null;
  /** Profit divided by cost is above this with 99 percent confidence, after a sceptical prior; basis points. */
  readonly expectancyLowerBps: number | null;
  /** It is below this with 99 percent confidence, without the prior. */
  readonly expectancyUpperBps: number | null;
  /** Share of failed transactions, in basis points. */
  readonly failedShareBps: number | null;
  /** Tests that the best verdict needs and that failed, with what was measured. */
  readonly failedTests: readonly WalletFailedTest[];
  /** Share of holds under a minute, in basis points. */
  readonly fastHoldsBps: number | null;
  /** Profit of the first half of the time. */
  readonly firstHalfPnlLamports: SignedLamports | null;
  /** The first trade in the window. */
  readonly firstTradeTimeUnix: UnixTime | null;
  /** Where SOL came from and went to. */
  readonly flows: WalletFlows | null;
  /** Other wallets that got their first SOL from this one. */
  readonly fundedWallets: WalletFunded | null;
  /** All losses. */
  readonly grossLossLamports: Lamports | null;
  /** All gains. */
  readonly grossProfitLamports: Lamports | null;
  /** How long tokens were held that were sold since. `median_hold_seconds` is the middle. */
  readonly holdTimes: WalletHoldTimes | null;
  /** What the wallet holds now, and what selling it would return. */
  readonly holdings: WalletHoldings | null;
  /** The last trade. */
  readonly lastTradeTimeUnix: UnixTime | null;
  /** Makers of the tokens that carry the profit, at most 30; fewer where they could not be told. */
  readonly makers: readonly MintMaker[] | null;
  /** Largest fall of the profit so far, divided by the most that was at work at one time; basis points. */
  readonly maxDrawdownBps: number | null;
  /** How long half of the money was held at most. */
  readonly medianHoldSeconds: number | null;
  /** Different tokens among them. */
  readonly mints: number | null;
  /** The same divided by the cost of the round trips, in basis points. */
  readonly openBasisBps: number | null;
  /** Cost of what is still held in open positions. */
  readonly openBasisLamports: Lamports | null;
  /** Fees and tips outside of trades, atomic losses, and SOL that went into liquidity, loans or NFTs and did not come back. */
  readonly overheadLamports: Lamports | null;
  /** Who paid for the gains; null where nobody was asked. */
  readonly payers: WalletPayers | null;
  /** The same less losses that do not count, what was transferred out, and overhead: exactly those three fields. */
  readonly pessimisticPnlLamports: SignedLamports | null;
  /** Profit without the best. */
  readonly pnlWithoutBestLamports: SignedLamports | null;
  /** Gains divided by losses in percent; null without a loss. */
  readonly profitFactorPercent: number | null;
  /** Prices of stable coins that were used, newest first, at most 20. */
  readonly rates: readonly StableRate[] | null;
  /** What they made: lamports that came back less their cost, first in first out. */
  readonly realizedPnlLamports: SignedLamports | null;
  /** Profit divided by cost, in basis points. */
  readonly roiBps: number | null;
  /** Sales of tokens of which no purchase is known, newest first, at most 20. `books` has their sums. */
  readonly salesWithoutBasis: readonly WalletSaleWithoutBasis[] | null;
  /** Purchases and sales of the same units in one slot. */
  readonly sandwichCases: number | null;
  /** The same divided by round trips, in basis points. */
  readonly sandwichShareBps: number | null;
  /** Profit of the second half. */
  readonly secondHalfPnlLamports: SignedLamports | null;
  /** Share of those sales in all proceeds, in basis points. */
  readonly soldUnboughtBps: number | null;
  /** Tokens sold within an hour of being received without a purchase. */
  readonly soldUnboughtMints: number | null;
  /** Share of liquidity, lending, NFTs and orders in all SOL that moved, in basis points. */
  readonly specialFlowBps: number | null;
  /** Its share in all cost, in basis points. */
  readonly stableCostBps: number | null;
  /** Cost that was paid in stable coins and converted at prices seen on chain. */
  readonly stableCostLamports: Lamports | null;
  /** Share of gains from sales that took more than a quarter of the SOL or the dollars in their pool. */
  readonly thinPoolProfitBps: number | null;
  /** Share of the best round trip in all gains, in basis points. */
  readonly top1ShareBps: number | null;
  /** Share of the best three. */
  readonly top3ShareBps: number | null;
  /** The round trips that brought most, at most 10. */
  readonly topTrades: readonly WalletTopTrade[] | null;
  /** Purchases and sales. */
  readonly trades: number | null;
  /** Trades on an average day with trades, rounded up. */
  readonly tradesPerActiveDay: number | null;
  /** The same divided by the cost of the round trips, in basis points. */
  readonly transferredOutBps: number | null;
  /** Cost of tokens that left without a sale. */
  readonly transferredOutLamports: Lamports | null;
  /** Purchases and sales together. */
  readonly turnoverLamports: Lamports | null;
  /** Losses of positions that ended and do not count as round trips; their gains are not set off. */
  readonly uncountedLossesLamports: Lamports | null;
  /** Their share in all proceeds, in basis points. */
  readonly unmatchedBps: number | null;
  /** Proceeds of tokens of which no purchase is known. They are no profit. */
  readonly unmatchedProceedsLamports: SignedLamports | null;
  /** Their share in all trades, or that sum divided by the cost of the round trips, whichever is more; basis points. */
  readonly unpricedBps: number | null;
  /** SOL that they paid or brought. */
  readonly unpricedLamports: Lamports | null;
  /** Trades in another currency than their tokens were bought in, without a rate between the two. */
  readonly unpricedTrades: number | null;
  /** The token with most trading to and fro within ten minutes without a result; null where there is none. */
  readonly washMint: Address | null;
  /** Its share of turnover, in basis points. */
  readonly washTurnoverBps: number | null;
  /** Their share in basis points. It decides nothing: few large gains can outweigh many losses. */
  readonly winRateBps: number | null;
  /** Upper end of it. */
  readonly winRateHighBps: number | null;
  /** Lower end of the 95 percent interval of that share. */
  readonly winRateLowBps: number | null;
  /** How much of the past was read. */
  readonly window: WalletWindow | null;
  /** Round trips with a profit. */
  readonly wins: number | null;
  /** The round trips that lost most, worst first, at most 10. */
  readonly worstTrades: readonly WalletTopTrade[] | null;
}

/** Who paid for the gains: the wallets that bought in the same markets while this one held. */
export interface WalletPayers {
  readonly __typename?: 'WalletPayers';
  /** What they were traded in. */
  readonly currency: WalletCurrency;
  /** What they brought, a whole number in the smallest unit of the currency. */
  readonly gain: string;
  /** Share of the gain paid by the wallet itself or by wallets that share its first money. */
  readonly linkedBps: number;
  /** The largest share of one payer, or of payers with the same first money. */
  readonly oneOwnerBps: number;
  /** Round trips that were asked about. */
  readonly positions: number;
  /** Share paid by wallets that are proven to be strangers, as far as what they spent for good proves it. */
  readonly provenStrangersBps: number;
  /** Share of which nobody was found who paid it. */
  readonly unreadBps: number;
  /** Payers that were looked at: those that paid most, and some of the others. */
  readonly wallets: number;
}

/** A sale of tokens of which no purchase is known, or the part of one. It counts as no profit. */
export interface WalletSaleWithoutBasis {
  readonly __typename?: 'WalletSaleWithoutBasis';
  /** ... and how much of it, in atomic units. */
  readonly amount: string;
  /** What it brought ... */
  readonly currency: WalletCurrency;
  /** Where they came from. */
  readonly kind: WalletBasisKind;
  /** The token. */
  readonly mint: Address;
  /** When the tokens came; null before the window. */
  readonly receivedAtUnix: UnixTime | null;
  /** When they were sold. */
  readonly soldAtUnix: UnixTime;
}

/** On which side of its bound a figure has to be. */
export type WalletTestDirection = 'AT_LEAST' | 'AT_MOST';

/** What a figure and its bound are counted in. */
export type WalletTestUnit = 'BPS' | 'COUNT' | 'EUR_MILLIONTHS' | 'JUMPS' | 'LAMPORTS' | 'PERCENT' | 'SECONDS' | 'USD_MILLIONTHS';

/** A round trip among those that brought or lost most. */
export interface WalletTopTrade {
  readonly __typename?: 'WalletTopTrade';
  /** The last sale, or when it was written off. */
  readonly closedAtUnix: UnixTime | null;
  /** What it cost, everything included. */
  readonly costLamports: Lamports;
  /** The token. */
  readonly mint: Address;
  /** The first purchase. */
  readonly openedAtUnix: UnixTime;
  /** What it made. */
  readonly pnlLamports: SignedLamports;
  /** The share of its SOL or its dollars that the pool lost to that sale; null where it was not told. */
  readonly poolImpactBps: number | null;
  /** The sale that brought most, of a loss the one that lost most; else the last purchase. */
  readonly transaction: TransactionSignature;
}

/** The verdicts of a wallet check; `prices` lists them best first. */
export type WalletVerdict = 'INSUFFICIENT' | 'NEUTRAL' | 'TRUSTED' | 'UNTRUSTED' | 'UNVERIFIABLE';

/** How much of the past was read, and how well it holds together. */
export interface WalletWindow {
  readonly __typename?: 'WalletWindow';
  /** What a check judges where nothing shortens it. */
  readonly asked: WalletWindowSpan;
  /** Whether the first transaction of the wallet lies inside it, from a balance of 0. */
  readonly bornInside: boolean;
  /** Times that it was not, after everything was asked again. */
  readonly breaks: number;
  /** Whole days in it. */
  readonly days: number;
  /** Transactions in its own list that others sent, with less than 0.001 SOL. They are read, and do not shorten the window. */
  readonly dustTransactions: number;
  /** Where the judged window begins. */
  readonly fromUnix: UnixTime;
  /** What was judged: the part of it that ends now and could be read whole. */
  readonly judged: WalletWindowSpan;
  /** Present balances that do not follow from the last transactions. */
  readonly mismatches: number;
  /** Times that the SOL after a transaction was the SOL before the next one. */
  readonly nativeLinks: number;
  /** Pages of those lists. */
  readonly pages: number;
  /** Transactions that only token accounts' lists led to, after a balance had not followed. */
  readonly repaired: number;
  /** Transactions in the wallet's own list. */
  readonly signatures: number;
  /** Where it ends. */
  readonly toUnix: UnixTime;
  /** The same for token accounts. */
  readonly tokenLinks: number;
  /** Transactions in the lists of its token accounts, as far as they were read. */
  readonly tokenSignatures: number;
  /** Transactions that were read and understood. */
  readonly transactions: number;
  /** Token accounts that were not looked at because there are too many. */
  readonly unprovenAccounts: number;
  /** Transactions that no endpoint gave in full. */
  readonly unusableTransactions: number;
  /** What made it shorter; null where both are the same. */
  readonly why: WalletWindowLimit | null;
}

/** What made the judged window shorter. */
export type WalletWindowLimit = 'CALLS' | 'TIME' | 'TRANSACTIONS';

/** A stretch of time. */
export interface WalletWindowSpan {
  readonly __typename?: 'WalletWindowSpan';
  /** Whole days in it. */
  readonly days: number;
  /** Where it begins. */
  readonly fromUnix: UnixTime;
  /** Where it ends. */
  readonly toUnix: UnixTime;
}

export type _Any = unknown;

/** The entities that this subgraph adds to. */
export type _Entity = Token | Wallet;

/** What a gateway composes from. */
export interface _Service {
  readonly __typename?: '_Service';
  /** The schema of this subgraph as text. */
  readonly sdl: string | null;
}
