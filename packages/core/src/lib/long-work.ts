let underWay = 0;

/** Notes work that takes many turns of the event loop. Call the returned function once when it ends. */
export function beginLongWork(): () => void {
  underWay += 1;
  return () => {
    underWay -= 1;
  };
}

/**
 * Whether such work is under way in this process. Readers that wait for each other use it to see whether another question can still
 * come.
 */
export function isAtLongWork(): boolean {
  return underWay > 0;
}
