/** `231` as `"2.31 %"`: basis points for people. */
export function percentText(bps: number): string {
  const fraction = (bps % 100).toString().padStart(2, '0').replace(/0+$/, '');
  return `${Math.floor(bps / 100)}${fraction === '' ? '' : `.${fraction}`} %`;
}

/** `counted(1, 'pool')` is `"1 pool"`, `counted(2, 'pool')` `"2 pools"`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
