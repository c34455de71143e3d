import { describe, expect, it } from 'vitest';
import { Fault } from '#lib/fault.ts';
import { cases } from '../../../packages/core/test/support/cases.ts';
import { OpenClaims } from './open-claims.ts';

const OF_TICKET_MAX = 20;
const FROM_ADDRESS_MAX = 100;
const FROM_NETWORK_SHARED = 400;
const FROM_NETWORK_MAX = 3_000;
const FROM_ADDRESS_ALWAYS = 10;

const ticket = (n: number): Uint8Array => Uint8Array.from([n >> 8, n & 255]);

function opened() {
  let ms = 1_000;
  const claims = new OpenClaims(() => ms);
  /** Null where the claim may ask the chain, else the seconds until it may. */
  const refusal = (claim: Parameters<OpenClaims['enter']>[0]): number | undefined | null => {
    try {
      claims.enter(claim);
      return null;
    } catch (error) {
      if (error instanceof Fault && error.code === 'rate_limited') return error.extra.retryAfterSeconds;
      throw error;
    }
  };
  return { claims, refusal, pass: (seconds: number) => (ms += seconds * 1_000) };
}

/** How many of so many claims, each made by `claimOf`, may ask the chain. */
const allowed = (count: number, isAllowed: (n: number) => boolean): number =>
  Array.from({ length: count }, (_, n) => isAllowed(n)).filter(Boolean).length;

describe('claims that were not credited', () => {
  it('of one signature go on for as long as its owner asks', () => {
    const { refusal, pass } = opened();
    for (let n = 0; n < 1_000; n++) {
      expect(refusal({ signature: 'mine', ticketHash: ticket(1), address: '192.0.2.1' })).toBeNull();
      pass(1);
    }
  });

  it('are bounded by ticket, wherever they come from, within about a minute', () => {
    const { refusal, pass } = opened();
    const claim = (n: number) => ({ signature: `s${n}`, ticketHash: ticket(1), address: `10.${n}.0.1` });
    expect(allowed(50, (n) => refusal(claim(n)) === null)).toBe(OF_TICKET_MAX);
    const seconds = refusal(claim(60));
    expect(seconds).toBe(1);
    expect(refusal(claim(3))).toBeNull();
    expect(refusal({ ...claim(61), ticketHash: ticket(2) })).toBeNull();
    pass(seconds ?? 0);
    expect([refusal(claim(60)), refusal(claim(62))]).toEqual([null, 2]);
    // For an hour, five a second: the limit at once, and then about as many a minute.
    const { refusal: asked, pass: goOn } = opened();
    const count = allowed(3_600 * 5, (n) => {
      if (n % 5 === 0) goOn(1);
      return asked(claim(n)) === null;
    });
    expect(count).toBeGreaterThan(59 * OF_TICKET_MAX);
    expect(count).toBeLessThanOrEqual(63 * OF_TICKET_MAX);
  });

  it('are bounded by address, IPv6 by /64, and by the network around it, whatever ticket they have', () => {
    const { refusal } = opened();
    const from = (address: string, tag: string) => (n: number) =>
      refusal({ signature: `${tag}${n}`, ticketHash: ticket(n), address }) === null;
    expect(allowed(150, from('192.0.2.1', 'a'))).toBe(FROM_ADDRESS_MAX);
    expect(allowed(150, from('192.0.2.2', 'b'))).toBe(FROM_ADDRESS_MAX);
    expect(allowed(150, (n) => from(`2001:db8::${n.toString(16)}`, 'c')(n))).toBe(FROM_ADDRESS_MAX);
    const others = [1, 2, 3].map((n) => allowed(150, from(`192.0.2.${10 + n}`, `d${n}`)));
    expect(others).toEqual([FROM_ADDRESS_MAX, FROM_NETWORK_SHARED - 3 * FROM_ADDRESS_MAX, FROM_ADDRESS_ALWAYS]);
    const spread = allowed(4_000, (n) => from(`2001:db8:1:${n.toString(16)}::1`, 'e')(n));
    expect(spread).toBe(FROM_NETWORK_MAX);
  });

  it('leave room for every other address of a network that claims without end', () => {
    const { refusal, pass } = opened();
    let strangers = 0;
    const flood = () => {
      for (let from = 1; from <= 50; from++) {
        strangers += 1;
        refusal({ signature: `x${strangers}`, ticketHash: ticket(strangers), address: `203.0.113.${from}` });
      }
    };
    for (let n = 0; n < cases(60); n++) {
      for (let times = 0; times < 20; times++) flood();
      const mine = (signature: string) => refusal({ signature, ticketHash: ticket(n), address: '203.0.113.200' });
      expect(allowed(2 * FROM_ADDRESS_ALWAYS, (one) => mine(`mine ${n} ${one}`) === null)).toBe(FROM_ADDRESS_ALWAYS);
      pass(300);
    }
  });

  it('count no more once they are credited', () => {
    const { claims, refusal } = opened();
    for (let n = 0; n < 1_000; n++) {
      const claim = { signature: `s${n}`, ticketHash: ticket(1), address: '192.0.2.1' };
      expect(refusal(claim)).toBeNull();
      claims.credited(claim);
    }
  });

  it('that were refused take no room of any bound', () => {
    const { refusal, pass } = opened();
    const claim = (n: number) => ({ signature: `s${n}`, ticketHash: ticket(1), address: '192.0.2.1' });
    expect(allowed(300, (n) => refusal(claim(n)) === null)).toBe(OF_TICKET_MAX);
    expect(allowed(300, (n) => refusal({ ...claim(n + 300), ticketHash: ticket(n) }) === null)).toBe(
      FROM_ADDRESS_MAX - OF_TICKET_MAX,
    );
    pass(60);
    expect(refusal(claim(999))).toBeNull();
  });

  it('are forgotten beyond so many, those of whoever claimed longest ago first', () => {
    const { refusal } = opened();
    const first = (n: number) => ({ signature: `first${n}`, ticketHash: ticket(65_000) });
    expect(allowed(OF_TICKET_MAX + 1, (n) => refusal(first(n)) === null)).toBe(OF_TICKET_MAX);
    for (let n = 0; n < 50_000; n++) refusal({ signature: `s${n}`, ticketHash: ticket(n) });
    expect(refusal(first(OF_TICKET_MAX))).toBeNull();
  });
});
