/** The version of the answers that are given now: `schema_version` in each of them and in documents about them. */
export const SCHEMA_VERSION = 1;
