import { subjects } from './graphql-route.ts';
import type { Args, Fragment, Operated, Selection, TypeName, Written } from './graphql-written.ts';

/** Prices by kind in atomic USDC, as the specification lists them. */
const prices: Readonly<Record<string, bigint>> = { wallet: 100_000n, token: 20_000n, trade: 20_000n, funder: 50_000n };

/** Sizes by how they are written, as canonical decimals of SOL. */
const canonical: Readonly<Record<string, string>> = {
  '0.5': '0.5',
  '0.50': '0.5',
  '1': '1',
  '2.5': '2.5',
  '0.000000001': '0.000000001',
  '10000': '10000',
};

/** An object that fields are asked of: its type and its subject. */
interface Owner {
  readonly type: TypeName;
  readonly subject: string;
}

/**
 * The checks of an operation, by the plainest reading of the GraphQL specification: every fragment is written out where it is spread,
 * every variable replaced by its value, every condition decided, and then each field is examined by itself.
 */
export function askedBy({ operations, fragments, variables, chosen }: Operated): ReadonlySet<string> {
  const values = new Map<string, unknown>();
  for (const { name, sent, fallback } of variables) {
    if (sent !== undefined) values.set(name, sent);
    else if (fallback !== undefined) values.set(name, fallback);
  }
  const selections = operations.find(({ name }) => name === chosen)?.selections ?? [];
  const asked = new Set<string>();
  ask({ values, fragments, asked }, { type: 'Query', subject: '' }, selections);
  return asked;
}

export function priceOf(names: Iterable<string>): bigint {
  return [...names].reduce((sum, name) => sum + (prices[name.split(' ')[0] ?? ''] ?? 0n), 0n);
}

interface Asking {
  readonly values: ReadonlyMap<string, unknown>;
  readonly fragments: readonly Fragment[];
  readonly asked: Set<string>;
}

function ask(asking: Asking, owner: Owner, selections: readonly Selection[]): void {
  for (const selection of selections) {
    const holds = selection.conditions.every(
      ({ directive, on }) => (read(asking, on) === true) === (directive === 'include'),
    );
    if (holds) askOne(asking, owner, selection);
  }
}

function askOne(asking: Asking, owner: Owner, selection: Selection): void {
  if (selection.is === 'leaf') return;
  if (selection.is === 'field') {
    if (selection.of === owner.type) askField(asking, owner, selection);
    return;
  }
  const written = selection.is === 'inline' ? selection : fragmentOf(asking, selection.name);
  if (fits(written.on, owner)) ask(asking, owner, written.below);
}

function fragmentOf({ fragments }: Asking, name: string): { on: TypeName; below: readonly Selection[] } {
  const fragment = fragments.find((one) => one.name === name);
  if (!fragment) throw new Error(`no fragment ${name}`);
  return { on: fragment.on, below: fragment.selections };
}

function fits(on: TypeName | null, { type }: Owner): boolean {
  return on === null || on === type || ((on === '_Entity' || on === 'Node') && type !== 'Query');
}

function askField(asking: Asking, owner: Owner, field: Selection & { is: 'field' }): void {
  const args = argsOf(asking, field.args);
  const { name, below } = field;
  if (name === 'checks') {
    for (const request of listOf(args.requests)) askRequest(asking, request as Record<string, unknown>);
  } else if (typeof below === 'string') {
    const kind = name === 'check' ? owner.type.toLowerCase() : name.replace('Check', '');
    askCheck(asking, kind, owner.subject || (args.address ?? args.mint), args.sizeSol);
  } else {
    for (const found of ownersOf(name, args)) ask(asking, found, below);
  }
}

/** The objects that a field without checks of its own gives. */
function ownersOf(name: string, args: Readonly<Record<string, unknown>>): readonly Owner[] {
  const owners = name === '_entities' ? listOf(args.representations).map(entity) : [named(args)];
  return owners.filter((owner) => owner !== null);
}

/** The object that a root field names; null where it names none. */
function named({ id, address, mint }: Readonly<Record<string, unknown>>): Owner | null {
  const text = id === undefined ? '' : Buffer.from(String(id), 'base64url').toString();
  const [type, key] =
    id === undefined ? [address === undefined ? 'Token' : 'Wallet', address ?? mint] : text.split(':');
  const subject = subjects.find((one) => one === key);
  return subject ? { type: type as TypeName, subject } : null;
}

/** A single value stands for a list of it. */
function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

function askRequest(asking: Asking, request: Record<string, unknown>): void {
  const [[kind, check] = ['', {}]] = Object.entries(request);
  const { address, mint, sizeSol } = check as Record<string, unknown>;
  askCheck(asking, kind, address ?? mint, sizeSol);
}

/** Malformed arguments ask nothing. */
function askCheck({ asked }: Asking, kind: string, subject: unknown, given: unknown): void {
  const size = given ?? '0.5';
  const readable = typeof size === 'string' || typeof size === 'number';
  if (!subjects.includes(String(subject) as (typeof subjects)[number])) return;
  if (kind === 'trade' && !(readable && String(size) in canonical)) return;
  asked.add(kind === 'trade' ? `${kind} ${subject} ${canonical[String(size)]}` : `${kind} ${subject}`);
}

function entity(representation: unknown): Owner | null {
  const given = (Array.isArray(representation) ? null : representation) as Record<string, unknown> | null;
  if (typeof given !== 'object' || given === null) return null;
  const type = given.__typename;
  if (type !== 'Wallet' && type !== 'Token') return null;
  const key = type === 'Wallet' ? given.address : given.mint;
  const subject = subjects.find((one) => one === key);
  return subject ? { type, subject } : null;
}

const ABSENT = Symbol('absent');

function argsOf(asking: Asking, args: Args): Record<string, unknown> {
  return Object.fromEntries(
    args.map(([name, value]) => [name, read(asking, value)]).filter(([, value]) => value !== ABSENT),
  );
}

function read(asking: Asking, written: Written): unknown {
  if (written.is === 'text') return written.value;
  if (written.is === 'variable') return asking.values.has(written.name) ? asking.values.get(written.name) : ABSENT;
  if (written.is === 'list') return written.items.map((item) => read(asking, item));
  return argsOf(asking, written.members);
}
