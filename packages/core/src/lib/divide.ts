/** `dividend / divisor` towards plus infinity; `divisor` above 0. */
export function divideUp(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return dividend > 0n && quotient * divisor !== dividend ? quotient + 1n : quotient;
}

/** `dividend / divisor` towards minus infinity; `divisor` above 0. */
export function divideDown(dividend: bigint, divisor: bigint): bigint {
  return -divideUp(-dividend, divisor);
}

export function magnitude(of: bigint): bigint {
  return of < 0n ? -of : of;
}
