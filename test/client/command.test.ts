import { describe, expect, it } from 'vitest';
import { type Command, type Misuse, readCommand } from '../../packages/assay/src/command.ts';

const MINT = 'A2ahDjuMECTdCZhVrNuabndeYJG42Ljg8jUhWq68GUnb';

const read = (...argv: string[]): Command | Misuse => readCommand(argv, {});
const misuse = (...argv: string[]): string => {
  const command = read(...argv);
  return 'misuse' in command ? command.misuse : `understood: ${JSON.stringify(command)}`;
};

describe('a command', () => {
  it('is a check of a kind with everything that it may carry', () => {
    expect(read('token', MINT)).toEqual({
      what: 'check',
      kind: 'token',
      subject: MINT,
      size: null,
      watchSeconds: null,
      url: 'http://127.0.0.1:8402',
      apiKey: null,
      json: false,
    });
    const full = read('trade', MINT, '--size', '0.5', '--url=https://assay.example/api/', '--key', 'k', '--json');
    expect(full).toMatchObject({ size: '0.5', url: 'https://assay.example/api', apiKey: 'k', json: true });
    expect(read('balance')).toMatchObject({ what: 'balance' });
    expect(read('reason', 'lp_burned')).toMatchObject({ what: 'reason', code: 'LP_BURNED' });
  });

  it('takes the address and the key of the environment where the arguments name none', () => {
    const defaults = { url: 'http://assay.example', apiKey: 'from-env' };
    expect(readCommand(['token', MINT], defaults)).toMatchObject(defaults);
    expect(readCommand(['token', MINT, '--key', 'own', '--url', 'http://127.0.0.1'], defaults)).toMatchObject({
      apiKey: 'own',
      url: 'http://127.0.0.1',
    });
  });

  it('watches with and without seconds, wherever the option stands', () => {
    const seconds = (...argv: string[]): unknown => (read(...argv) as { watchSeconds?: unknown }).watchSeconds;
    expect(seconds('token', MINT, '--watch')).toBe(30);
    expect(seconds('token', '--watch', MINT)).toBe(30);
    expect(seconds('token', MINT, '--watch', '5')).toBe(5);
    expect(seconds('--watch=7.5', 'token', MINT)).toBe(7.5);
    expect(misuse('token', MINT, '--watch', '4')).toContain('5 to 86400 seconds');
    expect(misuse('token', MINT, '--watch', '86401')).toContain('5 to 86400 seconds');
    expect(misuse('token', MINT, '--watch=soon')).toContain('5 to 86400 seconds');
    expect(misuse('balance', '--watch')).toContain('belongs to checks');
  });

  it('never takes what was mistyped for something else', () => {
    expect(misuse()).toContain('Say what to ask');
    expect(misuse('tokn', MINT)).toContain('is not one of');
    expect(misuse('toString', MINT)).toContain('is not one of');
    expect(misuse('token')).toContain('needs the mint');
    expect(misuse('wallet', '')).toContain('needs the address');
    expect(misuse('token', `${MINT}0`)).toContain('not 32 bytes');
    expect(misuse('token', '..')).toContain('not 32 bytes');
    expect(misuse('token', `${MINT}\n`)).toContain('not 32 bytes');
    expect(misuse('token', MINT, MINT)).toContain('more arguments');
    expect(misuse('token', MINT, '--size', '1')).toContain('belongs to trade');
    for (const size of ['', '0,5', '1e3', '.5', '5.', '1 ', '123456'])
      expect(misuse('trade', MINT, '--size', size)).toContain('--size is');
    expect(misuse('trade', MINT, '--size', '1', '--size', '2')).toContain('more than once');
    expect(misuse('trade', MINT, '--sise', '1')).toContain('An option is unknown');
    expect(misuse('trade', MINT, '--json=no')).toContain('An option is unknown');
    expect(misuse('trade', MINT, '--key')).toContain('An option is unknown');
    expect(misuse('reason', 'a b')).toContain('reason needs');
  });

  it('asks http services only, at a plain address', () => {
    for (const url of ['localhost:8402', 'ftp://host', 'http://me:secret@host', 'http://host/?a=1', 'host', ''])
      expect(misuse('token', MINT, '--url', url)).not.toContain('understood');
  });

  it('gives help and version only to those who ask for nothing else', () => {
    expect(read('--help')).toEqual({ what: 'help' });
    expect(read('--version')).toEqual({ what: 'version' });
    // A subject from elsewhere must not reach the exit code of a good verdict.
    expect(misuse('token', '--help')).toContain('An option is unknown');
    expect(misuse('token', '--version')).toContain('An option is unknown');
    expect(misuse('token', 'help')).toContain('not 32 bytes');
  });

  it('never repeats a key in what it says', () => {
    const secret = 'assay_Secret';
    expect(misuse('token', MINT, '--kye', secret)).not.toContain(secret);
    expect(misuse('token', MINT, '--key', `${secret}\n`)).toBe('The key has characters that no key has.');
    expect(misuse(secret, MINT)).not.toContain(secret);
  });

  it('knows that JSON was wanted even where nothing else was understood', () => {
    expect(read('tokn', '--json')).toMatchObject({ json: true });
  });
});
