const NUMBER = /^(\d{1,400})(?:\.(\d{1,400}))?(?:[eE]([+-]?\d{1,3}))?$/;

/**
 * A number as callers and JavaScript write it, `0.50` and `1e-9` among them, as plain decimal text without needless zeros. Text
 * that is no such number stays as it is, for the pattern of amounts to refuse.
 */
export function plainDecimal(text: string): string {
  const [, whole, fraction = '', exponent = '0'] = NUMBER.exec(text) ?? [];
  if (whole === undefined) return text;
  const point = whole.length + Number(exponent);
  const digits = `${whole}${fraction}`;
  const before = point > 0 ? digits.slice(0, point).padEnd(point, '0') : '';
  const after = point > 0 ? digits.slice(point) : digits.padStart(digits.length - point, '0');
  const [integer, rest] = [before.replace(/^0+(?=\d)/, ''), after.replace(/0+$/, '')];
  return `${integer === '' ? '0' : integer}${rest === '' ? '' : `.${rest}`}`;
}
