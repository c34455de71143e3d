/** True for a byte that a boolean cannot be: the program does not read such an account either. */
export function isNoFlag(byte: number): boolean {
  return byte > 1;
}
