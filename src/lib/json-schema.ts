/** The dialect of every JSON Schema that leaves the service, for `$schema`. */
export const JSON_SCHEMA_DRAFT = 'https://json-schema.org/draft/2020-12/schema';
