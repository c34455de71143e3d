/** Range of ticks: `state/tick.rs` of orca-so/whirlpools. */
export const MIN_TICK = -443_636;

export const MAX_TICK = 443_636;

/** Square-root prices of the two ends, Q64.64: `math/tick_math.rs`. */
export const MIN_SQRT_PRICE = 4_295_048_016n;

export const MAX_SQRT_PRICE = 79_226_673_515_401_279_992_447_579_055n;

/**
 * 1.0001^(2^i / 2) in Q96 for bit i of a tick of 0 and above: `math/tick_math.rs` of orca-so/whirlpools. Both tables hold
 * 19 factors, one for each bit of the largest tick.
 */
const POSITIVE_FACTORS_Q96: readonly bigint[] = [
  79_232_123_823_359_799_118_286_999_567n,
  79_236_085_330_515_764_027_303_304_731n,
  79_244_008_939_048_815_603_706_035_061n,
  79_259_858_533_276_714_757_314_932_305n,
  79_291_567_232_598_584_799_939_703_904n,
  79_355_022_692_464_371_645_785_046_466n,
  79_482_085_999_252_804_386_437_311_141n,
  79_736_823_300_114_093_921_829_183_326n,
  80_248_749_790_819_932_309_965_073_892n,
  81_282_483_887_344_747_381_513_967_011n,
  83_390_072_131_320_151_908_154_831_281n,
  87_770_609_709_833_776_024_991_924_138n,
  97_234_110_755_111_693_312_479_820_773n,
  119_332_217_159_966_728_226_237_229_890n,
  179_736_315_981_702_064_433_883_588_727n,
  407_748_233_172_238_350_107_850_275_304n,
  2_098_478_828_474_011_932_436_660_412_517n,
  55_581_415_166_113_811_149_459_800_483_533n,
  38_992_368_544_603_139_932_233_054_999_993_551n,
];

/** 1.0001^(-2^i / 2) in Q64 for bit i of how far a tick is below 0, of the same source. */
const NEGATIVE_FACTORS_Q64: readonly bigint[] = [
  18_445_821_805_675_392_311n,
  18_444_899_583_751_176_498n,
  18_443_055_278_223_354_162n,
  18_439_367_220_385_604_838n,
  18_431_993_317_065_449_817n,
  18_417_254_355_718_160_513n,
  18_387_811_781_193_591_352n,
  18_329_067_761_203_520_168n,
  18_212_142_134_806_087_854n,
  17_980_523_815_641_551_639n,
  17_526_086_738_831_147_013n,
  16_651_378_430_235_024_244n,
  15_030_750_278_693_429_944n,
  12_247_334_978_882_834_399n,
  8_131_365_268_884_726_200n,
  3_584_323_654_723_342_297n,
  696_457_651_847_595_233n,
  26_294_789_957_452_057n,
  37_481_735_321_082n,
];

const ONE_Q64 = 2 ** 64;
/** ln(1.0001) / 2: how much the logarithm of the square-root price grows from one tick to the next. */
const STEP = Math.log(1.0001) / 2;

/** The square-root price of a tick (within `MIN_TICK` and `MAX_TICK`), Q64.64: `math/tick_math.rs`. */
export function sqrtPriceAt(tick: number): bigint {
  return tick >= 0 ? product(POSITIVE_FACTORS_Q96, 96n, tick) >> 32n : product(NEGATIVE_FACTORS_Q64, 64n, -tick);
}

/** The highest tick whose square-root price is at most `sqrtPrice`, which lies within the range of prices. */
export function tickAt(sqrtPrice: bigint): number {
  // The logarithm only finds the neighbourhood. Which tick it is, exact prices decide.
  let tick = Math.floor(Math.log(Number(sqrtPrice) / ONE_Q64) / STEP);
  tick = Math.min(Math.max(tick, MIN_TICK), MAX_TICK);
  while (tick > MIN_TICK && sqrtPriceAt(tick) > sqrtPrice) tick -= 1;
  while (tick < MAX_TICK && sqrtPriceAt(tick + 1) <= sqrtPrice) tick += 1;
  return tick;
}

function product(factors: readonly bigint[], bits: bigint, exponent: number): bigint {
  let ratio = 1n << bits;
  factors.forEach((factor, bit) => {
    if ((exponent >> bit) % 2 === 1) ratio = (ratio * factor) >> bits;
  });
  return ratio;
}
