import { describe, expect, it } from 'vitest';
import { gatherFunder } from '#facts/funder/evidence.ts';
import { judgeFunder } from '#rules/funder/verdict.ts';
import { type Address, address } from '#solana/address.ts';
import type { Move } from '#solana/move.ts';
import type { Instruction, TokenBalance } from '#solana/transaction.ts';
import { exchangeLabel, labelsOf } from '../support/funder-evidence.ts';
import { key, type Made, MemoryChain, SYSTEM, signatureOf, transaction, transfer } from '../support/transactions.ts';

const SOL = 1_000_000_000n;
const FEE = 5_000n;
const WSOL = address('So11111111111111111111111111111111111111112');
const USDC = address('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v');
const TOKEN = address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
const STAKE = address('Stake11111111111111111111111111111111111111');
const VOTE = address('Vote111111111111111111111111111111111111111');
const [W, payer, exchange, other, poolVault, program] = ['w', 'payer', 'exchange', 'other', 'vault', 'program'].map(
  key,
) as [Address, Address, Address, Address, Address, Address];
const pda = address('5Q544fKrFoe6tsEbD7S8EmxGTJYAKtTVhAW5Q5pge4j1');
const TOP = { outer: 0, inner: -1 };

const labels = labelsOf(exchangeLabel(exchange));

const token = (account: Address, owner: Address, amount: bigint, mint = USDC): TokenBalance => ({
  keyIndex: 0,
  account,
  mint,
  owner,
  program: TOKEN,
  amount,
  decimals: 6,
});
const age: Made = {
  name: 'age',
  slot: 1,
  balances: [
    [other, 99n * SOL, 89n * SOL - FEE],
    [payer, 0n, 10n * SOL],
  ],
  moves: [transfer(other, payer, 10n * SOL)],
};
const fund = (over: Partial<Made> = {}): Made => ({
  name: 'fund',
  slot: 500_000,
  balances: [
    [payer, 10n * SOL, 9n * SOL - FEE],
    [W, 0n, SOL],
  ],
  moves: [transfer(payer, W, SOL)],
  ...over,
});
const spend: Made = { name: 'spend', slot: 500_010, balances: [[W, SOL, SOL - FEE]] };

async function check(made: readonly Made[], prepare: (chain: MemoryChain) => void = () => {}, subject = W) {
  const chain = new MemoryChain(made.map(transaction));
  prepare(chain);
  const evidence = await gatherFunder(subject, chain, { labels });
  const judged = judgeFunder(evidence);
  return { chain, evidence, judged, codes: judged.reasons.map(({ code }) => code), metrics: judged.metrics };
}

describe('a young wallet', () => {
  it('is answered in four rounds, with birth proof, source, hub test and hop', async () => {
    // Its funder had the money for more than 30 days, so that the trail ends there.
    const made = [age, fund({ slot: 3_000_000 }), { ...spend, slot: 3_000_010 }];
    const { chain, judged, codes, metrics } = await check(made);
    expect([judged.verdict, codes, judged.confidencePercent]).toEqual([
      'WALLET_FUNDED',
      ['DIRECT_WALLET_TRANSFER'],
      85,
    ]);
    expect(metrics).toMatchObject({
      source: payer,
      mechanism: 'transfer',
      funded_lamports: '1000000000',
      main_source_share_bps: 10_000,
      birth_proven: true,
      signatures_seen: 2,
      hops_followed: 1,
      hop_2: { source: other },
      hop_3: null,
      siblings: 1,
    });
    expect(chain.rounds).toBeLessThanOrEqual(4);
    expect(chain.calls).toBeLessThanOrEqual(11);
    expect(judged.gaps).toEqual([]);
  });

  it('of an exchange needs no hub test', async () => {
    const made = fund({
      balances: [
        [exchange, 10n * SOL, 9n * SOL - FEE],
        [W, 0n, SOL],
      ],
      moves: [transfer(exchange, W, SOL)],
    });
    const { chain, judged, metrics } = await check([made, spend]);
    expect([judged.verdict, judged.confidencePercent]).toEqual(['CEX_FUNDED', 95]);
    expect(metrics).toMatchObject({ source_label: { exchange: 'Sample', grade: 'strong' } });
    expect(chain.rounds).toBeLessThanOrEqual(3);
  });

  it('tells the exchange behind its funder, and a fresh funder', async () => {
    const cexAge: Made = {
      ...age,
      slot: 499_000,
      balances: [
        [exchange, 99n * SOL, 89n * SOL - FEE],
        [payer, 0n, 10n * SOL],
      ],
      moves: [transfer(exchange, payer, 10n * SOL)],
    };
    const { judged, codes } = await check([cexAge, fund(), spend]);
    expect(judged.verdict).toBe('WALLET_FUNDED');
    expect(codes).toEqual(['FUNDER_IS_FRESH', 'DIRECT_WALLET_TRANSFER']);
    expect(judged.flags).toContain('CEX_AT_HOP_2');
  });
});

