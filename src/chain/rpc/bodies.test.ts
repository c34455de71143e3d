import { describe, expect, it } from 'vitest';
import { BodyMemory } from './bodies.ts';
import { rpcLimits } from './limits.ts';

const { requestBytesMax: always, requestBytesTried: tried } = rpcLimits;

describe('what is known of the bodies that an endpoint takes', () => {
  it('lets a large one be tried, and thinks of no small one as too large', () => {
    const bodies = new BodyMemory(rpcLimits);
    expect(bodies.bytesMax).toBe(tried);
    expect(bodies.isLarge(always)).toBe(false);
    expect(bodies.isLarge(always + 1)).toBe(true);
  });

  it('stays at what passed after a refusal, and never goes below what every endpoint takes', () => {
    const bodies = new BodyMemory(rpcLimits);
    bodies.refuse(tried);
    expect(bodies.bytesMax).toBe(always);
    const other = new BodyMemory(rpcLimits);
    other.pass(2 * always);
    other.pass(always / 2);
    other.refuse(tried);
    expect(other.bytesMax).toBe(2 * always);
    other.refuse(2 * always);
    expect(other.bytesMax).toBe(always);
  });

  it('tries again when the memory of a refusal ends', () => {
    const bodies = new BodyMemory({ ...rpcLimits, arrayMemoryMs: 0 });
    bodies.refuse(tried);
    expect(bodies.bytesMax).toBe(tried);
  });
});
