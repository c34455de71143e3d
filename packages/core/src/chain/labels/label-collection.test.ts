import { describe, expect, it } from 'vitest';
import { named } from '../../../test/fixtures/transaction-body.ts';
import { labelFileOf } from './label-collection.ts';
import { labelEntriesOf } from './label-file.ts';

const commit = '9060be77ee137d96260f41ee7ed30a3ec11c0904';
const fact = {
  address: named('hot'),
  label: ' Exchange 1 ',
  category: 'cex',
  exchange: 'Exchange',
  grade: 'single',
  sources: [{ source: `owner/list:labels.json@${commit}`, says: 'Exchange 1' }],
  score: 1,
};
const other = {
  ...fact,
  address: named('cold'),
  exchange: null,
  sources: [{ source: 'library file id 7 (a map of a bot)' }],
};
const twin = (grade: string, tail: string) => ({
  ...fact,
  address: `${fact.address.slice(0, 9)}${tail}${fact.address.slice(10)}`,
  grade,
});

describe('labelFileOf', () => {
  it('writes a file that the loader reads, whatever the order of the facts', () => {
    const { text, left } = labelFileOf([fact, other], '2026-11');
    expect(left).toEqual([]);
    expect(labelFileOf([other, fact], '2026-11').text).toBe(text);
    const entries = labelEntriesOf(JSON.parse(text), 'made');
    expect(entries.map((entry) => entry.address)).toEqual([named('hot'), named('cold')].sort());
    expect(entries.find((entry) => entry.address === named('hot'))).toMatchObject({
      label: 'Exchange 1',
      exchange: 'Exchange',
      date: '2026-11',
      sources: ['owner/list:labels.json@9060be77ee'],
    });
    expect(entries.find((entry) => entry.address === named('cold'))).toMatchObject({
      exchange: null,
      sources: ['third-party list: a map of a bot'],
    });
  });

  it('leaves out what begins like another and is not strong', () => {
    const { text, left } = labelFileOf([twin('strong', '3'), twin('strong', '4'), twin('weak', '5')], '2026-11');
    expect(left).toEqual([
      { address: twin('weak', '5').address, label: 'Exchange 1', why: expect.stringContaining('begins like') },
    ]);
    expect(labelEntriesOf(JSON.parse(text), 'made')).toHaveLength(2);
  });

  it('leaves out what is no address, is repeated or belongs to another network', () => {
    const foreign = { ...other, flags: ['devnet_do_not_use_on_mainnet'] };
    const { left } = labelFileOf([{ ...fact, address: 'abc' }, fact, fact, foreign], '2026-11');
    expect(left.map(({ why }) => why)).toEqual([
      'not base58 of 32 bytes',
      'listed twice',
      'belongs to another network',
    ]);
  });

  it('refuses a collection with a category or grade that is not on the list', () => {
    expect(() => labelFileOf([{ ...fact, category: 'friend' }], '2026-11')).toThrow(/category/);
    expect(() => labelFileOf({}, '2026-11')).toThrow();
  });
});
