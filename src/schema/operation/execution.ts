import {
  defaultFieldResolver,
  defaultTypeResolver,
  type GraphQLAbstractType,
  GraphQLError,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  isAbstractType,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  OperationTypeNode,
} from 'graphql';
import {
  type Complete,
  type ExecutedOperation,
  Execution,
  type ExecutionInput,
  type FieldPath,
  type FieldPlan,
  FieldRun,
  type Fields,
  type MaybePromise,
  type OperationPlan,
  type SelectionPlan,
} from './field-run.ts';

/**
 * Executes a prepared operation by the rules of the GraphQL specification, section 6, with the results and errors of graphql-js. It is
 * synchronous unless a resolver gives a promise, and never throws.
 */
export function execute(plan: OperationPlan, input: ExecutionInput): MaybePromise<ExecutedOperation> {
  const execution = new Execution(plan, input);
  const failed = (error: unknown): ExecutedOperation => {
    execution.note(error as GraphQLError, undefined);
    return execution.result(null);
  };
  try {
    const isMutation = plan.operation.operation === OperationTypeNode.MUTATION;
    const run = isMutation ? selectInTurn : select;
    const data = run(execution, plan.root(), input.rootValue, undefined);
    return isPromise(data) ? data.then((found) => execution.result(found), failed) : execution.result(data);
  } catch (error) {
    return failed(error);
  }
}

/** The stream of events of a prepared subscription. Throws the error of its resolver, with its place. */
export async function subscribe(plan: OperationPlan, input: ExecutionInput): Promise<AsyncIterable<unknown>> {
  const [field] = plan.root();
  if (!field) throw new Error('a subscription without a field');
  const run = new FieldRun(new Execution(plan, input), field, undefined, field.name);
  try {
    const resolve = field.definition.subscribe ?? defaultFieldResolver;
    const events: unknown = await resolve(input.rootValue, field.args(input.variables), input.context, run);
    if (events instanceof Error) throw events;
    return events as AsyncIterable<unknown>;
  } catch (error) {
    throw run.located(error);
  }
}

/** Executes fields on an object, all at once. */
function select(
  execution: Execution,
  fields: SelectionPlan,
  source: unknown,
  above: FieldPath | undefined,
): MaybePromise<Fields> {
  const found: Fields = {};
  let waiting: string[] | null = null;
  try {
    for (const field of fields) {
      const value = fieldValue(execution, field, source, above);
      if (isPromise(value)) {
        waiting ??= [];
        waiting.push(field.name);
      }
      set(found, field.name, value);
    }
  } catch (error) {
    if (!waiting) throw error;
    // The other values are awaited, because one of them may be rejected as well.
    return awaited(found, waiting).finally(() => {
      throw error;
    });
  }
  return waiting ? awaited(found, waiting) : found;
}

/** Executes fields on an object one after another, as those of a mutation. */
async function selectInTurn(execution: Execution, fields: SelectionPlan, source: unknown): Promise<Fields> {
  const found: Fields = {};
  for (const field of fields) set(found, field.name, await fieldValue(execution, field, source, undefined));
  return found;
}

async function awaited(found: Fields, waiting: readonly string[]): Promise<Fields> {
  const values = await Promise.all(waiting.map((name) => found[name]));
  for (const [n, name] of waiting.entries()) set(found, name, values[n]);
  return found;
}

/** A caller may call a field `__proto__`. */
function set(found: Fields, name: string, value: unknown): void {
  if (name === '__proto__') {
    Object.defineProperty(found, name, { value, enumerable: true, configurable: true, writable: true });
  } else found[name] = value;
}

/** Most fields are plain values of their object: these are written without anything but their resolver. */
function fieldValue(
  execution: Execution,
  field: FieldPlan,
  source: unknown,
  above: FieldPath | undefined,
): MaybePromise<unknown> {
  const { read, write, isNullable } = field;
  if (read === null) return resolvedValue(new FieldRun(execution, field, above, field.name), source);
  let value: unknown;
  try {
    value = read(source);
    // A member that is a method is called with more.
    if (typeof value === 'function') return resolvedValue(new FieldRun(execution, field, above, field.name), source);
    if (write !== null && typeof value !== 'object' && value !== undefined) return write(value);
  } catch (error) {
    return new FieldRun(execution, field, above, field.name).fail(error, isNullable);
  }
  if (isNullable && (value === null || value === undefined)) return null;
  return completedValue(new FieldRun(execution, field, above, field.name), value);
}

function resolvedValue(run: FieldRun, source: unknown): MaybePromise<unknown> {
  const { field, execution } = run;
  const { variables, context } = execution.input;
  let value: unknown;
  try {
    const resolve = field.definition.resolve ?? defaultFieldResolver;
    value = resolve(source, field.args(variables), context, run);
  } catch (error) {
    return run.fail(error, field.isNullable);
  }
  return completedValue(run, value);
}

/** The value of a field, of what its resolver gave. Throws only for a field that cannot be null. */
function completedValue(run: FieldRun, value: unknown): MaybePromise<unknown> {
  const { complete, isNullable } = run.field;
  try {
    const completed = isPromise(value) ? value.then((given) => complete(run, given)) : complete(run, value);
    if (!isPromise(completed)) return completed;
    return completed.then(undefined, (error: unknown) => run.fail(error, isNullable));
  } catch (error) {
    return run.fail(error, isNullable);
  }
}

