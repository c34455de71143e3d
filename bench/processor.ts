import { readdirSync, readFileSync } from 'node:fs';
import type { Sql } from '#ledger/postgres/sql.ts';

/** A tick of the kernel's clock of processes, which is this long on Linux. */
const TICK_US = 10_000;

/** The fields of /proc/PID/stat behind the name; the name may hold anything. */
function statOf(pid: number): readonly string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

/** The processor time of a process so far, in microseconds; 0 where the system does not tell. */
export function processorUs(pid: number | undefined): number {
  try {
    const fields = statOf(pid ?? 0);
    return (Number(fields[11]) + Number(fields[12])) * TICK_US;
  } catch {
    return 0;
  }
}

/** The processes that a server of PostgreSQL on this machine consists of. */
export async function processesOf(sql: Sql): Promise<{ us(): number }> {
  const [backend] = await sql<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
  const server = parentOf(backend?.pid ?? 0);
  return {
    us: () => {
      const pids = readdirSync('/proc')
        .map(Number)
        .filter((pid) => pid > 0 && parentOf(pid) === server);
      return [server, ...pids].reduce((sum, pid) => sum + processorUs(pid), 0);
    },
  };
}

function parentOf(pid: number): number {
  try {
    return Number(statOf(pid)[1]);
  } catch {
    return -1;
  }
}

/** The processes of a service that answer requests: those that its primary made of its own program. */
export function workersOf(primary: number | undefined): readonly number[] {
  const program = commandOf(primary ?? 0);
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && parentOf(pid) === primary && commandOf(pid) === program);
}

/** The name of the file that a Node process runs. */
function commandOf(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      .split('\0')
      .find((part) => part.endsWith('.js'))
      ?.split('/')
      .at(-1);
  } catch {
    return undefined;
  }
}

/** The memory of a process that is not swapped out. */
export function residentMib(pid: number): number {
  const [, kib = '0'] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kib) / 1_024;
}
