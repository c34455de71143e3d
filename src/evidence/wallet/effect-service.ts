import { VOTE_PROGRAM } from '#chain/decode/moves/index.ts';
import { SYSTEM_PROGRAM } from '#chain/decode/moves/system.ts';
import { ASSOCIATED_TOKEN_PROGRAM } from '#chain/decode/moves/token.ts';
import type { Move } from '#chain/model.ts';
import type { Service } from '#checks/wallet/effect.ts';
import { type Address, address } from '#lib/address.ts';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '#lib/token/programs.ts';
import type { Scene } from './effect-scene.ts';
import { serviceOfProgram } from './effect-world.ts';

/** Programs of the runtime, of tokens and of notes: that they were called says nothing. */
const PLAIN_PROGRAMS: ReadonlySet<Address> = new Set([
  SYSTEM_PROGRAM,
  TOKEN_PROGRAM,
  TOKEN_2022_PROGRAM,
  ASSOCIATED_TOKEN_PROGRAM,
  VOTE_PROGRAM,
  ...[
    'ComputeBudget111111111111111111111111111111',
    'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
    'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
    'AddressLookupTab1e1111111111111111111111111',
    'Ed25519SigVerify111111111111111111111111111',
    'KeccakSecp256k11111111111111111111111111111',
    'Secp256r1SigVerify1111111111111111111111111',
  ].map(address),
]);

/** The programs that the transaction itself calls, without plain ones, each once. */
export function outerPrograms({ transaction }: Scene): readonly Address[] {
  const programs: Address[] = [];
  for (const { at, program } of transaction.instructions) {
    if (at.inner < 0 && !PLAIN_PROGRAMS.has(program) && !programs.includes(program)) programs.push(program);
  }
  return programs;
}

/** What programs moved of the wallet's: lamports without costs and gifts, and how many mints beyond plain transfers. */
export interface ProgramPart {
  readonly lamports: bigint;
  readonly mints: number;
}

const DUST_LAMPORTS = 10_000n;

/**
 * What kind of program moved the wallet's money; null where none did. A venue that is called on the way of a loan or of an NFT
 * is that program's business. A program without a label is a venue where both sides of an exchange moved under it.
 */
export function serviceOf(scene: Scene, part: ProgramPart): Service | null {
  const hasLamports = part.lamports > DUST_LAMPORTS || part.lamports < -DUST_LAMPORTS;
  if (!hasLamports && part.mints === 0) return null;
  const called = calledServices(scene);
  if (called.isTrade) return 'trade';
  if (called.special !== null) return called.special;
  const exchanges = (hasLamports && part.mints > 0) || part.mints > 1;
  if (exchanges && called.unknown.some((outer) => movesOurTokens(scene, outer))) return 'trade';
  return called.hasOther ? 'other' : null;
}

interface Called {
  readonly isTrade: boolean;
  /** Lending, staking or NFTs; one that the transaction itself calls comes before one that is called by another. */
  readonly special: Service | null;
  /** Places of top-level instructions of programs about which nothing is known. */
  readonly unknown: readonly number[];
  readonly hasOther: boolean;
}

/** One call of a program that is not plain, with the service of the top-level instruction that it ran under. */
interface Call {
  readonly service: Service | null;
  readonly under: Service | null;
  readonly outer: number;
  readonly isTop: boolean;
}

function calledServices(scene: Scene): Called {
  const calls = callsOf(scene);
  const tops = calls.filter(({ isTop }) => isTop);
  const specials = [...tops, ...calls].filter(({ service }) => isSpecial(service));
  return {
    isTrade: calls.some(({ service, under }) => service === 'trade' && !isSpecial(under)),
    special: specials[0]?.service ?? null,
    unknown: tops.flatMap(({ service, outer }) => (service === null ? [outer] : [])),
    hasOther: tops.length > 0,
  };
}

function callsOf({ transaction, world }: Scene): readonly Call[] {
  const calls: Call[] = [];
  let under: Service | null = null;
  for (const { at, program } of transaction.instructions) {
    const isTop = at.inner < 0;
    if (isTop) under = null;
    if (PLAIN_PROGRAMS.has(program)) continue;
    const service = serviceOfProgram(world, program);
    if (isTop) under = service;
    calls.push({ service, under, outer: at.outer, isTop });
  }
  return calls;
}

function isSpecial(service: Service | null): boolean {
  return service === 'lending' || service === 'staking' || service === 'nft';
}

function movesOurTokens({ transaction, own }: Scene, outer: number): boolean {
  return transaction.moves.some(
    (move) => move.at.outer === outer && move.at.inner >= 0 && tokensMoved(move).some((account) => own.has(account)),
  );
}

function tokensMoved(move: Move): readonly Address[] {
  switch (move.kind) {
    case 'token_transfer':
      return [move.from, move.to];
    case 'mint_tokens':
      return [move.to];
    case 'burn_tokens':
      return [move.from];
    default:
      return [];
  }
}
