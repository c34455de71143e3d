import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { problemSchema } from '#transport/discovery/schemas.ts';
import { errorPages } from './view.tsx';

interface Entry {
  readonly code: string;
  readonly status: number;
  readonly only?: string;
}

const BASE = 'https://assay.example';
const [list, one] = errorPages({ baseUrl: BASE, sandbox: false, network: 'solana:test', v1Network: null });

/** The codes that stand as literals where GraphQL errors are made. */
function writtenCodes(folder: string): readonly string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!\.test)\.ts$/.test(name),
  );
  const texts = files.map((name) => readFileSync(join(folder, name), 'utf8'));
  return texts.flatMap((text) =>
    [...text.matchAll(/(?:code: |refusal\(\s*)'([A-Z_]{4,})'/g)].map(([, code = '']) => code),
  );
}

/** Those that the engine of GraphQL gives by itself. */
const engine = ['GRAPHQL_PARSE_FAILED', 'GRAPHQL_VALIDATION_FAILED', 'OPERATION_RESOLUTION_FAILURE', 'BAD_REQUEST'];

describe('the catalogue of errors', () => {
  it('has a page for every code that GraphQL answers with, in either case', async () => {
    const codes = [...new Set([...writtenCodes('src/schema'), ...writtenCodes('src/transport/graphql'), ...engine])];
    expect(codes).toEqual(
      expect.arrayContaining(['OPERATION_TOO_LARGE', 'PERSISTED_QUERY_NOT_FOUND', 'INVALID_REQUEST']),
    );
    expect(codes).toContain('PERSISTED_QUERY_MISMATCH');
    for (const code of codes) {
      const page = await one?.read({ code });
      expect(page).toBe(await one?.read({ code: code.toLowerCase() }));
      expect(page).toMatchObject({ code: code.toLowerCase(), type: `${BASE}/errors/${code.toLowerCase()}` });
    }
  });

  it('lists what its pages say', async () => {
    const { errors } = Object(await list?.read({})) as { errors: readonly Entry[] };
    for (const entry of errors) expect(await one?.read({ code: entry.code })).toEqual(entry);
    expect(new Set(errors.map(({ code }) => code)).size).toBe(errors.length);
    expect(errors.find(({ code }) => code === 'not_ready')).toMatchObject({ status: 503, retry_after_seconds: 2 });
    expect(errors.find(({ code }) => code === 'operation_too_large')?.only).toBe('graphql');
    expect(errors.find(({ code }) => code === 'bad_request')).not.toHaveProperty('only');
  });

  it('says what every value of retry_action and payment_state means', async () => {
    const listed = Object(await list?.read({}));
    const used = (member: string) =>
      new Set(listed.errors.flatMap((entry: Record<string, string>) => entry[member] ?? []));
    for (const [member, glossary] of [
      ['retry_action', listed.retry_actions],
      ['payment_state', listed.payment_states],
    ] as const) {
      expect(Object.keys(glossary)).toEqual(expect.arrayContaining([...used(member)]));
      const { description } = problemSchema(BASE).properties[member] ?? {};
      for (const [value, meaning] of Object.entries(glossary)) {
        expect(description).toContain(`${value}: ${meaning}`);
      }
    }
  });

  it('says that an unknown key has another status where the key itself is asked about', async () => {
    const page = await one?.read({ code: 'api_key_unknown' });
    expect(page).toMatchObject({ status: 402, meaning: expect.stringMatching(/401 .*\/credits\/balance/) });
  });

  it.each(['nothing', 'toString', '__proto__', ''])('has no page %j', (code) => {
    expect(() => one?.read({ code })).toThrow('There is no such error');
  });
});
