import fc, { type GeneratorValue } from 'fast-check';
import { subjects } from './graphql-route.ts';
import { literal } from './graphql-text.ts';
import type { Args, Condition, Fragment, Operated, Selection, TypeName, Variable, Written } from './graphql-written.ts';

/** Sizes in SOL as callers write them. */
const sizes: readonly unknown[] = ['0.5', 0.5, '0.50', '1', 1, 2.5, '0.000000001', '10000', 10000];
/** Texts that are no size. */
const badSizes: readonly unknown[] = ['0', '-1', 'abc', '10001', '', true, {}, [], ['1'], '0.0000000001', 1e9, -0.5];
const badSubjects = ['nope', '', '0'.repeat(44), `${subjects[0]} `] as const;
const kindNames = ['wallet', 'token', 'trade', 'funder'] as const;
/** Representations of no entity. */
const forged: readonly unknown[] = [
  {},
  [],
  'Wallet',
  7,
  true,
  { __typename: 'Query', address: subjects[0] },
  { __typename: '__Type' },
  { __typename: 'constructor', address: subjects[0] },
  { __typename: ['Wallet'], address: subjects[0] },
  { __typename: 'Wallet' },
  { __typename: 'Wallet', mint: subjects[0] },
  { __typename: 'Wallet', address: 'nope' },
  { __typename: 'Token', mint: [subjects[0]] },
  { __typename: 'Token', mint: null },
];

const CHECK_LEAVES = ['document', 'document verdict', 'document ... on Check { kind }', 'document billing { route }'];
const RESULT_LEAVES = [
  '... on Check { document }',
  '__typename ... on Check { document } ... on CheckFault { code invalid { path } }',
  '... on WalletCheck { document } ... on TokenCheck { document } ... on TradeCheck { document verdict } ... on FunderCheck { document }',
];
const FREE_LEAVES = [
  'prices { kind }',
  'passes { tier }',
  '__typename',
  '_service { __typename }',
  'account { balanceUsdc }',
];

/** Makes operations that are valid, or nearly always so, from the choices of a generator. */
class Maker {
  readonly #g: GeneratorValue;
  readonly variables: Variable[] = [];
  readonly #represented: Written[] = [];

  constructor(g: GeneratorValue) {
    this.#g = g;
  }