describe('history', () => {
  it('that is cut, broken or without bodies proves nothing', async () => {
    const cut = await check([
      age,
      fund({
        balances: [
          [payer, 10n * SOL, 9n * SOL - FEE],
          [W, 1n, SOL + 1n],
        ],
      }),
      { ...spend, balances: [[W, SOL + 1n, SOL]] },
    ]);
    expect([cut.judged.verdict, cut.codes, cut.judged.decidedBy.length]).toEqual([
      'UNVERIFIABLE_ORIGIN',
      ['HISTORY_PRUNED'],
      1,
    ]);
    const oldestSpends = await check([spend]);
    expect([oldestSpends.codes, oldestSpends.judged.decidedBy.length]).toEqual([['HISTORY_PRUNED'], 1]);
    const broken = await check([age, fund(), { ...spend, balances: [[W, 2n * SOL, SOL]] }]);
    expect([broken.judged.verdict, broken.codes]).toEqual(['UNVERIFIABLE_ORIGIN', ['CONTINUITY_BROKEN']]);
    const lost = await check([age, fund(), spend], (chain) => chain.lost.add(signatureOf('fund')));
    expect([lost.judged.verdict, lost.codes]).toEqual(['UNVERIFIABLE_ORIGIN', ['META_MISSING']]);
  });

  it('beyond the page limit is a fact about the subject', async () => {
    const many = Array.from(
      { length: 1_001 },
      (_, n): Made => ({ name: `n${n}`, slot: 600_000 + n, balances: [[W, SOL, SOL]] }),
    );
    const chain = new MemoryChain([fund(), ...many].map(transaction));
    const judged = judgeFunder(await gatherFunder(W, chain, { labels, signaturePagesMax: 1 }));
    expect([judged.verdict, judged.reasons[0]?.code]).toEqual(['UNVERIFIABLE_ORIGIN', 'TOO_MANY_SIGNATURES']);
  });

  it('that is lost after the first self-paid transaction does not matter', async () => {
    const later: Made = { name: 'later', slot: 500_020, balances: [[W, SOL - FEE, SOL - 2n * FEE]] };
    const { judged } = await check([age, fund(), spend, later], (chain) => chain.lost.add(signatureOf('later')));
    expect(judged.verdict).toBe('WALLET_FUNDED');
  });

  it('of rewards is distinguished from a gap by votes', async () => {
    const instructions: Instruction[] = [{ at: TOP, program: VOTE, accounts: [W], data: null }];
    const vote: Made = { ...spend, instructions };
    const { codes } = await check([
      age,
      fund(),
      vote,
      { name: 'v2', slot: 500_050, balances: [[W, 2n * SOL, SOL]], instructions },
    ]);
    expect(codes).toEqual(['VALIDATOR_REWARD']);
  });
});

