/** The 97.5 percent point of the standard normal distribution. */
const Z = 1.959_963_984_540_054;
const WHOLE_BPS = 10_000;

/**
 * The 95 percent interval of a share of which `wins` of `of` were seen, in basis points rounded outwards (E. B. Wilson, Journal of
 * the American Statistical Association 22, 1927). `of` is above 0.
 */
export function wilson95(wins: number, of: number): { readonly lowBps: number; readonly highBps: number } {
  const share = wins / of;
  const weight = (Z * Z) / of;
  const centre = share + weight / 2;
  const spread = Z * Math.sqrt((share * (1 - share)) / of + weight / (4 * of));
  return {
    lowBps: wins === 0 ? 0 : Math.max(0, Math.floor(((centre - spread) / (1 + weight)) * WHOLE_BPS)),
    highBps: wins === of ? WHOLE_BPS : Math.min(WHOLE_BPS, Math.ceil(((centre + spread) / (1 + weight)) * WHOLE_BPS)),
  };
}
