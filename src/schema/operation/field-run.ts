import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLError,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  locatedError,
  type OperationDefinitionNode,
} from 'graphql';

export type MaybePromise<T> = T | Promise<T>;

/** Goes on with a value: at once where it is known already, because each promise costs turns of the queue of microtasks. */
export function whenKnown<T, U>(value: MaybePromise<T>, goOn: (known: T) => MaybePromise<U>): MaybePromise<U> {
  return value instanceof Promise ? value.then(goOn) : goOn(value);
}

export type FieldPath = GraphQLResolveInfo['path'];
export type Fields = Record<string, unknown>;

/** A field of an operation with everything about it that no object, caller or variable changes. */
export interface FieldPlan {
  /** Its name in the answer. */
  readonly name: string;
  readonly nodes: readonly FieldNode[];
  readonly parent: GraphQLObjectType;
  readonly definition: GraphQLField<unknown, unknown>;
  /** The arguments with these variables. Throws where one of them is malformed. */
  readonly args: (variables: Readonly<Fields>) => Fields;
  readonly complete: Complete;
  /** How a field without arguments is read of its object alone; null where its resolver reads more. */
  readonly read: ((source: unknown) => unknown) | null;
  /** How a plain value of a leaf is written; null for a field that is no leaf. */
  readonly write: ((value: unknown) => unknown) | null;
  readonly isNullable: boolean;
  /** The plan of its selection on objects of a type. */
  readonly below: (type: GraphQLObjectType) => SelectionPlan;
}

/** The fields of one selection on objects of one type, in the order of the answer. */
export type SelectionPlan = readonly FieldPlan[];

/** An operation of a validated document, prepared for execution. */
export interface OperationPlan {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  /** The plan of its root selection. */
  readonly root: () => SelectionPlan;
}

/** The result of an operation. `data` is null where an error spoiled all of it, and absent where nothing was executed. */
export interface ExecutedOperation {
  readonly data?: Fields | null;
  /** Absent where there are none. */
  readonly errors?: readonly GraphQLError[];
}

/** What an execution of a prepared operation is given. `rootValue` is an event of a subscription. */
export interface ExecutionInput {
  readonly context: unknown;
  /** The coerced variables. */
  readonly variables: Readonly<Fields>;
  readonly rootValue?: unknown;
}

/** The value of a field in the answer, made of what its resolver gave. Throws the field's error. */
export type Complete = (run: FieldRun, value: unknown) => MaybePromise<unknown>;

/** One execution: its input, and the errors so far. */
export class Execution {
  readonly plan: OperationPlan;
  readonly input: ExecutionInput;
  readonly #errors: GraphQLError[] = [];
  readonly #spoiled = new Set<FieldPath | undefined>();

  constructor(plan: OperationPlan, input: ExecutionInput) {
    this.plan = plan;
    this.input = input;
  }

  /** Notes an error that left null at a place, unless an earlier one left null there or above. */
  note(error: GraphQLError, place: FieldPath | undefined): void {
    if (this.#spoiled.size > 0) {
      for (let path = place; path !== undefined; path = path.prev) if (this.#spoiled.has(path)) return;
      if (this.#spoiled.has(undefined)) return;
    }
    this.#spoiled.add(place);
    this.#errors.push(error);
  }

  result(data: Fields | null): ExecutedOperation {
    return this.#errors.length === 0 ? { data } : { errors: this.#errors, data };
  }
}

/** The execution of one field of one object, or of one item of its list. Resolvers get it as their info. */
export class FieldRun implements GraphQLResolveInfo {
  readonly field: FieldPlan;
  readonly execution: Execution;
  readonly #above: FieldPath | undefined;
  readonly #key: string | number;
  #path: FieldPath | null = null;

  constructor(execution: Execution, field: FieldPlan, above: FieldPath | undefined, key: string | number) {
    this.execution = execution;
    this.field = field;
    this.#above = above;
    this.#key = key;
  }

  /** It is made when it is first asked for, because only errors and objects need it. */
  get path(): FieldPath {
    const typename = typeof this.#key === 'number' ? undefined : this.field.parent.name;
    this.#path ??= { prev: this.#above, key: this.#key, typename };
    return this.#path;
  }

  get fieldName(): string {
    return this.field.definition.name;
  }
  get fieldNodes(): FieldPlan['nodes'] {
    return this.field.nodes;
  }
  get returnType(): GraphQLOutputType {
    return this.field.definition.type;
  }
  get parentType(): GraphQLObjectType {
    return this.field.parent;
  }
  get schema(): OperationPlan['schema'] {
    return this.execution.plan.schema;
  }
  get fragments(): Record<string, OperationPlan['fragments'][string]> {
    return this.execution.plan.fragments;
  }
  get operation(): OperationPlan['operation'] {
    return this.execution.plan.operation;
  }
  get rootValue(): unknown {
    return this.execution.input.rootValue;
  }
  get variableValues(): Fields {
    return this.execution.input.variables;
  }

  item(index: number): FieldRun {
    return new FieldRun(this.execution, this.field, this.path, index);
  }

  located(error: unknown): GraphQLError {
    return locatedError(error, this.field.nodes, keysOf(this.path));
  }

  /** Null for a nullable value, whose error is noted; throws the error of another with its place. */
  fail(error: unknown, isNullable: boolean): null {
    const located = this.located(error);
    if (!isNullable) throw located;
    this.execution.note(located, this.path);
    return null;
  }
}

function keysOf(path: FieldPath): readonly (string | number)[] {
  const keys: (string | number)[] = [];
  for (let one: FieldPath | undefined = path; one !== undefined; one = one.prev) keys.push(one.key);
  return keys.reverse();
}
