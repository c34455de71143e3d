import { execFileSync } from 'node:child_process';
import { chmodSync, closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { letLeasesLapse } from '../../labs/soak/world.ts';
import { until } from '../support/market.ts';
import { Customers } from './customers.ts';
import { mustAgree } from './reckoning.ts';
import { openStage, type ProcessStage, recordedSubject } from './stage.ts';

const KEYS = 6;
const DISK_MIB = 160;
const CHUNK = Buffer.alloc(64 * 1024, 1);
/** So many refusals that whatever space was left inside of the database's own files is used up. */
const REFUSED_MIN = 30;

const place = mkdtempSync(join(tmpdir(), 'assay-disk-'));
const mounted = mount();
if (!mounted) console.log('no full disk is tried: mounting a file system needs root and a kernel that lets it');

/** A file system of its own in memory: the disk of the drill is really full, and nobody else's is. */
function mount(): boolean {
  try {
    const options = ['-t', 'tmpfs', '-o', `size=${DISK_MIB}m`, 'tmpfs', place];
    execFileSync('/bin/mount', options, { stdio: 'ignore' });
    chmodSync(place, 0o755);
    return true;
  } catch {
    return false;
  }
}

/** Fills the disk to the last byte. */
function fill(): void {
  const file = openSync(join(place, 'filler'), 'a');
  try {
    for (;;) writeSync(file, CHUNK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(file);
  }
}

describe.runIf(mounted)('a database whose disk is full', () => {
  let stage: ProcessStage;
  let customers: Customers;

  beforeAll(async () => {
    const settings = { max_wal_size: '48MB', min_wal_size: '32MB', shared_buffers: '4MB' };
    stage = await openStage({ server: { dataDir: place, settings } });
    const keys = await Promise.all(Array.from({ length: KEYS }, () => stage.key()));
    customers = new Customers(`${stage.service.url}/check/funder/${recordedSubject('CEX_FUNDED')}`, keys);
  });
  afterEach(() => customers?.rest());
  afterAll(async () => {
    await stage?.stop();
    execFileSync('/bin/umount', [place]);
    rmdirSync(place);
  });

  /** Waits until so many checks were refused with 503 because the books could not be written. */
  async function refused(): Promise<void> {
    const seen = (): number => [...customers.refusals].reduce((sum, [, times]) => sum + times, 0);
    await until(() => seen() >= REFUSED_MIN);
  }

  it('refuses checks with 503 and charges nothing, and goes on once there is space', async () => {
    customers.work();
    await customers.answered(KEYS);
    fill();
    await refused();
    const charged = customers.delivered.size;
    rmSync(join(place, 'filler'));
    // A server that could not write its log has ended; its supervisor starts it again.
    await stage.server.start();
    // What could be held and not given back is held for the minute of a lease, which is made to pass at once.
    await letLeasesLapse(stage.database);
    await customers.answered(2 * KEYS);
    await customers.rest();
    await mustAgree(stage.database, customers.delivered);
    expect(customers.delivered.size).toBeGreaterThan(charged);
    const met = [...customers.refusals.keys()];
    expect(
      met.filter((refusal) => !/^(503 (not_ready|answer_not_stored)|409 request_in_flight)$/.test(refusal)),
    ).toEqual([]);
  });
});
