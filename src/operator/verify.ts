import { existsSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { type Env, readEnv } from '#config/env.ts';
import { signerFor, verifyAnswer } from '#lib/attestation.ts';
import { openSigningKeys, signingKeyFile } from '#lib/signing-key.ts';

const USAGE = `usage: npm run --silent verify -- FILE [--jwks FILE|URL]
Checks the attestation of a saved answer and prints one line. Exit code 0: the answer is what was signed. 1: it is not, or it could not be checked.
The keys come from --jwks; without it from the keys of SIGNING_KEY or DATA_DIR (default .assay) when they are there, else from BASE_URL/.well-known/jwks.json.`;

const FETCH_MS_MAX = 10_000;

/** One line for the operator and the exit code of the process. */
export interface Outcome {
  readonly line: string;
  readonly exitCode: 0 | 1;
}

/** Checks the answer in the file that `argv` names. Reads no network when the keys are in a file. */
export async function verify(argv: readonly string[], env: Env): Promise<Outcome> {
  const args = readArguments(argv);
  if (!args) return { line: USAGE, exitCode: 1 };
  try {
    const answer: unknown = readJson(args.file, readFileSync(args.file, 'utf8'));
    const result = await verifyAnswer(answer, await readKeys(args.jwks, env));
    return result.ok ? { line: `ok ${result.kid}`, exitCode: 0 } : { line: `not ok: ${result.why}`, exitCode: 1 };
  } catch (error) {
    return { line: `not ok: ${error instanceof Error ? error.message : String(error)}`, exitCode: 1 };
  }
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
