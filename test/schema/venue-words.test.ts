import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { refusals, venueNames } from 'assay-core/rules/venue-words.ts';
import { venues } from 'assay-core/venues/index.ts';
import type { RefusalCode, VenueId } from 'assay-core/venues/venue.ts';
import { isObjectType } from 'graphql';
import { expect, expectTypeOf, it } from 'vitest';
import { schema } from '#schema/schema.ts';

function described(type: string, field: string): string {
  const found = schema.getType(type);
  return String(isObjectType(found) ? found.getFields()[field]?.description : undefined);
}

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
  ['RouteHop', 'venue', venueNames],
  ['TradePool', 'venue', venueNames],
  ['UnpricedHolder', 'venue', venueNames],
  ['TradePool', 'refused', refusals],
])('lists them where %s.%s is described', (type, field, words) => {
  for (const [word, meaning] of Object.entries(words)) {
    expect(described(type, field)).toContain(`- \`${word}\`: ${meaning}`);
  }
});
