import {
  type AnswerHeaders,
  type CallRate,
  mostIn,
  publishableWords,
  rateIn,
  rateOfHeaders,
  waitIn,
} from './refusal-texts.ts';

/** What an answer that is no result says. The first six are limits of the endpoint's plan. */
export type RefusalKind =
  | 'too_fast'
  | 'method_refused'
  | 'arrays_refused'
  | 'list_too_long'
  | 'answer_too_large'
  | 'credits_gone'
  /** The node has cut this part of the ledger. */
  | 'pruned'
  /** The slot has no block. */
  | 'skipped'
  /** The account of the question does not exist. */
  | 'not_found'
  /** Nothing that the table knows: never a fact of the chain. */
  | 'broken'
  /** The same of one call of an array of which most were answered. */
  | 'broken_alone'
  /** The node is not there yet, and soon is. */
  | 'behind'
  /** The node may take other parameters. */
  | 'params'
  /** The transaction is of a newer version than was asked for. */
  | 'version'
  /** The node does not know the signature at which the page begins or ends. */
  | 'unknown_cursor'
  /** The account is in no index of this node. */
  | 'excluded'
  /** The key or the caller is refused, and nothing smaller is named. */
  | 'denied'
  /** The answer took longer than the endpoint allows. */
  | 'slow';

/**
 * What arrived. `code` and `message`: the JSON-RPC error's, or the beginning of a body that is no JSON-RPC; '' where there is none.
 * `method`: of the call; null for an array. `isArray`: said of a whole array at once.
 */
export interface RefusalText {
  readonly status: number;
  readonly code: number | null;
  readonly message: string;
  readonly method: string | null;
  readonly isArray: boolean;
  readonly headers: AnswerHeaders;
}

/**
 * `retryAfterMs`: the pause that header or text ask for. `rate`: the rate that text or headers name. `most`: the number that the text
 * names as the most addresses of a list or items of an array. `words`: at most 160 characters that may be published.
 */
export interface Refusal {
  readonly kind: RefusalKind;
  readonly retryAfterMs: number | null;
  readonly rate: CallRate | null;
  readonly most: number | null;
  readonly words: string;
}

/** One shape of a refusal. All conditions that are there must hold. The first row that matches decides. */
interface Row {
  readonly kind: RefusalKind;
  readonly codes?: readonly number[];
  readonly statuses?: readonly number[];
  /** Matched against the message without tags and URLs, in which the name of the called method is the word "method". */
  readonly says?: RegExp;
  readonly methods?: readonly string[];
  /** Said of a whole array, or of one call. */
  readonly array?: boolean;
  /** The headers allow no call of this method at all. */
  readonly noQuota?: true;
  /** What `most` is where the text names no number. */
  readonly most?: number;
}

const BLOCK_METHODS = ['getBlock', 'getBlockTime'];
/** Their request grows with a list, so a request that is too long has too long a list. */
const LIST_METHODS = ['getMultipleAccounts', 'getSignatureStatuses', 'simulateTransaction'];

const NODE_BEHIND = /\b(?:behind|unhealthy)\b/i;
/** The words of a node about its ledger, which no provider's limit uses. */
const LEDGER = /\b(?:skipped|missing|slot|cleaned up|pruned|long-term storage|history is not available)\b/i;
const PER_SECOND =
  /^(?=.*(?:\w ?\/ ?\d*\s?(?:s|secs?|seconds?|m|mins?|minutes?)\b|\b(?:per|a|each|every|(?:requests|calls) (?:in|over|within))\s+\d*\s*(?:s|secs?|seconds?|mins?|minutes?)\b|\b(?:rps|rpm|cups)\b))(?=.*(?:limit|exceed|reached|too many|requests|calls|units|credits|capacity))/is;
