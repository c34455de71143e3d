import { describe, expect, it } from 'vitest';
import { rpcLimits } from '../rpc-limits.ts';
import { RequestSizeMemory } from './request-memory.ts';

const { requestBytesMax: always, requestBytesTried: tried } = rpcLimits;

describe('what is known of the size that an endpoint takes', () => {
  it('lets a large one be tried, and thinks of no small one as too large', () => {
    const size = new RequestSizeMemory(rpcLimits);
    expect(size.bytesMax).toBe(tried);
    expect(size.isLarge(always)).toBe(false);
    expect(size.isLarge(always + 1)).toBe(true);
  });

  it('stays at what passed after a refusal, and never goes below what every endpoint takes', () => {
    const size = new RequestSizeMemory(rpcLimits);
    size.refuse(tried);
    expect(size.bytesMax).toBe(always);
    const other = new RequestSizeMemory(rpcLimits);
    other.pass(2 * always);
    other.pass(always / 2);
    other.refuse(tried);
    expect(other.bytesMax).toBe(2 * always);
    other.refuse(2 * always);
    expect(other.bytesMax).toBe(always);
  });

  it('tries again when the memory of a refusal ends', () => {
    const size = new RequestSizeMemory({ ...rpcLimits, arrayMemoryMs: 0 });
    size.refuse(tried);
    expect(size.bytesMax).toBe(tried);
  });
});
