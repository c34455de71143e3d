import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { x87Object } from './x87-object.ts';

let clean: (() => void) | null = null;

/**
 * Empties the processor's x87 registers after a program has run. The virtual machine compiles programs to machine code
 * that uses MMX for indirect calls and leaves it active (anza-xyz/sbpf issue 197). The next x87 operation of the process
 * then yields NaN: `5.5 % 2` does, and the hash tables of Node itself ask for absurd sizes and abort. Only x86-64 Linux
 * needs the remedy; where the module cannot be loaded the chain runs without, and is restarted when it aborts.
 */
export function clearX87(): void {
  clean ??= load();
  clean();
}

/** True when `clearX87` has something to do and can do it. */
export function isX87Cleared(): boolean {
  clearX87();
  return clean !== idle;
}

function idle(): void {}

function load(): () => void {
  if (process.platform !== 'linux' || process.arch !== 'x64') return idle;
  try {
    return inFolder(mkdtempSync(join(tmpdir(), 'assay-x87-')));
  } catch {
    // A temporary folder that cannot be written to, or whose files may not be executed.
    return idle;
  }
}

function inFolder(folder: string): () => void {
  const loaded: { exports: unknown } = { exports: {} };
  try {
    const file = join(folder, 'x87.node');
    writeFileSync(file, x87Object());
    process.dlopen(loaded, file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return typeof loaded.exports === 'function' ? (loaded.exports as () => void) : idle;
}