const CREDITS =
  /max usage reached|usage (?:limit|cap|quota)|\b(?:daily|weekly|monthly)\b.{0,40}(?:limit|quota|\bcap\b|capacity|credit|usage|count|allowance|request)|credits?\b.{0,30}(?:exhaust|used|exceed|gone|deplet|reached|limit|left|remain)|(?:out of|insufficient|not enough|\bno\b|exhausted|exceeded|reached).{0,25}credits?\b|quota.{0,20}(?:exceed|reach|exhaust|used)|(?:exceed|reach|exhaust)\w*.{0,25}quota|(?:limit|units|\bCUs?\b).{0,40}\b(?:for|of) (?:the|this) (?:day|month)|reached the free tier|payment required|plan'?s? (?:limit|quota)\b|\bbilling\b/is;
/** A quota with neither a day nor money: with 429 it is a rate. */
const QUOTA = /^(?!.*\b(?:day|daily|week|weekly|month|monthly|credits?|plan|billing|upgrad\w*)\b).*\bquota\b/is;
const TOO_FAST =
  /rate[ _-]?limit|throughput|rate (?:is )?exceeded|too many requests|too fast|requests? limit|limit (?:is |was |has been )?(?:reached|exceeded|hit)|slow down|throttl|concurrent requests|under too much load/i;
const ARRAYS =
  /^(?!.*\brate\b)(?=.*\b(?:batch(?:es|ed|ing)?|json-?rpc arrays?)\b)(?=.*(?:\bnot?\b|only|exceed|too (?:many|large|big|long)|max|limit|more than|unsupported|disabled|paid))/is;
const LIST =
  /too many (?:inputs|addresses|accounts|pubkeys|public ?keys|keys)|limited to an? [\d,]+ range|(?:max\w*|at most|more than|up to|exceed\w*|limit(?:ed)?(?: of| to)?)\b.{0,20}\b(?:inputs|addresses|accounts|pubkeys|public ?keys)\b|\b(?:inputs|address(?:es)?|accounts?|pubkeys?|public ?keys?)\b.{0,30}(?:exceed|maximum|max\b|at most|limit|too (?:many|long))/i;
const ANSWER_SIZE =
  /\b(?:response|answer|result|output)s?\b.{0,40}(?:too (?:large|big|long)|exceed|larger than|greater than)|(?:too (?:large|big|long)|exceed\w*).{0,20}\b(?:response|answer|result)\b|returned more than|more than [\d,]+ (?:bytes|[km]i?b)\b/i;
const REQUEST_SIZE = /\b(?:request|entity|payload|body|uri)\b.{0,20}too (?:large|big|long)/i;
const TIMEOUT = /request time(?:d )?-?out|timeout on the/i;
const KEY =
  /\b(?:invalid|missing|unknown|expired|disabled|inactive|wrong)\b.{0,12}\b(?:key|token|credentials)\b|\bkey\b.{0,60}\b(?:not|required|missing|invalid|disabled|expired)\b|unauthori[sz]ed|must be authenticated|not enabled for this app|\b(?:ip|provider|caller|access)\b.{0,30}\b(?:blocked|denied|forbidden)\b/i;
const PLAN = /\bplans?\b|\btiers?\b|freetier|upgrad|subscription|personal token|dedicated node|indexed requests/i;
const METHOD =
  /\bmethod\b.{0,80}\b(?:not|un\w+|disabled|restricted|removed|blocked|deprecated)\b|\b(?:unsupported|unknown|disabled|restricted|forbidden) (?:rpc )?method\b|not whitelisted/i;
const NO_INDEX = /secondary index|unavailable for key/i;

const INVALID_REQUEST = -32600;
const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
const PARSE_ERROR = -32700;

