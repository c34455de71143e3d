import { describe, expect, it } from 'vitest';
import { firstTabs, keepTabs, keptTabs, titleOf, withoutTab, withTab, withText } from './tabs.ts';

const NO_LINK = { query: null, variables: null };
const A = { query: 'query A { a }', variables: '{}' };
const B = { query: 'query B { b }', variables: '{}' };
const titles = ({ tabs }: ReturnType<typeof firstTabs>) => tabs.map(titleOf);
const again = (row: object, examples = [A, B]) => firstTabs(examples, JSON.stringify(row), NO_LINK);

describe('the tabs of a browser', () => {
  it('are the examples at the first visit', () => {
    const row = firstTabs([A, B], null, NO_LINK);
    expect([titles(row), row.active]).toEqual([['A', 'B'], 0]);
  });

  it('are at the next visit what they were: changed texts, own tabs and the tab that is shown', () => {
    const changed = withText(firstTabs([A, B], null, NO_LINK), { query: 'query A { a more }' });
    const row = again(withTab(changed, { query: '{ mine }', variables: '' }));
    expect(row.tabs.map(({ query }) => query)).toEqual(['query A { a more }', B.query, '{ mine }']);
    expect([titles(row), row.active]).toEqual([['A', 'B', 'Untitled'], 2]);
  });

  it('lose what was typed into an example that the service has replaced, and keep their own', () => {
    const changed = withText(firstTabs([A], null, NO_LINK), { query: 'query A { gone }' });
    const newer = { ...A, query: 'query A { new }' };
    const row = again(withTab(changed, { query: '{ mine }', variables: '' }), [newer]);
    expect(row.tabs.map(({ query }) => query)).toEqual([newer.query, '{ mine }']);
  });

  it.each([
    '',
    'null',
    '{}',
    '{"tabs":[1],"active":0}',
    '{"tabs":[{"query":"a"}],"active":0}',
    '{"tabs":[],"active":-1}',
  ])('are the examples where something else was stored: %s', (stored) => {
    expect(firstTabs([A, B], stored, NO_LINK)).toEqual(firstTabs([A, B], null, NO_LINK));
  });

  it('begin with one that is there, wherever the stored one was', () => {
    expect(again({ tabs: [], active: 7 }).active).toBe(0);
  });

  it('are kept where the browser refuses storage, until the page is left', () => {
    const refuse = () => {
      throw new Error('refused');
    };
    const place = { getItem: refuse, setItem: refuse, removeItem: refuse };
    expect(keptTabs(place)).toBeNull();
    expect(() => keepTabs(place, firstTabs([A], null, NO_LINK))).not.toThrow();
  });
});

describe('a link', () => {
  const link = { query: '{ linked }', variables: '{"a":1}' };

  it('opens a tab of its own beside the others, and the same tab the next time', () => {
    const row = firstTabs([A, B], null, link);
    expect([row.tabs.length, row.active, row.tabs[2]]).toEqual([3, 2, { ...link, example: null }]);
    expect(firstTabs([A, B], JSON.stringify(row), link)).toEqual(row);
  });

  it('shows the example that it names', () => {
    expect(firstTabs([A, B], null, { query: B.query, variables: null })).toMatchObject({ active: 1 });
  });
});

it('a closed tab gives way to the one before it', () => {
  const row = withTab(withTab(firstTabs([A], null, NO_LINK)));
  expect(withoutTab(row, 2)).toMatchObject({ active: 1 });
  expect(withoutTab({ ...row, active: 0 }, 1)).toMatchObject({ active: 0 });
  expect(withoutTab(row, 1).tabs).toHaveLength(2);
});
