import type { PassState } from './books.ts';

/** What a pass of a tier is made of, as the registry of tiers lists it. */
export interface PassTerms {
  readonly tier: 'traveller' | 'voyager';
  readonly days: number;
  readonly calls: number;
}

/** A pass as it was sold at some time; `priceAtomic` in atomic USDC. */
export interface SoldPass extends PassTerms {
  readonly priceAtomic: bigint;
}

/** A transfer that was verified on chain and is to be credited. `ticketHash` is the SHA-256 of the ticket's id. */
export interface CreditRequest {
  readonly signature: string;
  readonly ticketHash: Uint8Array;
  readonly amountAtomic: bigint;
  readonly pass: PassTerms | null;
  /** The key to add to; without one a new account is made. */
  readonly apiKey?: string;
}

/** Whose claim it is, for a look at what was credited before. */
export interface ClaimRequest {
  readonly signature: string;
  readonly ticketHash: Uint8Array;
  readonly apiKey?: string;
}

/**
 * What is known of a claim that was credited before.
 * `repeated` carries a fresh key only where rule 5.8 of the money rules lets one be issued, which takes the place of the earlier
 * one. A key that the claim names is never revoked by it.
 */
export type ClaimRepeat =
  | {
      readonly outcome: 'repeated';
      readonly creditedAtomic: bigint;
      readonly tier: PassTerms['tier'] | null;
      readonly apiKey?: string;
    }
  /** The signature was credited under another ticket, or taken as a payment per call. */
  | { readonly outcome: 'taken' }
  | { readonly outcome: 'key_unknown' };

export type CreditResult =
  | {
      readonly outcome: 'credited';
      /** Present when the claim made a new account; shown once. */
      readonly apiKey?: string;
      /** What the account can spend now. */
      readonly balanceAtomic: bigint;
      /** The period that was bought. */
      readonly pass?: PassState;
    }
  | ClaimRepeat;

/** The books of claims: what was transferred by ticket, credited once for each signature. */
export interface ClaimBook {
  /**
   * What became of the signature before; null when nothing did. With a key that is unknown the answer is `key_unknown`
   * before anything else. A repeat that may issue a key issues it here.
   */
  recall(claim: ClaimRequest): Promise<ClaimRepeat | null>;
  /**
   * Credits a verified transfer in one transaction: the signature, the claim, the account with its key where it is new, the
   * movement, and the pass. A signature that is there already changes nothing and is answered like `recall`.
   */
  credit(request: CreditRequest): Promise<CreditResult>;
}
