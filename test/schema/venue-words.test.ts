import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { refusals, venueNames } from 'assay-core/rules/venue-words.ts';
import { venues } from 'assay-core/venues/index.ts';
import type { RefusalCode, VenueId } from 'assay-core/venues/venue.ts';
import { isEnumType } from 'graphql';
import { expect, expectTypeOf, it } from 'vitest';
import { metricsSchema, type NamedSchemas } from '#schema/metrics.ts';
import { schema } from '#schema/schema.ts';

const named: NamedSchemas = new Map();
metricsSchema('trade', named);

it('names every venue of the registry as the registry does, and no other', () => {
  expectTypeOf<keyof typeof venueNames>().toEqualTypeOf<VenueId>();
  expect(venueNames).toEqual(Object.fromEntries(venues.map(({ id, name }) => [id, name])));
});

it('explains every refusal of a venue, and every one that the gathering adds', () => {
  expectTypeOf<keyof typeof refusals>().toEqualTypeOf<RefusalCode | 'no_way_to_sol'>();
  const model = readFileSync('packages/core/src/venues/venue.ts', 'utf8');
  const [union = ''] = (model.split('type RefusalCode =')[1] ?? '').split('\n\n');
  const ofVenues = [...union.matchAll(/\| '(\w+)'/g)].map(([, code]) => code);
  const folders = ['gather', 'derive', 'facts'].map((name) => `packages/core/src/${name}/trade`);
  const gathering = folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
  const sources = gathering.filter((name) => !name.endsWith('.test.ts')).map((name) => readFileSync(name, 'utf8'));
  const added = sources.flatMap((text) => [...text.matchAll(/refused: '(\w+)'/g)]);
  expect(ofVenues.length).toBeGreaterThan(5);
  expect(new Set(Object.keys(refusals))).toEqual(new Set([...ofVenues, ...added.map(([, code]) => code)]));
});

it.each([
  ['RouteHop', 'venue', 'Venue', venueNames],
  ['TradePool', 'venue', 'Venue', venueNames],
  ['UnpricedHolder', 'venue', 'Venue', venueNames],
  ['TradePool', 'refused', 'PoolRefusal', refusals],
])('REST lists them where %s.%s is described, and GraphQL has them as %s', (type, field, enumeration, words) => {
  const description = named.get(type)?.properties?.[field]?.description;
  for (const word of Object.keys(words)) expect(description).toContain(`- \`${word}\`: `);
  const found = schema.getType(enumeration);
  const values = isEnumType(found) ? found.getValues().map(({ value }) => value) : [];
  expect(values).toEqual([...Object.keys(words), 'other']);
});
