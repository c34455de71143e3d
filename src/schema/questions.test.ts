import { describe, expect, it } from 'vitest';
import type { Fault } from '#lib/fault.ts';
import { asksOf, type CheckRequest, readRequest } from './questions.ts';

const subject = 'BJQPNKBqpGKSvdgFwCFGDXWKVdMdzPdnJBN3fE5TS4Hs';
const pathsOf = (request: CheckRequest) => (readRequest(request) as Fault).extra.invalid?.map(({ loc }) => loc);

describe('a request', () => {
  it.each<[CheckRequest, bigint | null]>([
    [{ kind: 'trade', subject }, 500_000_000n],
    [{ kind: 'trade', subject, sizeSol: null }, 500_000_000n],
    [{ kind: 'trade', subject, sizeSol: undefined }, 500_000_000n],
    [{ kind: 'trade', subject, sizeSol: '2.5' }, 2_500_000_000n],
    [{ kind: 'trade', subject, sizeSol: '0.50' }, 500_000_000n],
    [{ kind: 'wallet', subject }, null],
    [{ kind: 'funder', subject, sizeSol: 'not looked at' }, null],
    [{ kind: 'token', subject, sizeSol: {} }, null],
  ])('%j asks with the size %s', (request, sizeLamports) => {
    expect(readRequest(request)).toEqual({ kind: request.kind, subject, sizeLamports });
  });

  it.each<[CheckRequest, string[][]]>([
    [{ kind: 'wallet', subject: '' }, [['subject']]],
    [{ kind: 'wallet', subject: `${subject} ` }, [['subject']]],
    [{ kind: 'trade', subject, sizeSol: '0' }, [['sizeSol']]],
    [{ kind: 'trade', subject, sizeSol: '10000.1' }, [['sizeSol']]],
    [{ kind: 'trade', subject, sizeSol: true }, [['sizeSol']]],
    [{ kind: 'trade', subject, sizeSol: {} }, [['sizeSol']]],
    [{ kind: 'trade', subject: 'x', sizeSol: [] }, [['subject'], ['sizeSol']]],
  ])('%j asks for nothing and names the paths', (request, paths) => expect(pathsOf(request)).toEqual(paths));

  it('echoes no more than a short text', () => {
    const fault = readRequest({ kind: 'wallet', subject: '1'.repeat(10_000) }) as Fault;
    expect(JSON.stringify(fault.extra).length).toBeLessThan(500);
  });
});

it('a batch asks for what is well-formed of it, as often as it is asked', () => {
  const good: CheckRequest = { kind: 'funder', subject };
  expect(asksOf([good, { kind: 'funder', subject: '?' }, good])).toHaveLength(2);
  expect(asksOf([])).toEqual([]);
});