describe('a subject', () => {
  it('without anything has no history; with lamports and no history it is cut', async () => {
    const none = await check([age]);
    expect([none.judged.verdict, none.codes, none.judged.decidedBy]).toEqual(['UNKNOWN', ['NO_HISTORY'], []]);
    const chain = new MemoryChain(
      [],
      [{ address: W, lamports: 5n, owner: SYSTEM, executable: false, data: new Uint8Array() }],
    );
    const judged = judgeFunder(await gatherFunder(W, chain, { labels }));
    expect([judged.verdict, judged.reasons[0]?.code]).toEqual(['UNVERIFIABLE_ORIGIN', 'HISTORY_PRUNED']);
  });

  it('that is no wallet or a service is not read', async () => {
    const off = await check([age], undefined, pda);
    expect([off.judged.verdict, off.codes, off.chain.rounds]).toEqual(['UNKNOWN', ['NOT_A_WALLET'], 2]);
    const service = await check([age], undefined, exchange);
    expect([service.judged.verdict, service.codes]).toEqual(['UNKNOWN', ['SUBJECT_IS_SERVICE']]);
    expect(service.chain.calls).toBe(2);
  });

  it('known by its token accounts only is found through them', async () => {
    const [from, to] = [key('from-ata'), key('to-ata')];
    const chain = new MemoryChain(
      [
        age,
        {
          name: 'usdc',
          slot: 9,
          balances: [[payer, SOL, SOL - FEE]] as Made['balances'],
          preTokens: [token(from, payer, 9n)],
          postTokens: [token(from, payer, 4n), token(to, W, 5n)],
        },
      ].map((made) => transaction(made)),
      [],
      [{ account: to, program: TOKEN, mint: USDC, owner: W, amount: 5n, lamports: 1n }],
    );
    const judged = judgeFunder(await gatherFunder(W, chain, { labels }));
    expect([judged.verdict, judged.reasons.map(({ code }) => code)]).toEqual(['WALLET_FUNDED', ['TOKEN_ONLY']]);
    expect(judged.metrics).toMatchObject({ source: payer, token_amount: '5', funded_lamports: '0' });
    expect(judged.flags).toEqual(['NEVER_SPENT']);
  });
});

