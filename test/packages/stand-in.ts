import { generateKeyPairSync } from 'node:crypto';
import type { CheckKind, CheckRequest } from 'assay-client';
import { type Signer, signerFor } from '#lib/signing/attestation.ts';

/** The parts of an answer that a test chooses. */
export type Parts = Readonly<Record<string, unknown>>;

/** A request as the stand-in got it. */
interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: string | undefined;
}

/** A service without a network: it signs what a test lets it say. */
export interface StandIn {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly asked: readonly Asked[];
  /** Answers a path by what this returns; null leaves the call without a response. */
  on(path: string | RegExp, answer: (asked: Asked) => Response | null | Promise<Response | null>): void;
  /** Replaces the key that signs. */
  rotate(): void;
  sign(answer: object): object;
}

export const MINT = 'A2ahDjuMECTdCZhVrNuabndeYJG42Ljg8jUhWq68GUnb';
export const DEPLOYER = '2uKMo9eALj6CGj3iBXpqFUs2YsDEVLURMUCix1jvFPjX';
export const BASE = 'http://assay.test';

const newSigner = (): Signer => signerFor(generateKeyPairSync('ed25519').privateKey);

export function openStandIn(): StandIn {
  const asked: Asked[] = [];
  const answers: (readonly [string | RegExp, (asked: Asked) => Response | null | Promise<Response | null>])[] = [];
  let signer = newSigner();
  return {
    asked,
    on: (path, answer) => void answers.unshift([path, answer]),
    rotate: () => {
      signer = newSigner();
    },
    sign: (answer) => ({ ...answer, attestation: signer.sign(answer) }),
    fetch: async (url, init) => {
      const path = url.slice(BASE.length);
      const one = {
        method: init.method ?? 'GET',
        path,
        headers: new Headers(init.headers),
        body: init.body?.toString(),
      };
      asked.push(one);
      if (path === '/.well-known/jwks.json') return json(signer.jwks());
      const [, answer] =
        answers.find(([known]) => (typeof known === 'string' ? known === path : known.test(path))) ?? [];
      const response = await answer?.(one);
      if (!response) throw new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } });
      return response;
    },
  };
}

/** A JSON response. */
export function json(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
}

const VERDICTS: Readonly<Record<CheckKind, string>> = {
  wallet: 'TRUSTED',
  token: 'LOW_RISK',
  trade: 'ACCEPTABLE_COST',
  funder: 'CEX_FUNDED',
};

const CHARGED = { route: 'credit', charged_usdc: '0.02', balance_usdc: '4.98' };

/** An unsigned answer to a request: a good verdict, where the parts say nothing else. */
export function answerTo({ kind, subject, sizeSol }: CheckRequest, parts: Parts = {}): object {
  return {
    schema_version: 1,
    kind,
    subject,
    network: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
    verdict: VERDICTS[kind],
    reason_codes: ['NO_ADVERSE_FACT'],
    confidence: 0.95,
    flags: [],
    reasons: [],
    metrics: kind === 'trade' ? { size_sol: String(sizeSol ?? '0.5'), cost_bps: 100 } : {},
    as_of: { slot: 1, commitment: 'confirmed', time: new Date().toISOString() },
    gaps: [],
    ...parts,
  };
}

/** The same as it is sent: signed, with its bill. */
export function charged(service: StandIn, request: CheckRequest, parts: Parts = {}, billing: Parts = CHARGED): object {
  return { ...service.sign(answerTo(request, parts)), billing };
}
