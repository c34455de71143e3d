import { readFileSync } from 'node:fs';
import { kinds } from 'assay-core/rules/index.ts';
import { isEnumType, isInterfaceType, validateSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { printedSchema, schema } from '#schema/schema.ts';

describe('the schema', () => {
  it('is what schema.graphql says; `npm run schema` writes it', () => {
    expect(validateSchema(schema)).toEqual([]);
    expect(readFileSync('schema.graphql', 'utf8')).toBe(printedSchema());
  });

  it('has a field and a type for every kind that is available', () => {
    const query = schema.getQueryType()?.getFields() ?? {};
    for (const kind of Object.values(kinds)) {
      const field = query[`${kind.name}Check`];
      expect(field !== undefined, kind.name).toBe(kind.state === 'available');
      if (field) expect(field.args.map((arg) => `${arg.name}: ${arg.type}`)).toContain(`${kind.subject}: Address!`);
    }
  });

  it('gives the interface every member of an answer', () => {
    const check = schema.getType('Check');
    if (!isInterfaceType(check)) throw new Error('Check is no interface');
    expect(Object.keys(check.getFields())).toEqual(
      expect.arrayContaining([
        ...['schemaVersion', 'kind', 'subject', 'network', 'verdict', 'reasonCodes', 'confidence', 'flags', 'reasons'],
        ...['asOf', 'gaps', 'attestation', 'billing', 'document'],
      ]),
    );
  });

  it('lists the verdicts of the registry', () => {
    const verdict = schema.getType('Verdict');
    const funder = schema.getType('FunderVerdict');
    if (!isEnumType(verdict) || !isEnumType(funder)) throw new Error('verdicts are no enumerations');
    const all = new Set(Object.values(kinds).flatMap((kind) => Object.keys(kind.verdicts)));
    expect(new Set(verdict.getValues().map((v) => v.name))).toEqual(all);
    expect(new Set(funder.getValues().map((v) => v.name))).toEqual(new Set(Object.keys(kinds.funder.verdicts)));
  });
});
