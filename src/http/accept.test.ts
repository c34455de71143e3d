import { expect, it } from 'vitest';
import { EVENT_STREAM, JSON_TYPES } from '#transport/graphql/server-context.ts';
import { accepts, preferredCoding, refusesIdentity, takenOf } from './accept.ts';

it.each<[string | undefined, boolean, boolean]>([
  [undefined, true, true],
  ['', true, true],
  ['*/*', true, true],
  ['application/json', true, false],
  ['Application/JSON; q=0.5', true, false],
  ['application/*', true, false],
  ['text/*', false, true],
  ['text/event-stream', false, true],
  ['text/html, text/event-stream;q=0.1', false, true],
  ['application/json; charset=utf-8', true, false],
  ['application/json; charset=UTF-8', true, false],
  ['application/json; charset=utf-16', false, false],
  ['*/*; charset=iso-8859-1', false, false],
  ['application/json;charset="UTF-8"', true, false],
  ['application/json;xcharset=1', true, false],
  ['application/json;q=0, text/event-stream;q=0.0', false, false],
  ['text/event-stream;q=0, */*', true, false],
  ['*/*, application/*;q=0', false, true],
  ['*/*;q=0, text/*', false, true],
  ['application/json;q=0, application/graphql-response+json;q=0, */*', false, true],
  ['application/json;q=0, application/json', true, false],
  ['application/json;charset=utf-16, */*;q=0.1', true, true],
  ['multipart/mixed', false, false],
  ['image/png, ,;', false, false],
])('reads Accept %j', (header, json, events) => {
  expect([accepts(header, JSON_TYPES), accepts(header, [EVENT_STREAM])]).toEqual([json, events]);
});

it.each([
  [undefined, ['*/*']],
  ['*/*', ['*/*']],
  ['text/event-stream;q=0, */*', [...JSON_TYPES]],
  ['application/json;q=0, application/*, text/*', [JSON_TYPES[0], 'text/*']],
  ['Text/HTML, application/json;q=0.1', ['text/html', 'application/json']],
])('leaves nothing of Accept %j to be read in another way', (header, taken) => {
  expect(takenOf(header, [...JSON_TYPES, EVENT_STREAM])).toEqual(taken);
});

it.each<[string, string | undefined, boolean]>([
  ['', undefined, false],
  ['gzip', 'gzip', false],
  ['gzip, deflate, br', 'br', false],
  ['gzip, deflate, br, zstd', 'zstd', false],
  ['GZIP', 'gzip', false],
  ['x-gzip', 'gzip', false],
  ['gzip;q=1.0, br;q=0.5', 'gzip', false],
  ['br;q=0.5,gzip;q=0.5', 'br', false],
  ['gzip ; q=0', undefined, false],
  ['gzip;q=0.000', undefined, false],
  ['*', 'gzip', false],
  ['*;q=0', undefined, true],
  ['gzip;q=0, *', undefined, false],
  ['br, *;q=0', 'br', true],
  ['identity;q=0', undefined, true],
  ['identity;q=0, gzip', 'gzip', true],
  ['identity, *;q=0', undefined, false],
  ['identity, gzip', 'gzip', false],
  ['identity;q=1, gzip;q=0.9', undefined, false],
  ['deflate, compress', undefined, false],
  [';;q=,, q=0', undefined, false],
  ['gzip;q=many', undefined, false],
])('reads Accept-Encoding %j', (header, coding, refused) => {
  expect([preferredCoding(header, ['zstd', 'br', 'gzip']), refusesIdentity(header)]).toEqual([coding, refused]);
});
