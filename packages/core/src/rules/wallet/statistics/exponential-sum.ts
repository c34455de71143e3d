const ROOT_TAU = Math.sqrt(2 * Math.PI);

/** Beyond this many deviations the distribution is 0 or 1 to the last bit that matters here. */
const REACH = 8;

/** Coefficients that are smaller than this beside the largest are taken as 0: they move no probability that is reported. */
const NEGLIGIBLE = 1e-15;
const STEPS_MAX = 200;
/** How far from the saddlepoint, in standard deviations of the tilted sum, is near enough. */
const TOLERANCE = 1e-10;
/** Below this |w| the two fractions of the formula cancel each other to nothing, and its limit is exact enough. */
const CENTRE = 1e-3;
const PRODUCT_MAX = 1e100;

/** The needed part of the cumulant generating function around a point: -sum(log(1 - t a)) and its derivatives. */
interface Cumulants {
  readonly value: number;
  readonly curvature: number;
  readonly third: number;
}

/**
 * The probability that E1*a1 + ... + En*an <= 0, where the E are independent standard exponentials: the approximation of
 * Lugannani and Rice (Saddle point approximation for the distribution of the sum of independent random variables, Advances in
 * Applied Probability 12, 1980) at x = 0 with K(t) = -sum(log(1 - t*a)). The error is below a tenth
 * of the tail for two terms and below a hundredth for thirty. Exact where no two coefficients differ in sign:
 * 0 or 1 (1 also where all are 0).
 */
export function chanceAtMostZero(coefficients: readonly number[]): number {
  let largest = 0;
  for (const one of coefficients) largest = Math.max(largest, Math.abs(one));
  if (largest === 0) return 1;
  const scaled: number[] = [];
  let least = 0;
  let most = 0;
  for (const one of coefficients) {
    const value = one / largest;
    if (Math.abs(value) < NEGLIGIBLE) continue;
    scaled.push(value);
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  if (most === 0) return 1;
  if (least === 0) return 0;
  return tail(scaled, saddlepoint(scaled, 1 / least, 1 / most));
}

/** Where the slope of K is 0: Newton's steps, and halving where they would leave the interval in which K is defined. */
function saddlepoint(coefficients: readonly number[], lowest: number, highest: number): number {
  let low = lowest;
  let high = highest;
  let at = 0;
  for (let step = 0; step < STEPS_MAX; step += 1) {
    let slope = 0;
    let curvature = 0;
    for (const one of coefficients) {
      const tilted = one / (1 - at * one);
      slope += tilted;
      curvature += tilted * tilted;
    }
    if (Math.abs(slope) <= TOLERANCE * Math.sqrt(curvature)) return at;
    if (slope > 0) high = at;
    else low = at;
    const next = at - slope / curvature;
    const safe = next > low && next < high ? next : low + (high - low) / 2;
    if (safe === at) return at;
    at = safe;
  }
  return at;
}

function tail(coefficients: readonly number[], at: number): number {
  const { value, curvature, third } = cumulants(coefficients, at);
  const w = Math.sign(at) * Math.sqrt(Math.max(0, -2 * value));
  const u = at * Math.sqrt(curvature);
  const correction = Math.abs(w) < CENTRE ? third / (6 * curvature ** 1.5) : 1 / w - 1 / u;
  return Math.min(1, Math.max(0, normalDistribution(w) + normalDensity(w) * correction));
}

function cumulants(coefficients: readonly number[], at: number): Cumulants {
  let value = 0;
  // One logarithm of a product for many factors: it is a tenth of the time, and the product stays within the range of floats.
  let product = 1;
  let curvature = 0;
  let third = 0;
  for (const one of coefficients) {
    const factor = 1 - at * one;
    const tilted = one / factor;
    product *= factor;
    if (product > PRODUCT_MAX || product * PRODUCT_MAX < 1) {
      value -= Math.log(product);
      product = 1;
    }
    curvature += tilted * tilted;
    third += 2 * tilted * tilted * tilted;
  }
  return { value: value - Math.log(product), curvature, third };
}

/** The density of the standard normal distribution. */
function normalDensity(x: number): number {
  return Math.exp(-(x * x) / 2) / ROOT_TAU;
}

/**
 * The standard normal distribution function, to about 1e-15, by its power series around 0: 1/2 + density(x) * (x + x^3/3 +
 * x^5/(3*5) + ...) (G. Marsaglia, Evaluating the normal distribution, 2004).
 */
export function normalDistribution(x: number): number {
  if (x <= -REACH) return 0;
  if (x >= REACH) return 1;
  let term = x;
  let sum = x;
  for (let odd = 3; Math.abs(term) > Number.EPSILON * Math.abs(sum); odd += 2) {
    term *= (x * x) / odd;
    sum += term;
  }
  return 0.5 + sum * normalDensity(x);
}
