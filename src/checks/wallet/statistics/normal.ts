const ROOT_TAU = Math.sqrt(2 * Math.PI);
/** Beyond this many deviations the distribution is 0 or 1 to the last bit that matters here. */
const REACH = 8;

/** The density of the standard normal distribution. */
export function normalDensity(x: number): number {
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
