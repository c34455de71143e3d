import type { Answer } from './first-question.ts';
import { coded } from './reach.ts';

/** What a server says of itself. */
export interface Told {
  readonly isStandby: boolean;
  readonly isReadOnly: boolean;
  /** Where it does not tell: null. */
  readonly systemId: string | null;
  /** 0: a standby, or a server that does not tell. */
  readonly timeline: number;
}

const READ_ONLY = '25006';

/** Which timeline a checkpoint was made on is known too late after a promotion; where the next record goes is known at once. */
const TIMELINE = `CASE WHEN NOT pg_is_in_recovery() THEN left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) END`;

/** A role that may confirm its commits by a standby is to do so, whatever the default is. */
const CONFIRMED = `CASE WHEN current_setting('synchronous_standby_names') <> ''
  AND current_setting('synchronous_commit') IN ('off', 'local') THEN set_config('synchronous_commit', 'on', false) END`;

/** From what PostgreSQL tells everybody to what is left where a role or an engine is not given that. */
export const QUESTIONS: readonly string[] = [
  `(SELECT system_identifier FROM pg_control_system()), ${TIMELINE}, ${CONFIRMED}`,
  `NULL, ${TIMELINE}, ${CONFIRMED}`,
  'NULL, NULL, NULL',
].map((rest) => `SELECT pg_is_in_recovery(), current_setting('transaction_read_only'), ${rest}`);

/** SQLSTATEs of what a role may not do, and of what an engine does not have. */
const NOT_TOLD = /^(?:42|0A)/;

/** What is asked after a question that the server does not answer to this role. */
export function nextQuestion(asked: number, answer: Answer): string | null {
  return 'code' in answer && NOT_TOLD.test(answer.code) ? (QUESTIONS[asked + 1] ?? null) : null;
}

/** A server that failed to answer is not used. One that answers to no question is used without one. */
export function failure(answer: Answer): Error | null {
  if (!('code' in answer) || NOT_TOLD.test(answer.code)) return null;
  return coded(answer.code, 'the database did not say which server it is');
}

/** What an answer says. A server that does not even know recovery is taken for a primary, as far as it tells. */
export function told(answer: Answer): Told {
  const [standby, readOnly, systemId = null, timeline] = 'row' in answer ? answer.row : [];
  return {
    isStandby: standby === 't',
    isReadOnly: readOnly === 'on',
    systemId: systemId ?? null,
    timeline: timeline ? Number.parseInt(timeline, 16) : 0,
  };
}

/** The newest primary that a process has seen. */
export class Seen {
  /** The first of the questions that is worth asking. */
  question = 0;
  systemId: string | null = null;
  timeline = 0;
  /** Whether a server of another cluster than the first has answered. */
  sawOther = false;
  readonly #writable: boolean;
  readonly #log: (message: string) => void;

  /** `writable`: a server that takes no writes is refused, because another one may. */
  constructor(writable: boolean, log: (message: string) => void) {
    this.#writable = writable;
    this.#log = log;
  }

  /** Notes which question was answered, and warns once where that is less than all. */
  asked(question: number): void {
    if (question === this.question) return;
    this.question = question;
    const untold = question === 1 ? 'its system identifier' : 'its timeline';
    this.#log(`the database does not tell ${untold}: an older or another primary may go unnoticed`);
  }

  /** Why a server must not be used, or null. */
  refusal({ isStandby, isReadOnly, systemId, timeline }: Told): Error | null {
    if (systemId !== null && this.systemId !== null && systemId !== this.systemId) {
      this.sawOther = true;
      const words = `the database is another cluster: system identifier ${systemId}, seen ${this.systemId}`;
      return coded('OTHER_CLUSTER', words);
    }
    if (timeline > 0 && timeline < this.timeline) {
      const words = `the database is an older primary: timeline ${timeline}, seen ${this.timeline}`;
      return coded('OLDER_PRIMARY', words);
    }
    return this.#writable && (isStandby || isReadOnly) ? coded(READ_ONLY, 'the database takes no writes') : null;
  }

  /** Notes an accepted server. True where its timeline is newer than what was seen. */
  note({ systemId, timeline }: Told): boolean {
    this.systemId ??= systemId;
    if (timeline <= this.timeline) return false;
    this.timeline = timeline;
    return true;
  }
}
