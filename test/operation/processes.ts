import { readdirSync, readFileSync } from 'node:fs';

/** Every process that Linux shows us, with its parent and its command line; none on another system. */
function all(): readonly { readonly pid: number; readonly parent: number; readonly command: string }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
        const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return state === 'Z' ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
      } catch {
        // It ended while we looked.
        return [];
      }
    });
}

/** A process and what it started, and all that name `folder` in their command line. */
export function familyOf(pid: number, folder: string | null): readonly number[] {
  const processes = all();
  const family = new Set([pid]);
  for (let before = 0; before < family.size; ) {
    before = family.size;
    for (const one of processes) {
      if (family.has(one.parent) || (folder !== null && one.command.includes(folder))) family.add(one.pid);
    }
  }
  return [...family];
}

/** Those of them that still run. */
export function living(pids: Iterable<number>): readonly number[] {
  const running = new Set(all().map(({ pid }) => pid));
  return [...pids].filter((pid) => running.has(pid));
}

/** The command lines of those of them that still run. */
export function commandsOf(pids: Iterable<number>): readonly string[] {
  const asked = new Set(pids);
  return all().flatMap(({ pid, command }) => (asked.has(pid) ? [command] : []));
}