const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** Codes that one provider uses for one thing, which therefore decide whatever the text names beside it. */
const codesOfProviders: readonly Row[] = [
  { kind: 'too_fast', codes: [15] },
  { kind: 'slow', codes: [30] },
  { kind: 'arrays_refused', codes: [31], most: 3 },
  { kind: 'method_refused', codes: [35] },
  { kind: 'list_too_long', codes: [-32615] },
  { kind: 'denied', codes: [-32403, -32401, -32052], says: KEY },
  { kind: 'arrays_refused', codes: [-32403], array: true },
  { kind: 'arrays_refused', codes: [-32403, METHOD_NOT_FOUND], says: ARRAYS },
  { kind: 'method_refused', codes: [-32403] },
  { kind: 'denied', codes: [-32401, -32052] },
  { kind: 'arrays_refused', codes: [METHOD_NOT_FOUND], array: true },
  { kind: 'method_refused', codes: [METHOD_NOT_FOUND] },
  { kind: 'method_refused', statuses: [429], array: false, noQuota: true },
];

/** Limits that a text names. They go before the codes of a node, because providers reuse those. */
const limitsByText: readonly Row[] = [
  { kind: 'behind', codes: [-32005], says: NODE_BEHIND },
  { kind: 'too_fast', says: PER_SECOND },
  { kind: 'too_fast', statuses: [429], says: QUOTA },
  { kind: 'credits_gone', says: CREDITS },
  { kind: 'credits_gone', codes: [402] },
  { kind: 'too_fast', statuses: [429], says: TOO_FAST, array: false },
  { kind: 'arrays_refused', says: ARRAYS },
  { kind: 'answer_too_large', says: ANSWER_SIZE },
  { kind: 'list_too_long', says: LIST, methods: LIST_METHODS },
  { kind: 'too_fast', says: TOO_FAST },
  { kind: 'too_fast', codes: [429, -32429, -32029, -32090, -32097] },
];

/**
 * The codes of Agave's `RpcCustomError` and of JSON-RPC 2.0. A code for a fact of the chain needs the node's words. -32005 without words
 * counts as too fast: a pause costs a moment, while going on against a limit gets callers blocked.
 */
const codesOfNodes: readonly Row[] = [
  { kind: 'too_fast', codes: [-32005] },
  { kind: 'skipped', codes: [-32007, -32009], says: LEDGER, methods: BLOCK_METHODS },
  { kind: 'pruned', codes: [-32001, -32007, -32009, -32011], says: LEDGER },
  { kind: 'method_refused', codes: [-32004], says: METHOD },
  { kind: 'behind', codes: [-32004, -32014, -32016, -32019] },
  { kind: 'excluded', codes: [-32010] },
  { kind: 'version', codes: [-32015] },
  { kind: 'unknown_cursor', codes: [-32020], methods: ['getSignaturesForAddress', 'getTransactionsForAddress'] },
  { kind: 'list_too_long', codes: [INVALID_PARAMS], says: LIST },
  { kind: 'not_found', codes: [INVALID_PARAMS], says: /could not find (?:account|mint)/i, array: false },
  { kind: 'method_refused', codes: [INVALID_PARAMS], says: /request blocked/i, array: false },
  { kind: 'denied', codes: [INVALID_REQUEST], says: KEY },
  { kind: 'arrays_refused', codes: [INVALID_PARAMS, INVALID_REQUEST, PARSE_ERROR], array: true },
  { kind: 'method_refused', codes: [INVALID_PARAMS, INVALID_REQUEST], says: PLAN },
  { kind: 'method_refused', codes: [INVALID_REQUEST], says: METHOD },
  { kind: 'params', codes: [INVALID_PARAMS, INVALID_REQUEST] },
];

/** Refusals in words alone. An error page of a gateway may name plans and methods, so the last ones need a status below 500. */
const refusalsByText: readonly Row[] = [
  { kind: 'list_too_long', says: LIST },
  { kind: 'list_too_long', says: /\blist\b.{0,30}too (?:long|large)/i, methods: LIST_METHODS },
  { kind: 'slow', says: TIMEOUT },
  { kind: 'excluded', says: NO_INDEX },
  { kind: 'arrays_refused', says: REQUEST_SIZE, array: true },
  { kind: 'list_too_long', says: REQUEST_SIZE, methods: LIST_METHODS },
  { kind: 'too_fast', statuses: [429] },
  { kind: 'denied', says: KEY, statuses: range(200, 499) },
  { kind: 'arrays_refused', says: PLAN, array: true, statuses: range(200, 499) },
  { kind: 'arrays_refused', says: METHOD, array: true, statuses: range(200, 499) },
  { kind: 'method_refused', says: PLAN, statuses: range(200, 499) },
  { kind: 'method_refused', says: METHOD, statuses: range(200, 499) },
];

