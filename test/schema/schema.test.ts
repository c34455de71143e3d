import { readFileSync } from 'node:fs';
import {
  type GraphQLNamedType,
  isEnumType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  validateSchema,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { kinds } from '#checks/index.ts';
import { printedSchema, schema } from '#schema/schema.ts';

function undescribed(type: GraphQLNamedType): string[] {
  const missing = type.description ? [] : [type.name];
  if (isEnumType(type)) {
    return [...missing, ...type.getValues().flatMap((v) => (v.description ? [] : [`${type.name}.${v.name}`]))];
  }
  if (!isObjectType(type) && !isInterfaceType(type)) return missing;
  const fields = Object.values(type.getFields()).flatMap((field) => [
    ...(field.description ? [] : [`${type.name}.${field.name}`]),
    ...field.args.flatMap((arg) => (arg.description ? [] : [`${type.name}.${field.name}(${arg.name})`])),
  ]);
  return [...missing, ...fields];
}

describe('the schema', () => {
  it('is what schema.graphql says; `npm run schema` writes it', () => {
    expect(validateSchema(schema)).toEqual([]);
    expect(readFileSync('schema.graphql', 'utf8')).toBe(printedSchema());
  });

  it('describes everything', () => {
    const builtIn = new Set(['Boolean', 'Float', 'Int', 'String', 'ID']);
    const own = Object.values(schema.getTypeMap()).filter((t) => !isIntrospectionType(t) && !builtIn.has(t.name));
    expect(own.length).toBeGreaterThan(20);
    expect(own.flatMap(undescribed)).toEqual([]);
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