/** How values of a type are completed. `namesAsGiven`: enumerations are written as their resolvers give them. */
export function completerOf(type: GraphQLOutputType, namesAsGiven: boolean): Complete {
  if (isNonNullType(type)) return nonNull(completerOf(type.ofType, namesAsGiven));
  const complete = presentCompleterOf(type, namesAsGiven);
  return (run, value) => {
    if (value === undefined || value === null) return null;
    if (value instanceof Error) throw value;
    return complete(run, value);
  };
}

/** How a field without arguments is read of its object alone: as a member, or by a resolver with one parameter; null for any other. */
export function readerOf({ resolve, args, name }: FieldPlan['definition']): FieldPlan['read'] {
  if (args.length > 0) return null;
  if (resolve?.length === 1) return resolve as (source: unknown) => unknown;
  if (resolve !== undefined && resolve !== defaultFieldResolver) return null;
  return (source) => (typeof source === 'object' && source !== null ? (source as Fields)[name] : undefined);
}

/** How a plain value of a type is written; null for a type that is no leaf. */
export function writerOf(type: GraphQLOutputType, namesAsGiven: boolean): FieldPlan['write'] {
  const leafType = isNonNullType(type) ? type.ofType : type;
  if (!isLeafType(leafType)) return null;
  return isEnumType(leafType) && namesAsGiven ? (value) => value : (value) => leaf(leafType, value);
}

function nonNull(complete: Complete): Complete {
  return (run, value) => {
    const completed = complete(run, value);
    if (completed !== null) return completed;
    throw new Error(`Cannot return null for non-nullable field ${placeOf(run.field)}.`);
  };
}

function presentCompleterOf(type: GraphQLOutputType, namesAsGiven: boolean): Complete {
  if (isListType(type)) return listCompleterOf(type.ofType, namesAsGiven);
  if (isObjectType(type)) return (run, value) => object(run, type, value);
  if (isAbstractType(type)) return (run, value) => abstract(run, type, value);
  if (isEnumType(type) && namesAsGiven) return (_run, value) => value;
  return (_run, value) => leaf(type as GraphQLLeafType, value);
}

function leaf(type: GraphQLLeafType, value: unknown): unknown {
  const serialized: unknown = type.serialize(value);
  if (serialized !== undefined && serialized !== null) return serialized;
  throw new Error(`Expected \`${type.name}.serialize\` to return non-nullable value, returned: ${serialized}`);
}

function listCompleterOf(of: GraphQLOutputType, namesAsGiven: boolean): Complete {
  const complete = completerOf(of, namesAsGiven);
  const isNullable = !isNonNullType(of);
  const itemOf = (run: FieldRun, item: unknown): MaybePromise<unknown> => {
    try {
      const completed = isPromise(item) ? item.then((given) => complete(run, given)) : complete(run, item);
      if (!isPromise(completed)) return completed;
      return completed.then(undefined, (error: unknown) => run.fail(error, isNullable));
    } catch (error) {
      return run.fail(error, isNullable);
    }
  };
  return (run, value) => {
    const items: MaybePromise<unknown>[] = [];
    let waits = false;
    try {
      for (const item of listed(run, value)) {
        const completed = itemOf(run.item(items.length), item);
        if (isPromise(completed)) waits = true;
        items.push(completed);
      }
    } catch (error) {
      // Nothing awaits the items before, one of which may be rejected as well.
      if (waits) Promise.all(items).catch(() => undefined);
      throw error;
    }
    return waits ? Promise.all(items) : items;
  };
}

function listed(run: FieldRun, value: unknown): Iterable<unknown> {
  if (typeof value === 'object' && value !== null && Symbol.iterator in value) return value as Iterable<unknown>;
  throw new GraphQLError(`Expected Iterable, but did not find one for field "${placeOf(run.field)}".`);
}

function abstract(run: FieldRun, type: GraphQLAbstractType, value: unknown): MaybePromise<unknown> {
  const resolve = type.resolveType ?? defaultTypeResolver;
  const name = resolve(value, run.execution.input.context, run, type);
  const complete = (found: string | undefined): MaybePromise<unknown> =>
    object(run, runtimeType(run, type, found), value);
  return isPromise(name) ? name.then(complete) : complete(name);
}

function runtimeType(
  { schema, field }: FieldRun,
  type: GraphQLAbstractType,
  name: string | undefined,
): GraphQLObjectType {
  const found = name === undefined ? undefined : schema.getType(name);
  if (isObjectType(found) && schema.isSubType(type, found)) return found;
  throw new GraphQLError(`A value of "${placeOf(field)}" has the type "${name}", which is none of "${type.name}".`, {
    nodes: field.nodes,
  });
}

function object(run: FieldRun, type: GraphQLObjectType, value: unknown): MaybePromise<unknown> {
  const { execution, field } = run;
  const fields = field.below(type);
  if (!type.isTypeOf) return select(execution, fields, value, run.path);
  const complete = (fits: boolean): MaybePromise<unknown> => {
    if (fits) return select(execution, fields, value, run.path);
    throw new GraphQLError(`A value of "${placeOf(field)}" is no "${type.name}".`, { nodes: field.nodes });
  };
  const fits = type.isTypeOf(value, execution.input.context, run);
  return isPromise(fits) ? fits.then(complete) : complete(fits);
}

function placeOf({ parent, definition }: FieldPlan): string {
  return `${parent.name}.${definition.name}`;
}

function isPromise<T>(value: MaybePromise<T> | PromiseLike<T>): value is Promise<T> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}
