import { describe, expect, it } from 'vitest';
import { baseLine } from './plot.ts';

const room = { from: 80, to: 120, bottom: 200 };

describe('the label of a point', () => {
  it('stands above where nothing of the curve is', () => {
    const curve = [
      { x: 0, y: 150 },
      { x: 100, y: 100 },
    ];
    expect(baseLine({ x: 100, y: 100 }, curve, true, room)).toBe(91);
  });

  it('goes below a curve that falls to its end', () => {
    const curve = [
      { x: 0, y: 40 },
      { x: 90, y: 60 },
      { x: 100, y: 100 },
    ];
    expect(baseLine({ x: 100, y: 100 }, curve, true, room)).toBe(119);
    expect(baseLine({ x: 100, y: 100 }, curve, false, room)).toBe(119);
  });

  it('goes above all of the curve where there is no room below', () => {
    const curve = [
      { x: 0, y: 40 },
      { x: 100, y: 190 },
    ];
    expect(baseLine({ x: 100, y: 190 }, curve, true, room)).toBe(31);
    expect(baseLine({ x: 100, y: 190 }, curve, false, room)).toBe(160 - 9);
  });

  it('minds only what runs between its ends', () => {
    const curve = [
      { x: 0, y: 10 },
      { x: 70, y: 105 },
      { x: 100, y: 100 },
      { x: 130, y: 10 },
    ];
    expect(baseLine({ x: 100, y: 100 }, curve, true, { ...room, bottom: 300 })).toBe(91);
  });
});
