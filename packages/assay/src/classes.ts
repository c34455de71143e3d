/** What a script may branch on: every verdict belongs to one of these classes, and each class has an exit code. */
export type VerdictClass = 'good' | 'caution' | 'bad' | 'not_known';

export const kindNames = ['wallet', 'token', 'trade', 'funder'] as const;
export type KindName = (typeof kindNames)[number];

/** The exit codes of the command. Only 0 is good: whatever goes wrong on the way is some other number. */
export const exitCodes = {
  good: 0,
  caution: 10,
  bad: 20,
  not_known: 30,
  /** A bug of the client itself. */
  failed: 1,
  /** Arguments that are not understood, or a subject that the service calls malformed (422). */
  usage: 2,
  /** No key, an unknown key, or too little on it (402, 401). */
  payment: 3,
  /** The service refused, or did not answer, or what answered is not Assay. */
  refused: 4,
  interrupted: 130,
  /** Whoever read the output has gone. */
  pipe: 141,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** The verdicts that this client knows, by kind. One that is not here, a later one for instance, is not known. */
export const verdictClasses: Readonly<Record<KindName, Readonly<Record<string, VerdictClass>>>> = {
  wallet: {
    TRUSTED: 'good',
    NEUTRAL: 'caution',
    UNTRUSTED: 'bad',
    INSUFFICIENT: 'not_known',
    UNVERIFIABLE: 'not_known',
  },
  token: {
    LOW_RISK: 'good',
    ELEVATED: 'caution',
    HIGH_RISK: 'bad',
    CRITICAL: 'bad',
    UNKNOWN: 'not_known',
  },
  trade: {
    ACCEPTABLE_COST: 'good',
    ELEVATED_COST: 'caution',
    HIGH_COST: 'bad',
    UNTRADEABLE: 'bad',
    NO_POOL: 'bad',
    UNKNOWN: 'not_known',
  },
  funder: {
    CEX_FUNDED: 'good',
    WALLET_FUNDED: 'good',
    UNKNOWN_ORIGIN: 'not_known',
    UNVERIFIABLE_ORIGIN: 'not_known',
    UNKNOWN: 'not_known',
  },
};

/** The version of answers whose verdicts the table is about. */
const SCHEMA_VERSION = 1;

/**
 * Flags of a good funder verdict that raise no suspicion. Every other one, a later one for instance, makes it a caution: the verdict
 * names the first money, and most of what is suspicious about an origin is beside that.
 */
export const plainFlags: ReadonlySet<string> = new Set([
  'CEX_AT_HOP_2',
  'CEX_AT_HOP_3',
  'FRESH_WALLET',
  'LABEL_SINGLE_SOURCE',
  'NEVER_SPENT',
  'OTHERS_GAVE_LATER',
]);

/** Reason codes of a good funder verdict that do the same. */
const suspiciousCodes: ReadonlySet<string> = new Set(['FUNDER_IS_FRESH']);

/** What the class of an answer rests on. */
interface Classed {
  readonly kind: KindName;
  readonly verdict: string;
  readonly schemaVersion: unknown;
  readonly codes: readonly string[];
  readonly flags: readonly string[];
  readonly gaps: number;
}

/**
 * The class of an answer: that of its verdict, and a caution where a good origin has a code or flag that raises suspicion. So it is
 * where a reading is missing, because a suspicion that was not read has no flag.
 */
export function classOfAnswer({ kind, verdict, schemaVersion, codes, flags, gaps }: Classed): VerdictClass {
  const found = classOf(kind, verdict, schemaVersion);
  if (kind !== 'funder' || found !== 'good') return found;
  const isPlain = flags.every((flag) => plainFlags.has(flag)) && !codes.some((code) => suspiciousCodes.has(code));
  return isPlain && gaps === 0 ? 'good' : 'caution';
}

/** The class of a verdict; `not_known` for a verdict of another kind, of another schema version, or of no kind at all. */
export function classOf(kind: KindName, verdict: string, schemaVersion: unknown): VerdictClass {
  const classes = verdictClasses[kind];
  if (schemaVersion !== SCHEMA_VERSION || !Object.hasOwn(classes, verdict)) return 'not_known';
  return classes[verdict] ?? 'not_known';
}

export function isKindName(text: string): text is KindName {
  return (kindNames as readonly string[]).includes(text);
}
