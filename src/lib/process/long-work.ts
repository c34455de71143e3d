let underWay = 0;

/** Begins work that takes many turns of the event loop. The returned function ends it and is called once. */
export function beginLongWork(): () => void {
  underWay += 1;
  return () => {
    underWay -= 1;
  };
}

/** Whether anybody in this process computes: whoever waits for company may ask whether any can still come. */
export function isAtLongWork(): boolean {
  return underWay > 0;
}
