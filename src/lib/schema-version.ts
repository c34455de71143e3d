/** The dialect of every JSON Schema that leaves the service, for `$schema`. */
export const JSON_SCHEMA_DRAFT = 'https://json-schema.org/draft/2020-12/schema';

/** The version of the answers that are given now: `schema_version` in each of them and in documents about them. */
export const SCHEMA_VERSION = 1;
