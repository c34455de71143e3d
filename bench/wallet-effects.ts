import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { decodeTransaction } from '../src/chain/decode/transaction.ts';
import { loadLabels } from '../src/chain/labels/table.ts';
import { effectOf } from '../src/evidence/wallet/effect.ts';
import { effectWorld } from '../src/evidence/wallet/effect-world.ts';
import { address, parseSignature, type Signature } from '../src/lib/address.ts';

const COLLECTED = new URL('../../shared/data/transactions/', import.meta.url);
const SANDBOX = new URL('../test/fixtures/worlds/sandbox/transactions.jsonl', import.meta.url);
const ROUNDS = 40;
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
  const best = { parse: Infinity, all: Infinity, effect: Infinity };
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
  }
  return {
    source,
    transactions: bodies.length,
    bytes: bodies.reduce((sum, { text }) => sum + text.length, 0),
    parseMicros: best.parse,
    textToEffectMicros: best.all,
    effectMicros: best.effect,
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
  const { source, transactions, bytes, parseMicros, textToEffectMicros, effectMicros } = measureEffects();
  const perSecond = (time: number) => Math.round(1e6 / time).toLocaleString('en');
  console.log(`${transactions} ${source} transactions of ${Math.round(bytes / transactions)} bytes`);
  console.log(`JSON.parse        ${perSecond(parseMicros)}/s`);
  console.log(`text to effect    ${perSecond(textToEffectMicros)}/s`);
  console.log(`effect alone      ${perSecond(effectMicros)}/s`);
  console.log(`text to effect takes ${(textToEffectMicros / parseMicros).toFixed(2)} times JSON.parse (bound: 2)`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) run();
