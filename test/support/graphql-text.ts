import type { Fragment, Operated, Selection, Written } from './graphql-written.ts';

/** A JSON value as GraphQL writes it. */
export function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, member]) => `${name}: ${literal(member)}`)
    .join(', ')}}`;
}

/** The text of an operation with what is sent beside it. */
export function printed(operated: Operated): {
  query: string;
  operationName: string;
  variables: Record<string, unknown>;
} {
  const fragmentOf = new Map(operated.fragments.map((fragment) => [fragment.name, fragment]));
  const responseNames = new Map<string, string>();
  const write = (value: Written): string => {
    if (value.is === 'text') return value.text;
    if (value.is === 'variable') return `$${value.name}`;
    if (value.is === 'list') return `[${value.items.map(write).join(', ')}]`;
    return `{${value.members.map(([name, member]) => `${name}: ${write(member)}`).join(', ')}}`;
  };
  const on = (selection: Selection) =>
    selection.conditions.map(({ directive, on }) => ` @${directive}(if: ${write(on)})`).join('');
  const select = (selection: Selection): string => {
    if (selection.is === 'leaf') {
      // A leaf is one field or several; the conditions of one would not hold for the others.
      const [head = '', ...rest] = selection.text.split(' ');
      return [head + on(selection), ...rest].join(' ');
    }
    if (selection.is === 'spread') return `...${selection.name}${on(selection)}`;
    const below = (inner: readonly Selection[]) => `{ ${inner.map(select).join(' ')} }`;
    if (selection.is === 'inline') {
      return `...${selection.on === null ? '' : ` on ${selection.on}`}${on(selection)} ${below(selection.below)}`;
    }
    const { of, name, args, below: inner } = selection;
    const given = args.length > 0 ? `(${args.map(([arg, value]) => `${arg}: ${write(value)}`).join(', ')})` : '';
    // Equal fields share a response name and merge; different ones never do.
    const signature = `${of}.${name}${given}`;
    const alias = responseNames.get(signature) ?? `r${responseNames.size}`;
    responseNames.set(signature, alias);
    return `${alias}: ${name}${given}${on(selection)} ${typeof inner === 'string' ? `{ ${inner} }` : below(inner)}`;
  };
  const reached = new Set<string>();
  const texts = operated.operations.map(({ name, selections }) => {
    const body = selections.map(select).join(' ');
    const names = spreads(body, fragmentOf, select);
    for (const one of names) reached.add(one);
    const all = [body, ...[...names].map((one) => fragmentOf.get(one)?.selections.map(select).join(' '))].join(' ');
    const declared = operated.variables.filter((variable) => new RegExp(`\\$${variable.name}\\b`).test(all));
    const declarations = declared.map(
      ({ name: v, type, fallback }) => `$${v}: ${type}${fallback === undefined ? '' : ` = ${literal(fallback)}`}`,
    );
    return `query ${name}${declarations.length > 0 ? `(${declarations.join(', ')})` : ''} { ${body} }`;
  });
  const definitions = operated.fragments
    .filter(({ name }) => reached.has(name))
    .map(({ name, on: type, selections }) => `fragment ${name} on ${type} { ${selections.map(select).join(' ')} }`);
  const sent = operated.variables.flatMap(({ name, sent: value }) => (value === undefined ? [] : [[name, value]]));
  return {
    query: [...texts, ...definitions].join('\n'),
    operationName: operated.chosen,
    variables: Object.fromEntries(sent),
  };
}

function spreads(
  text: string,
  fragmentOf: ReadonlyMap<string, Fragment>,
  select: (one: Selection) => string,
): Set<string> {
  const found = new Set<string>();
  const visit = (body: string): void => {
    for (const [, name = ''] of body.matchAll(/\.\.\.(F\d+)/g)) {
      if (found.has(name)) continue;
      found.add(name);
      visit(fragmentOf.get(name)?.selections.map(select).join(' ') ?? '');
    }
  };
  visit(text);
  return found;
}
