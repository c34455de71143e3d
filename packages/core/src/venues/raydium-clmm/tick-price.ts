/** The range of ticks; a tick is a factor of 1.0001 in the price (`libraries/tick_math.rs`). */
export const MIN_TICK = -443_636;
export const MAX_TICK = 443_636;

/** Square-root prices of the two ends, Q64.64. */
export const MIN_SQRT_PRICE = 4_295_048_016n;
export const MAX_SQRT_PRICE = 79_226_673_521_066_979_257_578_248_091n;

/** 1.0001^(-2^i / 2) as Q64.64 for bit i of a tick, as the program rounds it. */
const FACTORS = [
  18_445_821_805_675_395_072n,
  18_444_899_583_751_176_192n,
  18_443_055_278_223_355_904n,
  18_439_367_220_385_607_680n,
  18_431_993_317_065_453_568n,
  18_417_254_355_718_170_624n,
  18_387_811_781_193_609_216n,
  18_329_067_761_203_558_400n,
  18_212_142_134_806_163_456n,
  17_980_523_815_641_700_352n,
  17_526_086_738_831_433_728n,
  16_651_378_430_235_570_176n,
  15_030_750_278_694_412_288n,
  12_247_334_978_884_435_968n,
  8_131_365_268_886_854_656n,
  3_584_323_654_725_218_816n,
  696_457_651_848_324_352n,
  26_294_789_957_507_116n,
  37_481_735_321_082n,
];

const U128_MAX = (1n << 128n) - 1n;

const REMEMBERED_MAX = 8_192;
const remembered = new Map<number, bigint>();

/**
 * The square-root price at a tick in range, Q64.64, token 1 for token 0 (`get_sqrt_price_at_tick`). A check asks for the
 * same few ticks in each of its quotes, so they are remembered.
 */
export function sqrtPriceAt(tick: number): bigint {
  const known = remembered.get(tick);
  if (known !== undefined) return known;
  if (remembered.size >= REMEMBERED_MAX) remembered.clear();
  const price = computed(tick);
  remembered.set(tick, price);
  return price;
}

function computed(tick: number): bigint {
  const size = Math.abs(tick);
  const ratio = FACTORS.reduce(
    (product, factor, bit) => (size & (1 << bit) ? (product * factor) >> 64n : product),
    1n << 64n,
  );
  return tick > 0 ? U128_MAX / ratio : ratio;
}

/** 2^32 / log2(sqrt(1.0001)), and what the logarithm may be off by, below and above, in ticks as Q64.64. */
const TICKS_PER_OCTAVE = 59_543_866_431_248n;
const ERROR_BELOW = 184_467_440_737_095_516n;
const ERROR_ABOVE = 15_793_534_762_490_258_745n;
const FRACTION_BITS = 16;

/** The highest tick whose square-root price is at most `sqrtPrice`, which is in range (`get_tick_at_sqrt_price`). */
export function tickAt(sqrtPrice: bigint): number {
  const ticks = log2(sqrtPrice) * TICKS_PER_OCTAVE;
  const low = Number((ticks - ERROR_BELOW) >> 64n);
  const high = Number((ticks + ERROR_ABOVE) >> 64n);
  return low !== high && sqrtPriceAt(high) <= sqrtPrice ? high : low;
}

/** The binary logarithm of a Q64.64 number with 16 bits behind the point, as Q32. */
function log2(x: bigint): bigint {
  const highest = highestBit(x);
  let rest = highest >= 64n ? x >> (highest - 63n) : x << (63n - highest);
  let fraction = 0n;
  for (let i = 0; i < FRACTION_BITS; i += 1) {
    rest *= rest;
    const carry = rest >> 127n;
    rest >>= 63n + carry;
    fraction = (fraction << 1n) | carry;
  }
  return ((highest - 64n) << 32n) + (fraction << BigInt(32 - FRACTION_BITS));
}

/** The index of the highest bit that is set. Hexadecimal digits are written faster than bits. */
function highestBit(x: bigint): bigint {
  const digits = x.toString(16);
  const first = Number.parseInt(digits.charAt(0), 16);
  return BigInt((digits.length - 1) * 4 + 31 - Math.clz32(first));
}
