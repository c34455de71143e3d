import { existsSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { type Env, readEnv } from '#config/env.ts';
import { signerFor, verifyAnswer } from '#lib/signing/attestation.ts';
import { openSigningKeys, signingKeyFile } from '#lib/signing/signing-key.ts';

const USAGE = `usage: npm run --silent verify -- FILE [--jwks FILE|URL]
Checks the attestation of a saved answer and prints one line with what it says. Exit code 0: the answer is what was signed. 1: it is not, or it could not be checked.
The keys come from --jwks; without it from the keys of SIGNING_KEY or DATA_DIR (default .assay) when they are there, else from BASE_URL/.well-known/jwks.json.`;

const FETCH_MS_MAX = 10_000;

/** One line for the operator and the exit code of the process. */
export interface CommandOutcome {
  readonly line: string;
  readonly exitCode: 0 | 1;
}

/** Checks the answer in the file that `argv` names. Reads no network when the keys are in a file. */
export async function verify(argv: readonly string[], env: Env): Promise<CommandOutcome> {
  const args = readArguments(argv);
  if (!args) return { line: USAGE, exitCode: 1 };
  try {
    const text = readText(args.file);
    const answer: unknown = readJson(args.file, text);
    const twice = memberTwice(text);
    if (twice !== null) return { line: `not ok: the member ${JSON.stringify(twice)} stands twice`, exitCode: 1 };
    const result = await verifyAnswer(answer, await readKeys(args.jwks, env));
    if (!result.ok) return { line: `not ok: ${result.why}`, exitCode: 1 };
    return { line: `ok ${result.kid}: ${saidBy(answer as Saved)}`, exitCode: 0 };
  } catch (error) {
    return { line: `not ok: ${error instanceof Error ? error.message : String(error)}`, exitCode: 1 };
  }
}

/** The members of a signed answer. */
interface Saved {
  readonly kind: string;
  readonly subject: string;
  readonly verdict: string;
  readonly as_of: { readonly time: string | null } | null;
}

function saidBy({ kind, subject, verdict, as_of }: Saved): string {
  const time = as_of?.time ?? null;
  if (time === null) return `${kind} ${subject} ${verdict}, of an unknown time`;
  const seconds = Math.round((Date.now() - Date.parse(time)) / 1_000);
  const age = seconds < 0 ? `${-seconds} s ahead of this machine's clock` : `${seconds} s old`;
  return `${kind} ${subject} ${verdict}, ${age} (${time})`;
}

/** Keys of objects, with the colon behind them, and where objects begin and end. */
const KEYS = /("(?:[^"\\]|\\.)*")(\s*:)?|[{}]/g;

/** The first member that occurs twice in one object of a valid JSON text, or null. Parsers take the last one, people read the first. */
function memberTwice(json: string): string | null {
  const open: Set<string>[] = [];
  for (const [token, text, colon] of json.matchAll(KEYS)) {
    if (token === '{') open.push(new Set());
    if (token === '}') open.pop();
    if (text === undefined || colon === undefined) continue;
    const name: string = JSON.parse(text);
    const names = open.at(-1);
    if (names?.has(name)) return name;
    names?.add(name);
  }
  return null;
}

function readArguments(argv: readonly string[]): { file: string; jwks: string | null } | null {
  const at = argv.indexOf('--jwks');
  const jwks = at < 0 ? null : argv[at + 1];
  const rest = at < 0 ? argv : argv.toSpliced(at, 2);
  const [file] = rest;
  if (jwks === undefined || rest.length !== 1 || file === undefined || file.startsWith('-')) return null;
  return { file, jwks };
}

async function readKeys(jwks: string | null, env: Env): Promise<unknown> {
  if (jwks !== null) return /^https?:\/\//.test(jwks) ? fetchKeys(jwks) : readJson(jwks, readFileSync(jwks, 'utf8'));
  const files = env.SIGNING_KEY?.split(',').map((path) => path.trim()) ?? [signingKeyFile(env.DATA_DIR ?? '.assay')];
  if (files.every((path) => existsSync(path))) return signerFor(...openSigningKeys(files)).jwks();
  if (env.BASE_URL) return fetchKeys(`${env.BASE_URL.replace(/\/+$/, '')}/.well-known/jwks.json`);
  throw new Error('no keys: name them with --jwks FILE|URL');
}

async function fetchKeys(url: string): Promise<unknown> {
  const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_MS_MAX) }).catch(() => null);
  if (!response?.ok) throw new Error(`the keys could not be fetched from ${url}`);
  return readJson(url, await response.text());
}

/** Throws for bytes that are no UTF-8: readers show them in different ways, and only one of these was signed. */
function readText(file: string): string {
  const bytes = readFileSync(file);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Error(`${file} is not UTF-8`);
  }
}

function readJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${name} is not JSON`);
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { line, exitCode } = await verify(process.argv.slice(2), readEnv());
  process.stdout.write(`${line}\n`);
  process.exitCode = exitCode;
}
