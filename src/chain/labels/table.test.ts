import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { address } from '#lib/address.ts';
import { named } from '../../../test/fixtures/transaction-body.ts';
import { loadLabels } from './table.ts';

const directory = mkdtempSync(join(tmpdir(), 'labels-'));
afterAll(() => rmSync(directory, { recursive: true }));

const BINANCE = address('5tzFkiKscXHK5ZXCGbXZxdw7gTjjD1mBwuoFbhUvuAi9');
const mine = { address: named('desk'), label: 'Our desk', category: 'market_maker', grade: 'strong' };

function fileOf(content: unknown): string {
  const file = join(directory, 'own.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

function complaintAbout(...labels: unknown[]): string {
  try {
    loadLabels(fileOf({ date: '2026-11', labels }));
  } catch (error) {
    return (error as Error).message;
  }
  return 'none';
}

describe('the shipped labels', () => {
  const table = loadLabels();

  it('load and know an exchange wallet with grade, date and sources', () => {
    expect(table.size).toBeGreaterThan(1000);
    const found = table.find(BINANCE);
    expect(found).toMatchObject({ exchange: 'Binance', category: 'cex', fundingClass: 'exchange', grade: 'strong' });
    expect(found).toMatchObject({ date: '2026-11', onCurve: true });
    expect(found?.sources.length).toBeGreaterThan(1);
    expect(found?.sources.every((source) => source.length > 3)).toBe(true);
  });

  it('know nothing of an address that is not listed', () => {
    expect(table.find(named('nobody'))).toBeNull();
  });
});

describe("an operator's labels", () => {
  it('are added, with the date of their file and the curve worked out', () => {
    const table = loadLabels(
      fileOf({ date: '2026-12-01', sources: ['own books'], labels: [{ ...mine, sources: [0] }] }),
    );
    expect(table.find(named('desk'))).toMatchObject({
      label: 'Our desk',
      fundingClass: 'service',
      exchange: null,
      date: '2026-12-01',
      sources: ['own books'],
    });
    expect(typeof table.find(named('desk'))?.onCurve).toBe('boolean');
    expect(table.size).toBe(loadLabels().size + 1);
  });

  it('override shipped ones of the same address', () => {
    const table = loadLabels(fileOf({ date: '2026-11', labels: [{ ...mine, address: BINANCE, grade: 'weak' }] }));
    expect(table.find(BINANCE)).toMatchObject({ label: 'Our desk', grade: 'weak', category: 'market_maker' });
    expect(table.size).toBe(loadLabels().size);
  });

  it('are refused with every wrong entry named', () => {
    expect(complaintAbout({ ...mine, address: 'abc' }, mine, { ...mine, grade: 'sure' })).toMatch(
      /own\.json: entry 0 \(abc\): address: must be base58 of 32 bytes; entry 2 \(.*\): grade: /,
    );
    expect(complaintAbout(mine, mine)).toContain(`entry 1 (${mine.address}): listed twice`);
    expect(complaintAbout({ ...mine, category: 'friend' })).toContain('category: ');
    expect(complaintAbout({ ...mine, sources: [3] })).toContain('names a source that the file does not list');
    expect(complaintAbout({ ...mine, note: 'x' })).toContain('entry 0');
    expect(complaintAbout(7)).toContain('entry 0 (without an address)');
  });

  it('are refused where they begin like another account of an exchange, bridge or fee', () => {
    const twin = address(`${BINANCE.slice(0, 7)}${named('twin').slice(7, 40)}${BINANCE.slice(40)}`);
    const exchange = { ...mine, address: twin, category: 'cex', exchange: 'Binance' };
    expect(complaintAbout({ ...exchange, grade: 'single' })).toContain(`${twin} (Our desk, single)`);
    expect(complaintAbout({ ...exchange, grade: 'single' })).toContain(BINANCE);
    expect(complaintAbout(exchange)).toBe('none');
    expect(complaintAbout({ ...exchange, grade: 'single', category: 'dex_program' })).toBe('none');
  });

  it('are refused where the file is missing, no JSON or another document', () => {
    expect(() => loadLabels(join(directory, 'absent.json'))).toThrow(/absent\.json: cannot be read \(ENOENT\)/);
    expect(() => loadLabels(fileOf('{'))).toThrow(/is not JSON/);
    expect(() => loadLabels(fileOf({ labels: [] }))).toThrow(/date: /);
    expect(() => loadLabels(fileOf({ date: '2026-13', labels: [] }))).toThrow(/must be a date/);
  });
});