/** HTTP alone. An array that is refused without a meaning may be taken when it is shorter, or call by call. */
const statusesAlone: readonly Row[] = [
  { kind: 'denied', codes: [401, 403] },
  { kind: 'denied', statuses: [401, 403] },
  { kind: 'too_fast', statuses: [420, 529] },
  { kind: 'credits_gone', statuses: [402] },
  { kind: 'slow', statuses: [408, 504, 524] },
  {
    kind: 'arrays_refused',
    array: true,
    statuses: [...range(200, 299), 400, 404, 405, 406, 410, 411, 413, 414, 415, 422, 501],
  },
  { kind: 'list_too_long', statuses: [413, 414], methods: LIST_METHODS },
  // A request of one call with one address is short: the part that is too large is the answer that a proxy has to pass on.
  { kind: 'answer_too_large', statuses: [413] },
  { kind: 'method_refused', statuses: [410, 501] },
  { kind: 'params', statuses: [400, 422] },
  { kind: 'denied', statuses: [404, 405, 407, 451] },
];

const rows: readonly Row[] = [
  ...codesOfProviders,
  ...limitsByText,
  ...codesOfNodes,
  ...refusalsByText,
  ...statusesAlone,
];

/** The meaning of a refusal, by the table. A refusal that no row knows is 'broken'. */
export function refusalOf(text: RefusalText): Refusal {
  const plain = text.message.replace(/<style.*?<\/style>|<[^>]*>|\bhttps?:\/\/\S*/gis, ' ');
  const said = text.method === null ? plain : plain.replaceAll(text.method, 'method');
  const row = rows.find((one) => matches(one, text, said));
  const askedMs = retryAfterMs(text.headers['retry-after'], text.headers.date) ?? waitIn(text.message);
  const kind = row?.kind ?? 'broken';
  return {
    kind,
    retryAfterMs: askedMs,
    rate: (kind === 'too_fast' ? rateIn(text.message) : null) ?? rateOfHeaders(text.headers),
    most: kind === 'list_too_long' || kind === 'arrays_refused' ? (mostIn(text.message) ?? row?.most ?? null) : null,
    words: publishableWords(text.message, text.method),
  };
}

function matches(row: Row, text: RefusalText, said: string): boolean {
  return (
    (row.codes === undefined || (text.code !== null && row.codes.includes(text.code))) &&
    (row.statuses === undefined || row.statuses.includes(text.status)) &&
    (row.methods === undefined || (text.method !== null && row.methods.includes(text.method))) &&
    (row.array === undefined || row.array === text.isArray) &&
    (row.noQuota === undefined || text.headers['x-ratelimit-method-limit'] === '0') &&
    (row.says === undefined || row.says.test(said))
  );
}

/**
 * Milliseconds that a `Retry-After` header asks for, in seconds or as an HTTP date, which is later than that of the answer (`date`);
 * null when it is not usable.
 */
export function retryAfterMs(header: AnswerHeaders[string], date?: AnswerHeaders[string]): number | null {
  const text = (typeof header === 'string' ? header : header?.[0])?.trim();
  if (!text) return null;
  if (/^\d{1,9}(\.\d+)?$/.test(text)) return Math.round(Number(text) * 1000);
  const at = Date.parse(text);
  const sentAt = Date.parse(String(date));
  return Number.isNaN(at) ? null : Math.max(0, at - (Number.isNaN(sentAt) ? Date.now() : sentAt));
}
