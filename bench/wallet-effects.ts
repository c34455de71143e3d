import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { loadLabels } from 'assay-core/chain/labels/label-table.ts';
import { effectOf } from 'assay-core/derive/effects/effect.ts';
import { address, parseSignature, type Signature } from 'assay-core/solana/address.ts';
import { decodeTransaction } from 'assay-core/solana/decode/transaction.ts';
import { effectWorld } from '../packages/core/test/support/effect-world.ts';
import { report, reportAbsent } from './report.ts';

const COLLECTED = new URL('../../shared/data/transactions/', import.meta.url);
const SANDBOX = new URL('../test/fixtures/worlds/sandbox/transactions.jsonl', import.meta.url);
const ORACLES = new URL('../labs/oracles/package.json', import.meta.url);
const ROUNDS = 40;
const PEER_ROUNDS = 5;
const USDC = address('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v');

interface Body {
  readonly text: string;
  readonly signature: Signature;
}

/** What took how long for one transaction, in microseconds: the best of all rounds, as other load only ever adds. */
export interface EffectTimes {
  readonly source: 'collected' | 'sandbox';
  readonly transactions: number;
  readonly bytes: number;
  readonly parseMicros: number;
  readonly textToEffectMicros: number;
  readonly effectMicros: number;
  /** From a parsed body to the effect, and what `solana-dex-parser` takes for its trades; null where it is not installed. */
  readonly bodyToEffectMicros: number;
  readonly peerMicros: number | null;
}

interface Peer {
  parseTrades(body: unknown): unknown;
}

/** The parser that is compared with, where `npm ci --prefix labs/oracles` has installed it. */
function peer(): Peer | null {
  try {
    const { DexParser } = createRequire(ORACLES)('solana-dex-parser') as { readonly DexParser: new () => Peer };
    return new DexParser();
  } catch {
    return null;
  }
}

/** Times JSON parsing, the way from JSON text to the fee payer's effect, and the effect alone over the same bodies. */
export function measureEffects(): EffectTimes {
  const source = existsSync(COLLECTED) ? 'collected' : 'sandbox';
  const world = effectWorld(loadLabels(), [USDC]);
  const bodies = textsOf(source).flatMap(bodyOf);
  const decoded = bodies.flatMap(({ text, signature }) => {
    const reading = decodeTransaction(JSON.parse(text), signature);
    return reading.known ? [reading.value] : [];
  });
  const parsed = bodies.map(({ text, signature }) => ({ body: JSON.parse(text), signature }));
  const best = { parse: Infinity, all: Infinity, effect: Infinity, body: Infinity, peer: Infinity };
  const parser = peer();
  for (let round = 0; round < ROUNDS; round += 1) {
    best.parse = Math.min(
      best.parse,
      micros(bodies, ({ text }) => JSON.parse(text)),
    );
    const whole = micros(bodies, ({ text, signature }) => {
      const reading = decodeTransaction(JSON.parse(text), signature);
      if (reading.known) effectOf(reading.value, reading.value.feePayer, world);
    });
    best.all = Math.min(best.all, whole);
    best.effect = Math.min(
      best.effect,
      micros(decoded, (one) => effectOf(one, one.feePayer, world)),
    );
    const read = micros(parsed, ({ body, signature }) => {
      const reading = decodeTransaction(body, signature);
      if (reading.known) effectOf(reading.value, reading.value.feePayer, world);
    });
    best.body = Math.min(best.body, read);
    if (parser && round < PEER_ROUNDS) {
      best.peer = Math.min(
        best.peer,
        micros(parsed, ({ body }) => parser.parseTrades(body)),
      );
    }
  }
  return {
    source,
    transactions: bodies.length,
    bytes: bodies.reduce((sum, { text }) => sum + text.length, 0),
    parseMicros: best.parse,
    textToEffectMicros: best.all,
    effectMicros: best.effect,
    bodyToEffectMicros: best.body,
    peerMicros: parser && best.peer,
  };
}

function textsOf(source: EffectTimes['source']): readonly string[] {
  if (source === 'sandbox') return readFileSync(SANDBOX, 'utf8').split('\n').filter(Boolean);
  const files = readdirSync(COLLECTED).filter((name) => name.includes('__'));
  return files.map((name) => readFileSync(new URL(name, COLLECTED), 'utf8'));
}

/** The bodies that decode, as compact as an endpoint sends them. */
function bodyOf(text: string): readonly Body[] {
  const body = JSON.parse(text);
  const result = body.result ?? body;
  const signature = parseSignature(result.transaction?.signatures?.[0]);
  const isTaken = signature !== null && decodeTransaction(result, signature).known;
  return isTaken ? [{ text: JSON.stringify(result), signature }] : [];
}

/** Processor time for one of the values, so that what else runs on the machine counts as little as possible. */
function micros<T>(values: readonly T[], work: (value: T) => void): number {
  const started = process.cpuUsage();
  for (const value of values) work(value);
  const { user, system } = process.cpuUsage(started);
  return (user + system) / values.length;
}

function run(): void {
  const { source, transactions, bytes, ...times } = measureEffects();
  const { parseMicros, textToEffectMicros, effectMicros, bodyToEffectMicros, peerMicros } = times;
  const perSecond = (time: number) => Math.round(1e6 / time).toLocaleString('en');
  console.log(`${transactions} ${source} transactions of ${Math.round(bytes / transactions)} bytes`);
  console.log(`JSON.parse        ${perSecond(parseMicros)}/s`);
  console.log(`text to effect    ${perSecond(textToEffectMicros)}/s`);
  console.log(`effect alone      ${perSecond(effectMicros)}/s`);
  console.log(`a parsed body to its effect: ${perSecond(bodyToEffectMicros)}/s`);
  console.log(`  takes ${(bodyToEffectMicros / parseMicros).toFixed(2)} times JSON.parse of its text (bound: 2)`);
  console.log(`text to effect takes ${(textToEffectMicros / parseMicros).toFixed(2)} times JSON.parse alone`);
  const ours = `${perSecond(bodyToEffectMicros)}/s`;
  const what = `effects of ${transactions} ${source} transactions`;
  report({
    what,
    budget: 'effect / JSON.parse',
    ours,
    beside: `JSON.parse of their texts ${perSecond(parseMicros)}/s`,
    ratios: [bodyToEffectMicros / parseMicros],
  });
  if (peerMicros === null) {
    console.log('solana-dex-parser is not installed: npm ci --prefix labs/oracles');
    reportAbsent(what, ours, 'labs/oracles');
  } else {
    const ratios = [peerMicros / bodyToEffectMicros];
    const beside = `solana-dex-parser ${perSecond(peerMicros)}/s`;
    report({ what, budget: 'solana-dex-parser / effect', ours, beside, ratios });
    console.log(`solana-dex-parser ${perSecond(peerMicros)}/s from a parsed body, which its trades alone take`);
    console.log(`  it takes ${(peerMicros / bodyToEffectMicros).toFixed(1)} times as long (bound: 20)`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) run();
