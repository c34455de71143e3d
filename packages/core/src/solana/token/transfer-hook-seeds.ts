import { Bytes } from '../bytes.ts';

/** A seed of the address of an account that a hook needs. Indexes count the hook's accounts; offsets and lengths are in bytes. */
export type HookSeed =
  | { readonly is: 'literal'; readonly bytes: Uint8Array }
  | { readonly is: 'instruction'; readonly at: number; readonly length: number }
  | { readonly is: 'key'; readonly account: number }
  | { readonly is: 'data'; readonly account: number; readonly at: number; readonly length: number };

/** Kinds of seeds, and how many numbers of a byte follow the kind; behind the length of a literal stand its bytes. */
const KIND = { end: 0, literal: 1, instruction: 2, key: 3, data: 4 } as const;
const NUMBERS: readonly number[] = [0, 1, 2, 1, 3];

/**
 * The seeds in 32 bytes, up to a kind of 0 or the end (spl-tlv-account-resolution, `seeds.rs`); null for an unknown kind, and for a
 * seed that passes the end.
 */
export function readSeeds(config: Uint8Array): readonly HookSeed[] | null {
  const bytes = new Bytes(config);
  const seeds: HookSeed[] = [];
  for (let at = 0; at < config.length; ) {
    const kind = bytes.u8(at);
    if (kind === KIND.end) break;
    const numbers = NUMBERS[kind];
    if (numbers === undefined || at + 1 + numbers > config.length) return null;
    const [first = 0, second = 0, third = 0] = config.subarray(at + 1, at + 1 + numbers);
    at += 1 + numbers;
    if (kind === KIND.literal) {
      if (at + first > config.length) return null;
      seeds.push({ is: 'literal', bytes: bytes.slice(at, first) });
      at += first;
    } else seeds.push(seedOf(kind, [first, second, third]));
  }
  return seeds;
}

function seedOf(kind: number, [first, second, third]: readonly [number, number, number]): HookSeed {
  if (kind === KIND.instruction) return { is: 'instruction', at: first, length: second };
  if (kind === KIND.key) return { is: 'key', account: first };
  return { is: 'data', account: first, at: second, length: third };
}
