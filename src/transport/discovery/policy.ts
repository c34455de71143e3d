import { kinds } from 'assay-core/rules/index.ts';
import { CACHED, type Page } from '#http/page.ts';
import { SCHEMA_VERSION } from '#lib/schema-version.ts';

/** How long a version, or anything else that goes, is still served after its end was announced, in days. */
const OVERLAP_DAYS = 180;

const promises = {
  does_not_change_the_version: [
    'A member is added to an answer, a document or a problem.',
    'A reason code, a flag, an error code or a kind of check is added.',
    'A description, a message or the wording of a title changes. Branch on verdict and reason_codes, never on messages.',
    'A rule becomes stricter or better informed, so that a subject gets another verdict of the same list.',
  ],
  changes_the_version: [
    'A member is removed, renamed, or gets another type or meaning.',
    'A verdict value is added, renamed or removed. Verdicts are a closed list for each kind.',
  ],
  never_happens: ['A reason code, a flag or an error code is renamed, or used again for something else.'],
  readers_should: [
    'Leave aside members and codes that they do not know.',
    'Refuse an answer whose schema_version they were not written for.',
    'Treat an unknown verdict as the worst one, and UNKNOWN never as good news.',
  ],
};

/** The present policy in short, for a reader who needs no details. */
const reliedOn = [
  `Every answer has schema_version ${SCHEMA_VERSION}. It is the only version, and no end of it is announced.`,
  'Members, types, verdicts and codes that you read today mean the same in every later answer of this version.',
  `Nothing goes without a word: first it is announced in the headers of its answers and here, and then it is served for at least ${OVERLAP_DAYS} days more.`,
] as const;

const changelog = [
  { schema_version: SCHEMA_VERSION, service_version: '0.3.0-agent', changes: ['The first version.'] },
] as const;

/** The promise of `schema_version`, and the removal of old versions. */
export function policyPages(baseUrl: string): readonly Page[] {
  const document = policy(baseUrl);
  return [
    {
      path: '/schema-version',
      operationId: 'schemaVersion',
      summary: 'What schema_version promises, and how an old version goes',
      tag: 'Documents',
      mediaType: 'application/json',
      headers: CACHED,
      read: () => document,
    },
  ];
}

function policy(baseUrl: string): object {
  return {
    schema_version: SCHEMA_VERSION,
    supported: [SCHEMA_VERSION],
    deprecated: [],
    you_can_rely_on: reliedOn,
    policy: promises,
    deprecation: {
      overlap_days_min: OVERLAP_DAYS,
      rule: `An old version is served for at least ${OVERLAP_DAYS} days after a new one, over REST and GraphQL alike. Whatever goes says so in each response before it goes.`,
      headers: {
        Deprecation: 'RFC 9745: since when it is deprecated, as @ and seconds of Unix time.',
        Sunset: 'RFC 8594: when it may stop to answer, as an HTTP date; never before Deprecation.',
        Link: 'rel="deprecation" is this page, rel="successor-version" what takes its place.',
      },
      openapi: 'What is deprecated has `deprecated: true` there.',
    },
    verdicts: Object.fromEntries(Object.values(kinds).map(({ name, verdicts }) => [name, verdicts])),
    changelog,
    schemas: `${baseUrl}/schemas`,
    reason_codes: `${baseUrl}/reason-codes`,
    errors: `${baseUrl}/errors`,
  };
}
