import { execFile } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { HistoryRecord } from '#chain/history.ts';
import { type ChainContents, LocalChain } from '#chain/local-chain.ts';
import { WORLD_SEED } from '#identity.ts';
import { buildWorld } from '#world/world.ts';
import { decodeWorld, encodeWorld, type KeptWorld, timesIn, worldStamp } from './format.ts';

/** Any whole second after the fixed times of the scenes will do: a snapshot is moved to the anchor of whoever loads it. */
const ANCHOR_SECONDS = 1_800_000_000;
/** A time and one that is this much later differ in their lowest byte, so a comparison finds where a time begins. */
const LATER_SECONDS = 0x0101_0101;

/**
 * Writes the snapshot of the whole sample world, with all sequels played. The world is built twice, the second time by a
 * process of its own and at a later time: where the two differ, there is a time.
 */
export async function writeSnapshot(file: string, program: URL): Promise<void> {
  const draft = `${file}.later`;
  const other = promisify(execFile)(process.execPath, [fileURLToPath(program), 'later', draft]);
  const [world] = await Promise.all([buildWhole(WORLD_SEED, ANCHOR_SECONDS), other]);
  const stamp = worldStamp(program);
  const later = decodeWorld(readFileSync(draft), stamp, ANCHOR_SECONDS + LATER_SECONDS);
  rmSync(draft);
  if (later === null) throw new Error('the program of the sandbox changed while it made a snapshot');
  writeFileSync(file, encodeWorld({ ...world, times: timesOf(world.contents, later.contents) }, stamp));
}

/** Writes the same world at a later time, to compare with. */
export async function writeLater(file: string, program: URL): Promise<void> {
  writeFileSync(file, encodeWorld(await buildWhole(WORLD_SEED, ANCHOR_SECONDS + LATER_SECONDS), worldStamp(program)));
}

/** The whole world of a seed, built from nothing. Its times are not found out. */
async function buildWhole(seed: string, anchorSeconds: number): Promise<KeptWorld> {
  const chain = new LocalChain({ seed, anchorMs: 1000 * anchorSeconds, startedMs: Date.now(), finalitySlots: 0 });
  const { subjects, sequels } = await buildWorld(chain, seed);
  await sequels.playAll();
  return { seed, anchorSeconds, subjects, contents: chain.contents(), times: [] };
}

/** Where the transactions hold times. Throws when anything else depends on the time. */
function timesOf({ accounts, records }: ChainContents, later: ChainContents): KeptWorld['times'] {
  const moved = accounts.find((entry, at) => accountText(entry) !== accountText(later.accounts[at]));
  if (moved) throw new Error(`an account of the sample world depends on the time: ${moved[0]}`);
  return records.map((record, at) => {
    const other = later.records[at];
    if (other === undefined || recordText(record) !== recordText(other))
      throw new Error(`a transaction of the sample world depends on the time: ${record.signature}`);
    return timesIn(textOf(record.meta), textOf(other.meta), LATER_SECONDS);
  });
}

function accountText(entry: ChainContents['accounts'][number] | undefined): string {
  const [of, account] = entry ?? ['', null];
  if (account === null) return of;
  const { lamports, owner, executable, data } = account;
  return [of, lamports, owner, executable, Buffer.from(data).toString('base64')].join(' ');
}

function recordText({ signature, slot, error, memo, keys, wire }: HistoryRecord): string {
  return JSON.stringify([signature, slot, error, memo, keys, Buffer.from(wire).toString('base64')]);
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('utf8');
}
