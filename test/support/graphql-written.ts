/** A value as it is written in a document; variables stand in it by name. */
export type Written =
  | { readonly is: 'text'; readonly text: string; readonly value: unknown }
  | { readonly is: 'variable'; readonly name: string }
  | { readonly is: 'list'; readonly items: readonly Written[] }
  | { readonly is: 'object'; readonly members: readonly (readonly [string, Written])[] };

/** A directive of a selection with its condition. */
export interface Condition {
  readonly directive: 'skip' | 'include';
  readonly on: Written;
}

export type TypeName = 'Query' | '_Entity' | 'Node' | 'Wallet' | 'Token';

/** A selection of a made-up operation. `leaf` is text that asks for nothing. */
export type Selection = { readonly conditions: readonly Condition[] } & (
  | { readonly is: 'field'; readonly of: TypeName; readonly name: string; readonly args: Args; readonly below: Below }
  | { readonly is: 'leaf'; readonly text: string }
  | { readonly is: 'inline'; readonly on: TypeName | null; readonly below: readonly Selection[] }
  | { readonly is: 'spread'; readonly name: string }
);

export type Args = readonly (readonly [string, Written])[];
type Below = readonly Selection[] | string;

export interface Fragment {
  readonly name: string;
  readonly on: TypeName;
  readonly selections: readonly Selection[];
}

/** A variable: its declaration, and what is sent for it. Absent where `sent` is undefined. */
export interface Variable {
  readonly name: string;
  readonly type: string;
  readonly fallback?: unknown;
  readonly sent?: unknown;
}

/** A document of several operations, of which one is chosen. */
export interface Operated {
  readonly operations: readonly { readonly name: string; readonly selections: readonly Selection[] }[];
  readonly fragments: readonly Fragment[];
  readonly variables: readonly Variable[];
  readonly chosen: string;
}