describe('mechanisms', () => {
  const credit = async (made: Made) => {
    const { evidence } = await check([made]);
    const funding = evidence.funding.known ? evidence.funding.value : null;
    return { funding, first: funding?.credits[0], unexplained: funding?.unexplainedLamports };
  };
  const by = (move: object, balances: Made['balances'], over: Partial<Made> = {}) =>
    credit(fund({ balances, moves: [{ at: TOP, program: SYSTEM, ...move } as Move], ...over }));

  it.each([
    ['create_account', { kind: 'create_account', from: payer, to: W, lamports: SOL, owner: SYSTEM }, 'create_account'],
    [
      'withdraw_nonce',
      { kind: 'withdraw_nonce', from: other, to: W, authority: payer, lamports: SOL },
      'nonce_withdrawal',
    ],
    [
      'withdraw_stake',
      { program: STAKE, kind: 'withdraw_stake', from: other, to: W, authority: payer, lamports: SOL },
      'stake_withdrawal',
    ],
    [
      'withdraw_vote',
      { program: VOTE, kind: 'withdraw_vote', from: other, to: W, authority: payer, lamports: SOL },
      'vote_withdrawal',
    ],
    [
      'close of another owner',
      { program: TOKEN, kind: 'close_token_account', from: other, to: W, owner: payer },
      'account_close',
    ],
  ])('%s', async (_, move, mechanism) => {
    const loser: readonly [Address, bigint, bigint] = move.from === payer ? [other, 1n, 1n] : [other, SOL, 0n];
    const paid = move.from === payer ? SOL : 0n;
    const { first, unexplained } = await by(move, [[payer, 3n * SOL, 3n * SOL - paid - FEE], loser, [W, 0n, SOL]]);
    expect([first?.mechanism, first?.source, first?.lamports, unexplained]).toEqual([mechanism, payer, SOL, 0n]);
  });

  it("attributes the subject's own unwrapped SOL to whoever filled the account in the same transaction", async () => {
    const temp = key('temp');
    const { first, funding } = await credit(
      fund({
        balances: [
          [payer, 3n * SOL, 3n * SOL - FEE],
          [poolVault, 9n * SOL, 8n * SOL],
          [temp, 0n, 0n],
          [W, 0n, SOL],
        ],
        preTokens: [token(poolVault, pda, 9n * SOL, WSOL), token(key('ata'), payer, 9n)],
        postTokens: [token(poolVault, pda, 8n * SOL, WSOL), token(key('ata'), payer, 1n)],
        moves: [
          {
            at: TOP,
            program: TOKEN,
            kind: 'token_transfer',
            from: poolVault,
            to: temp,
            authority: pda,
            mint: null,
            amount: SOL,
          },
          { at: TOP, program: TOKEN, kind: 'close_token_account', from: temp, to: W, owner: W },
        ]
          .map((move) => move as Move)
          .toSpliced(0, 0, {
            at: TOP,
            program: TOKEN,
            kind: 'open_token_account',
            account: temp,
            owner: W,
            mint: WSOL,
            payer: null,
          }),
      }),
    );
    expect([first?.mechanism, first?.source, first?.lamports]).toEqual(['swap', payer, SOL]);
    expect(funding?.unexplainedLamports).toBe(0n);
  });

  it('names the program that credited lamports directly', async () => {
    const vault = key('program-vault');
    const instructions: Instruction[] = [{ at: TOP, program, accounts: [vault, W], data: null }];
    const { first, unexplained } = await credit(
      fund({
        balances: [
          [payer, SOL, SOL - FEE],
          [vault, 2n * SOL, SOL],
          [W, 0n, SOL],
        ],
        moves: [],
        instructions,
      }),
    );
    expect([first?.mechanism, first?.source, first?.lamports, unexplained]).toEqual([
      'program_credit',
      program,
      SOL,
      0n,
    ]);
  });

  it('counts own rent that comes back neither as income nor as unexplained', async () => {
    const { funding } = await by({ program: TOKEN, kind: 'close_token_account', from: other, to: W, owner: W }, [
      [payer, SOL, SOL - FEE],
      [other, 2_039_280n, 0n],
      [W, 0n, 2_039_280n],
    ]);
    expect([funding?.credits, funding?.unexplainedLamports]).toEqual([[], 0n]);
  });

  it('leaves the origin unknown when too much stays unexplained', async () => {
    const { judged, codes } = await check([
      fund({
        balances: [
          [payer, 9n * SOL, 7n * SOL - FEE],
          [W, 0n, 2n * SOL],
        ],
      }),
      { ...spend, balances: [[W, 2n * SOL, SOL]] },
    ]);
    expect(judged.verdict).toBe('UNKNOWN_ORIGIN');
    expect(codes).toContain('UNEXPLAINED_CREDIT');
  });

  it('follows tokens and sponsors where no lamports came', async () => {
    const made = fund({
      balances: [
        [payer, SOL, SOL - FEE],
        [W, 0n, 0n],
      ],
      moves: [],
      signers: [payer, W],
      preTokens: [token(key('x'), exchange, 9n)],
      postTokens: [token(key('x'), exchange, 1n), token(key('y'), W, 8n)],
    });
    const { judged, codes } = await check([made]);
    expect([judged.verdict, codes, judged.confidencePercent]).toEqual(['CEX_FUNDED', ['CEX_TOKEN_FUNDED'], 75]);
    const sponsored = await check([
      age,
      fund({
        balances: [
          [payer, SOL, SOL - FEE],
          [W, 0n, 0n],
        ],
        moves: [],
        signers: [payer, W],
      }),
    ]);
    expect([sponsored.judged.verdict, sponsored.codes]).toEqual(['WALLET_FUNDED', ['SPONSORED']]);
  });
});
