/** A document by its hash, as it stands in a manifest of persisted documents. */
export interface PersistedDocument {
  /** SHA-256 of the body, in hexadecimal. */
  readonly id: string;
  readonly name: string;
  readonly type: 'query' | 'mutation' | 'subscription';
  readonly body: string;
}

/**
 * The syntax tree of a document, with the types of its result `R` and of its variables `V`. It can be given where a `DocumentNode` or a
 * `TypedDocumentNode` is asked for. Those types belong to the package `graphql`, which nobody needs who only sends texts; so what differs
 * between its versions has no type here.
 */
export interface DocumentTree<R, V> {
  // biome-ignore lint/suspicious/noExplicitAny: graphql 16 gives it an enumeration of its own, graphql 17 the text.
  readonly kind: any;
  // biome-ignore lint/suspicious/noExplicitAny: the nodes of that package.
  readonly definitions: readonly any[];
  /** The SHA-256 of the text, by which the service knows it. */
  readonly __meta__: { readonly hash: string };
  /** The text. */
  toString(): string;
  /** It is never there: the compiler reads `R` and `V` from it. */
  readonly __apiType?: (variables: V) => R;
}
