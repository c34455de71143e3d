import { readdirSync, readFileSync } from 'node:fs';

/** A replica's resources at a moment, over all its processes; null for an unreadable one. */
export interface Needs {
  readonly processes: number;
  readonly rssMib: number;
  /** Of the process that answered `/metrics`. */
  readonly heapMib: number | null;
  /** Open descriptors: sockets, pipes and files. */
  readonly descriptors: number;
}

/** The token that replicas require from readers of their metrics. */
export const METRICS_TOKEN = 'token-of-a-load-run';
const MIB = 1024 * 1024;

/** Looks at the process `pid` and its descendants by /proc; null where there is none or it is not there any more. */
export async function needsOf(pid: number | undefined, url: string): Promise<Needs | null> {
  if (pid === undefined) return null;
  try {
    const pids = [pid, ...descendants(pid)];
    return {
      processes: pids.length,
      rssMib: Math.round(pids.reduce((sum, one) => sum + rssKib(one), 0) / 1024),
      heapMib: await heapMib(url),
      descriptors: pids.reduce((sum, one) => sum + readdirSync(`/proc/${one}/fd`).length, 0),
    };
  } catch {
    return null;
  }
}

function rssKib(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
}

function descendants(pid: number): readonly number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  return children.flatMap((child) => [child, ...descendants(child)]);
}

async function heapMib(url: string): Promise<number | null> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const response = await fetch(`${url}/metrics`, { headers, signal: AbortSignal.timeout(2_000) }).catch(() => null);
  if (response?.status !== 200) return null;
  const used = /^assay_nodejs_heap_size_used_bytes\S* (\S+)/m.exec(await response.text())?.[1];
  return used === undefined ? null : Math.round(Number(used) / MIB);
}
