import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { address } from '#solana/address.ts';
import { named } from '../../../test/fixtures/transaction-body.ts';
import shippedFile from './data/labels.json' with { type: 'json' };
import { labelEntriesOf } from './label-file.ts';
import { loadLabels } from './label-table.ts';

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
  const shipped = labelEntriesOf(shippedFile, 'labels.json');

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

  it.each([
    ['SV2EYYJyRz2YhfXwXnhNAevDEui5Q6yrfyo13WtupPF', 'dex_program', 'strong'],
    ['TessVdML9pBGgG9yGks7o4HewRaXVAMuoVj4x83GLQH', 'dex_program', 'strong'],
    ['BiSoNHVpsVZW2F7rx2eQ59yQwKxzU5NvBcmKshCSUypi', 'dex_program', 'strong'],
    ['goonuddtQRrWqqn5nFyczVKaie28f3kDkHWkHtURSLE', 'dex_program', 'strong'],
    ['ALPHAQmeA7bjrVuccPsYPiCvsi428SNwte66Srvs4pHA', 'dex_program', 'strong'],
    ['AQU1FRd7papthgdrwPTTq5JacJh8YtwEXaBfKU3bTz45', 'dex_program', 'strong'],
    ['QuaNtZsgYRe5Z9Bk4LZ4cTD9tbkVoyCNf1R2BN9bBDv', 'dex_program', 'single'],
    ['HBVw6bZtcCaezhcBrmfyXBSBRWCdv72271xQ4GPvms2z', 'dex_program', 'single'],
    ['FW6zUqn4iKRaeopwwhwsquTY6ABWLLgjxtrC3VPnaWBf', 'dex_program', 'strong'],
    ['MNFSTqtC93rEfYHB6hF82sKdZpUDFWkViLByLd1k1Ms', 'dex_program', 'strong'],
    ['REALQqNEomY6cQGZJUGwywTBD2UmDT32rZcNnfxQ5N2', 'dex_program', 'strong'],
    ['1qbkdrr3z4ryLA7pZykqxvxWPoeifcVKo6ZG9CfkvVE', 'dex_program', 'strong'],
    ['WooFif76YGRNjk1pA8wCsN67aQsD9f9iLsz4NcJ1AVb', 'dex_program', 'single'],
    ['fUSioN9YKKSa3CUC2YUc4tPkHJ5Y6XW1yz8y6F7qWz9', 'dex_program', 'strong'],
    ['FUTARELBfJfQ8RDGhg1wdhddq1odMAJUePHFuBYfUxKq', 'dex_program', 'strong'],
    ['6dMXqGZ3ga2dikrYS9ovDXgHGh5RUsb2RTUj6hrQXhk6', 'dex_program', 'strong'],
    ['T1TANpTeScyeqVzzgNViGDNrkQ6qHz9KrSBS4aNXvGT', 'aggregator_program', 'strong'],
    ['TitanLozLMhczcwrioEguG2aAmiATAPXdYpBg3DbeKK', 'aggregator_program', 'single'],
    ['AxiomfHaWDemCFBLBayqnEnNwE6b7B2Qz3UmzMpgbMG6', 'bot_program', 'single'],
    ['AxiomxSitiyXyPjKgJ9XSrdhsydtZsskZTEDam3PxKcC', 'bot_program', 'single'],
    ['term9YPb9mzAsABaqN71A4xdbxHmpBNZavpBiQKZzN3', 'bot_program', 'single'],
    ['troyXT7Ty3s2rjJe4bqWaroUrS4Fjd8rbHHNHxcACF4', 'bot_program', 'single'],
    ['GMgnVFR8Jb39LoXsEVzb3DvBy3ywCmdmJquHUy1Lrkqb', 'bot_program', 'single'],
    ['GMGNreQcJFufBiCTLDBgKhYEfEe9B454UjpDr5CaSLA1', 'bot_program', 'single'],
    ['MAyhSmzXzV1pTf7LsNkrNwkWKTo4ougAJ1PPg47MD4e', 'launchpad_program', 'single'],
    ['DiSLRwcSFvtwvMWSs7ubBMvYRaYNYupa76ZSuYLe6D7j', 'other_program', 'strong'],
    ['Dis2TfkFnXFkrtvAktEkw37sdb7qwJgY6H7YZJwk51wK', 'other_program', 'strong'],
    ['DiS3nNjFVMieMgmiQFm6wgJL7nevk4NrhXKLbtEH1Z2R', 'other_program', 'strong'],
    ['mERKcfxMC5SqJn4Ld4BUris3WKZZ1ojjWJ3A3J5CKxv', 'other_program', 'strong'],
    ['MErKy6nZVoVAkryxAejJz2juifQ4ArgLgHmaJCQkU7N', 'other_program', 'strong'],
    ['aMERKpFAWoChCi5oZwPvgsSCoGpZKBiU7fi76bdZjt2', 'other_program', 'strong'],
  ])('know %s as a %s by %s evidence', (program, category, grade) => {
    const found = table.find(address(program));
    expect(found).toMatchObject({ category, grade, fundingClass: 'program', date: '2026-11' });
    expect(found?.sources.length).toBeGreaterThanOrEqual(grade === 'strong' ? 2 : 1);
  });

  it.each([
    ['42RLPACwZPx3vYYmxSueqsogfynBDqXK298EDsNoyoHi', 'sanctioned', 'sanctioned', 'strong'],
    ['6wjqWWra8ombzaw6VHrG5xpQ972jCYF6bbHiFCbWmr4U', 'sanctioned', 'sanctioned', 'strong'],
    ['Fc1EwQUZyTEagaDvA1utHXCcZNyG1x2PLt2DfNu1cJdH', 'sanctioned', 'sanctioned', 'strong'],
    ['FuCC7GoYwt5TsNTjWL23Xx9UKCvC18chjMEFPL3vJDCC', 'sanctioned', 'sanctioned', 'strong'],
    ['B8Y1dERnVNoUUXeXA4NaCHiB9htcukMSkfHrFsTMHA7h', 'drainer', 'exploiter', 'single'],
    ['4WnPebowR4HHfumvNPaDjG6Pa5Hi1jxLm6xmmBq33QVk', 'exploiter', 'exploiter', 'single'],
  ])('know %s as %s, with its sources', (listed, category, fundingClass, grade) => {
    const found = table.find(address(listed));
    expect(found).toMatchObject({ category, fundingClass, grade, exchange: null, onCurve: true });
    expect(found?.sources.length).toBeGreaterThanOrEqual(grade === 'strong' ? 2 : 1);
  });

  it.each([
    ['BrdgN2RPzEMWF96ZbnnJaUtQDQx7VRXYaHHbYCBvceWB', 'strong'],
    ['CCTPV2Sm4AdWt5296sk4P66VBZ7bEhcARwFaaS9YPbeC', 'single'],
    ['itsAUdHnV2K99ppbM6d6WUDac8MD54RAE7dUKHnw1Eg', 'single'],
    ['gtwqvLL93XK7pC2eMvfGamqokvs19AytzaVhrL2iKiz', 'single'],
  ])('know %s as the program of a bridge by %s evidence', (program, grade) => {
    expect(table.find(address(program))).toMatchObject({ category: 'bridge_program', fundingClass: 'bridge', grade });
  });

  it('leave out a program about whose address sources disagree', () => {
    for (const scorch of ['ojh19ojaKduoJZuaJADhcVGp4xt1TcdAvZmpVsCorch', 'SCoRcH8c2dpjvcJD6FiPbCSQyQgu3PcUAWj2Xxx3mqn'])
      expect(table.find(address(scorch))).toBeNull();
  });

  it.each([
    ['Helius Sender tip', 10, 'https://www.helius.dev/docs/sending-transactions/sender'],
    ['Nozomi (Temporal) tip', 17, 'https://use.temporal.xyz/nozomi/tipping-and-faq'],
    ['NextBlock tip', 8, 'https://docs.nextblock.io/getting-started/quickstart'],
    ['0slot tip', 21, '0slot-trade/'],
  ])(
    'know every published account of the takers called "%s", with the publisher as a source',
    (name, count, source) => {
      const takers = shipped.filter(({ label }) => label.startsWith(`${name} `));
      expect(new Set(takers.map(({ address: of }) => of)).size).toBe(count);
      for (const taker of takers) {
        expect(taker).toMatchObject({ category: 'tip_account', date: '2026-11' });
        expect(taker.sources.some((from) => from.includes(source))).toBe(true);
      }
    },
  );
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
