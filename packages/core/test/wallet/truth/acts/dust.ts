import { PublicKey } from '@solana/web3.js';
import { mintTo } from 'assay-sandbox/world/instructions.ts';
import { MINUTE } from 'assay-sandbox/world/scene.ts';
import type { Chance } from '../../../support/chance.ts';
import type { Life } from '../life.ts';
import { Sheet } from '../sheet.ts';
import { Stage } from '../stage/stage.ts';

/** Wallets that one transaction of dust names at most: more do not fit into it. */
const TARGETS_MAX = 6;
const FLOOD = { min: 60, max: 240, minutesApart: 20 } as const;

/** When the spammer sends something to wallets of a stage: one flood in every other stage, and a few transactions at any time. */
export function slotsOfDust(chance: Chance): readonly number[] {
  const alone = Array.from({ length: chance.whole(0, 12) }, () => Stage.slot(chance.whole(2, 80)));
  if (chance.happens(0.5)) return alone;
  let at = Stage.slot(chance.whole(4, 70));
  const flood = Array.from({ length: chance.whole(FLOOD.min, FLOOD.max) }, () => {
    at += chance.happens(0.3) ? 0 : chance.whole(1, FLOOD.minutesApart * MINUTE);
    return at;
  });
  return [...alone, ...flood];
}

/** A stranger's transaction that gives several wallets next to nothing, as advertisements and poisoners of addresses do. */
export function sendDust(stage: Stage, lives: readonly Life[], chance: Chance, slot: number): void {
  const { spammer } = stage.people;
  const born = lives.filter(({ entries }) => entries.length > 0 && chance.happens(0.4)).slice(0, TARGETS_MAX);
  const sheets = born.map((life, index) => {
    const { actor, merchantWallet } = life;
    const sheet = new Sheet(stage, actor, merchantWallet, { payer: spammer, joins: index > 0 });
    addDust(sheet, life, chance);
    return sheet;
  });
  const played = Sheet.playTogether(sheets, slot);
  for (const [index, one] of (played ?? []).entries()) {
    const [life, sheet] = [born[index], sheets[index]];
    if (life && sheet) life.note(sheet, one);
  }
}

/** Lamports, units of a coin that nobody trades (which may open an account), or a few units of one that the wallet holds. */
function addDust(sheet: Sheet, life: Life, chance: Chance): void {
  const { stage } = life;
  const { spammer } = stage.people;
  const kind = chance.pick({ lamports: 6, spam: 2, traded: 1 });
  const held = kind === 'traded' ? life.oneOf(life.held()) : null;
  if (held) sheet.tokensFrom(spammer, held.coin, BigInt(chance.whole(1, 5_000)));
  else if (kind === 'spam') {
    const coin = stage.spam[chance.whole(0, stage.spam.length - 1)];
    if (!coin) return;
    const units = BigInt(chance.whole(1, 1_000_000));
    sheet.open(coin);
    sheet.instructions.push(mintTo(spammer, life.actor.publicKey, new PublicKey(coin.mint), units));
    sheet.adjust(coin, units, spammer);
    sheet.tokensIn.push([coin.mint, units]);
  } else
    sheet.receive(spammer, BigInt(chance.pick({ 1: 2, 1000: 1, 10000: 2, 100000: 1 })) + BigInt(chance.whole(0, 99)));
}
