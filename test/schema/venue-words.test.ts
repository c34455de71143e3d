import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObjectType } from 'graphql';
import { expect, expectTypeOf, it } from 'vitest';
import { refusals, venueNames } from '#checks/venue-words.ts';
import { schema } from '#schema/schema.ts';
import { venues } from '#venues/index.ts';
import type { RefusalCode, VenueId } from '#venues/venue.ts';

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
  const model = readFileSync('src/venues/venue.ts', 'utf8');
  const [union = ''] = (model.split('type RefusalCode =')[1] ?? '').split('\n\n');
  const ofVenues = [...union.matchAll(/\| '(\w+)'/g)].map(([, code]) => code);
  const gathering = readdirSync('src/evidence/trade').filter((name) => !name.endsWith('.test.ts'));
  const added = gathering.flatMap((name) => [
    ...readFileSync(join('src/evidence/trade', name), 'utf8').matchAll(/refused: '(\w+)'/g),
  ]);
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
