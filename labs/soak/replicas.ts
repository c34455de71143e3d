import { type ServiceProcess, startProcess } from '../../test/support/service.ts';

/** Variables of a process. */
export type Env = Readonly<Record<string, string>>;

/** The processes of the service. */
export class Replicas {
  readonly urls: readonly string[];
  readonly #envs: readonly Env[];
  readonly #command: readonly [string, ...string[]];
  readonly #running = new Map<number, ServiceProcess>();
  #past = '';

  /** `workers`: how many processes make up a replica; without it one does. */
  constructor(envs: readonly (Env & { readonly PORT: string })[], workers?: number) {
    this.#envs = envs;
    this.urls = envs.map(({ PORT }) => `http://127.0.0.1:${PORT}`);
    this.#command = [process.execPath, 'dist/main.js', ...(workers ? ['--workers', String(workers)] : [])];
  }

  get output(): string {
    return this.#past + [...this.#running.values()].map((service) => service.output()).join('');
  }

  pid(replica: number): number | undefined {
    return this.#running.get(replica)?.process.pid;
  }

  async start(replica: number): Promise<void> {
    this.#running.set(replica, await startProcess(this.#envs[replica] ?? {}, this.#command));
  }

  async kill(replica: number): Promise<void> {
    if ((await this.#ended(replica, 'SIGKILL')) !== null) throw new Error(`replica ${replica} ended by itself`);
  }

  async terminate(replica: number): Promise<void> {
    const code = await this.#ended(replica, 'SIGTERM');
    if (code !== 0) throw new Error(`replica ${replica} ended with ${code} after SIGTERM`);
  }

  async end(): Promise<void> {
    await Promise.all([...this.#running.values()].map((service) => service.end('SIGKILL')));
  }

  async #ended(replica: number, signal: NodeJS.Signals): Promise<number | null> {
    const service = this.#running.get(replica);
    if (service === undefined) throw new Error(`replica ${replica} does not run`);
    this.#running.delete(replica);
    const code = await service.end(signal);
    this.#past += service.output();
    return code;
  }
}
