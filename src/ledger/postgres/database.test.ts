import { describe, expect, it } from 'vitest';
import { databaseName } from './database.ts';

const named = databaseName;

describe('the name of a database', () => {
  it('is its hosts and its path as the driver takes them', () => {
    expect(named('postgres://assay@db.example:5432/books')).toBe('db.example:5432/books');
    expect(named('postgres://assay:secret@one:5432,two:5433/books?target_session_attrs=primary')).toBe(
      'one:5432,two:5433/books',
    );
    expect(named('postgresql://[::1]:5432/books')).toBe('[::1]:5432/books');
    expect(named('postgres://localhost')).toBe('localhost');
  });

  it('is its path where another option names the socket', () => {
    expect(named('postgres:///books')).toBe('/books');
    expect(named('postgres://assay:secret@/books?host=/var/run/postgresql')).toBe('/books');
  });

  it('has nothing of the credentials, however they are written', () => {
    for (const secret of ['secret', 's%40cret', 's@cret', '1/2', '1?2', '1#2', 's,e:c', '@', '1?2@3/4'])
      expect(named(`postgres://me:${secret}@one:1,two:2/books`)).toMatch(/^(one:1,two:2\/books)?$/);
    expect(named('postgres://one:1,two:2/books?user=me&password=p@ss')).toBe('');
    expect(named('postgres://me:secret@one/books?password=p@ss#f@g')).toBe('one/books');
  });
});
