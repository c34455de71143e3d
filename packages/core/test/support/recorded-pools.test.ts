import { describe, expect, it } from 'vitest';
import { serveRecorded } from './recorded-pools.ts';

describe('the recorded node', () => {
  it('counts as calls of a check neither questions for the slot nor those for the tip, which payments ask beside it', async () => {
    const node = await serveRecorded(new Map());
    const ask = async (...methods: readonly string[]) => {
      const calls = methods.map((method, id) => ({ jsonrpc: '2.0', id, method, params: [] }));
      const response = await fetch(node.url, { method: 'POST', body: JSON.stringify(calls) });
      await response.text();
    };
    try {
      await ask('getSlot');
      await ask('getLatestBlockhash');
      await ask('getLatestBlockhash', 'getSlot');
      expect(node.asked()).toMatchObject({ requests: 0, probes: 3, rounds: 0 });
      await ask('getLatestBlockhash', 'getBlockTime');
      expect(node.asked()).toMatchObject({ requests: 1, probes: 3, rounds: 1 });
    } finally {
      await node.close();
    }
  });
});