  #below(max: number): number {
    return this.#g(fc.nat, { max: max - 1 });
  }

  #oneOf<T>(items: readonly T[]): T {
    return items[this.#below(items.length)] as T;
  }

  #chance(percent: number): boolean {
    return this.#below(100) < percent;
  }

  #some<T>(max: number, make: () => T): T[] {
    return Array.from({ length: this.#below(max + 1) }, make);
  }

  /** The value as literal or as a variable of the type, declared in every way that leaves it what it is. */
  #value(type: string, value: unknown): Written {
    if (!this.#chance(40)) return { is: 'text', text: literal(value), value };
    const name = `v${this.variables.length}`;
    const [bare, other] = [type.replace(/!$/, ''), this.#below(3)];
    // A default lifts the non-null of an argument, so the variable may be nullable there.
    if (other === 0) this.variables.push({ name, type, sent: value });
    else if (other === 1 && value !== null) this.variables.push({ name, type: bare, fallback: value });
    else if (value !== null)
      this.variables.push({ name, type, fallback: typeof value === 'boolean' ? !value : value, sent: value });
    else this.variables.push({ name, type: bare, sent: null });
    return { is: 'variable', name };
  }

  #conditions(): Condition[] {
    if (!this.#chance(30)) return [];
    const both = this.#chance(30) ? (['skip', 'include'] as const) : [this.#oneOf(['skip', 'include'] as const)];
    return both.map((directive) => ({ directive, on: this.#value('Boolean!', this.#chance(50)) }));
  }

  #size(type: string): Args {
    const way = this.#below(5);
    if (way === 0) return [];
    if (way === 1) return [['sizeSol', this.#value(type, null)]];
    if (way === 2) return [['sizeSol', this.#absent(type)]];
    return [['sizeSol', this.#value(type, this.#oneOf(sizes))]];
  }

  /** A variable without a value and without a default. */
  #absent(type: string): Written {
    const name = `v${this.variables.length}`;
    this.variables.push({ name, type });
    return { is: 'variable', name };
  }

  #check(of: TypeName): Selection {
    const subject = this.#subject();
    const kind = this.#oneOf(
      of === 'Query' ? (['wallet', 'token', 'trade', 'funder'] as const) : [...entityKinds[of as 'Wallet']],
    );
    const named: Args =
      of === 'Query'
        ? [[kind === 'token' || kind === 'trade' ? 'mint' : 'address', this.#value('Address!', subject)]]
        : [];
    const args = kind === 'trade' ? [...named, ...this.#size('SOL')] : named;
    const name = of.toLowerCase() === kind ? 'check' : `${kind}Check`;
    return { is: 'field', of, name, args, below: this.#oneOf(CHECK_LEAVES), conditions: this.#conditions() };
  }

  #subject(): string {
    return this.#chance(10) ? this.#oneOf(badSubjects) : this.#oneOf(subjects);
  }

  /** A wallet or a token, by its address or by its id, with selections on it. */
  #object(fragments: readonly Fragment[], depth: number): Selection {
    const type = this.#oneOf(['Wallet', 'Token'] as const);
    const byId = this.#chance(50);
    const subject = byId ? this.#oneOf(subjects) : this.#subject();
    const args: Args = byId
      ? [['id', this.#value('ID!', Buffer.from(`${type}:${subject}`).toString('base64url'))]]
      : [[type === 'Wallet' ? 'address' : 'mint', this.#value('Address!', subject)]];
    const name = byId ? 'node' : type.toLowerCase();
    const below = this.selections(byId ? 'Node' : type, fragments, depth);
    return { is: 'field', of: 'Query', name, args, below, conditions: this.#conditions() };
  }

  #request(): Written {
    const kind = this.#oneOf(kindNames);
    const name = kind === 'token' || kind === 'trade' ? 'mint' : 'address';
    const subject = this.#chance(15) ? this.#oneOf(badSubjects) : this.#oneOf(subjects);
    const size = kind === 'trade' && this.#chance(50);
    const sizeSol = size ? this.#oneOf([...sizes, ...(this.#chance(30) ? badSizes : []), null]) : undefined;
    const given = { [name]: subject, ...(size && { sizeSol }) };
    if (this.#chance(20)) return this.#value('CheckRequest!', { [kind]: given });
    const members: (readonly [string, Written])[] = [[name, this.#value('Address!', subject)]];
    if (size) members.push(['sizeSol', this.#value('SOL', sizeSol)]);
    else if (kind === 'trade' && this.#chance(20)) members.push(['sizeSol', this.#absent('SOL')]);
    return { is: 'object', members: [[kind, { is: 'object', members }]] };
  }

  #batch(): Selection {
    const items = this.#some(5, () => this.#request());
    const [only] = items;
    // A single value stands for a list of it.
    const requests: Written =
      items.length === 1 && only?.is === 'object' && this.#chance(50) ? only : { is: 'list', items };
    return {
      is: 'field',
      of: 'Query',
      name: 'checks',
      args: [['requests', requests]],
      below: this.#oneOf(RESULT_LEAVES),
      conditions: this.#conditions(),
    };
  }

  #representation(): Written {
    if (this.#chance(20)) return this.#value('_Any!', this.#oneOf(forged));
    const type = this.#oneOf(['Wallet', 'Token'] as const);
    const key = type === 'Wallet' ? 'address' : 'mint';
    const subject = this.#oneOf(subjects);
    const more = this.#chance(20) ? { name: 'of another subgraph' } : {};
    if (this.#chance(50)) return this.#value('_Any!', { __typename: type, [key]: subject, ...more });
    const members: (readonly [string, Written])[] = [
      ['__typename', this.#value('String!', type)],
      [key, this.#value('String!', subject)],
    ];
    return { is: 'object', members };
  }

  #entities(fragments: readonly Fragment[], depth: number): Selection {
    const list = (): Written => ({ is: 'list', items: this.#some(4, () => this.#representation()) });
    // Equal fields merge, so that what one of them selects is asked of the objects of all.
    const again = this.#represented.length > 0 && this.#chance(50);
    const representations = again ? this.#oneOf(this.#represented) : list();
    this.#represented.push(representations);
    return {
      is: 'field',
      of: 'Query',
      name: '_entities',
      args: [['representations', representations]],
      below: this.selections('_Entity', fragments, depth),
      conditions: this.#conditions(),
    };
  }

  /** At least one selection on an object of the type. */
  selections(on: TypeName, fragments: readonly Fragment[], depth: number): Selection[] {
    return [this.#selection(on, fragments, depth), ...this.#some(2, () => this.#selection(on, fragments, depth))];
  }

  #selection(on: TypeName, fragments: readonly Fragment[], depth: number): Selection {
    const way = this.#below(10);
    const fitting = fragments.filter((fragment) => overlaps(on, fragment.on));
    if (way < 2 && fitting.length > 0) {
      return { is: 'spread', name: this.#oneOf(fitting).name, conditions: this.#conditions() };
    }
    if (way < 5 && depth > 0) {
      const other = this.#oneOf(
        ([null, 'Query', '_Entity', 'Node', 'Wallet', 'Token'] as const).filter((to) => overlaps(on, to)),
      );
      const below = this.selections(other ?? on, fragments, depth - 1);
      return { is: 'inline', on: other, below, conditions: this.#conditions() };
    }
    if (way === 9 || on === '_Entity' || on === 'Node') return this.#leaf(on);
    if (on === 'Query' && way === 8) return this.#batch();
    if (on === 'Query' && way === 7) return this.#object(fragments, depth);
    if (on === 'Query' && way === 6) return this.#entities(fragments, depth);
    return this.#check(on);
  }

  #leaf(on: TypeName): Selection {
    const texts = {
      Query: this.#oneOf(FREE_LEAVES),
      _Entity: '__typename',
      Node: 'id',
      Wallet: 'address',
      Token: 'mint',
    };
    const text = texts[on];
    return { is: 'leaf', text, conditions: this.#conditions() };
  }

  operated(): Operated {
    const fragments: Fragment[] = [];
    for (const n of this.#some(3, () => 0).keys()) {
      const on = this.#oneOf(['Query', '_Entity', 'Node', 'Wallet', 'Token'] as const);
      // Only to those that were there before, so that none reaches itself.
      fragments.push({ name: `F${n}`, on, selections: this.selections(on, fragments, 1) });
    }
    const names = this.#chance(30) ? ['A', 'B'] : ['A'];
    const operations = names.map((name) => ({ name, selections: this.selections('Query', fragments, 2) }));
    return { operations, fragments, variables: this.variables, chosen: this.#oneOf(names) };
  }
}

const entityKinds = { Wallet: ['wallet', 'funder'], Token: ['token', 'trade'] } as const;

/** Whether an object can be of both types: abstract ones are entities and nodes, which both are wallets and tokens. */
function overlaps(on: TypeName, to: TypeName | null): boolean {
  if (to === null || to === on) return true;
  const objects: readonly TypeName[] = ['Wallet', 'Token'];
  const abstract = !objects.includes(on) || !objects.includes(to);
  return on !== 'Query' && to !== 'Query' && abstract;
}

/** A random operation of the schema's paid fields, with free ones between them. */
export function anyOperation(g: GeneratorValue): Operated {
  return new Maker(g).operated();
}
