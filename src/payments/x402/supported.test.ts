import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Keypair } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { feePayerOf, supportedFeePayer } from './supported.ts';

const network = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';
const payer = Keypair.generate().publicKey.toBase58();
const kind = { x402Version: 2, scheme: 'exact', network, extra: { feePayer: payer } };

describe('the fee payer of a facilitator', () => {
  it('is read from the entry of our network and scheme', () => {
    const others = [null, 7, { ...kind, network: 'solana' }, { ...kind, scheme: 'upto' }, { ...kind, extra: {} }];
    expect(feePayerOf({ kinds: [...others, kind] }, network)).toBe(payer);
    expect(feePayerOf({ kinds: others }, network)).toBeNull();
  });

  it.each([null, [], 'x', {}, { kinds: {} }, { kinds: [{ ...kind, extra: { feePayer: 'nonsense' } }] }])(
    'is null for %j',
    (document) => {
      expect(feePayerOf(document, network)).toBeNull();
    },
  );

  it('is asked for over HTTP and null when the facilitator fails', async () => {
    let healthy = true;
    const server = createServer((_, response) => {
      response.writeHead(healthy ? 200 : 500).end(JSON.stringify({ kinds: [kind] }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect(await supportedFeePayer(url, network)).toBe(payer);
    healthy = false;
    expect(await supportedFeePayer(url, network)).toBeNull();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    expect(await supportedFeePayer(url, network)).toBeNull();
  });
});
