import type { Ask } from '#checks/check.ts';

/** What stands behind a field's price: the checks that its resolver asks of the operation, no more and no fewer. */
type Charges = (parent: unknown, args: Readonly<Record<string, unknown>>) => readonly Ask[];

/** The objects, known before anything runs, on which a field's selection will be executed. */
type Parents = (args: Readonly<Record<string, unknown>>) => readonly Parent[];

/** An object of a plan: its type, and the value that its fields' resolvers get. */
export interface Parent {
  readonly type: string;
  readonly value: unknown;
}

/** What a field says of its price. A field that says nothing is free, and so is all that is selected below it. */
export interface Priced {
  readonly charges?: Charges;
  readonly parents?: Parents;
}

/** Marks a field as paid. `asks` is what its resolver asks with the same parent and arguments. */
export function charged<P, A>(asks: (parent: P, args: A) => readonly Ask[]): { readonly priced: Priced } {
  return { priced: { charges: asks as Charges } };
}

/** Marks a free field below which paid fields can be selected, on objects that its arguments name. */
export function leadsTo<A>(parents: (args: A) => readonly Parent[]): { readonly priced: Priced } {
  return { priced: { parents: parents as Parents } };
}

/** What a field of the schema says of its price. */
export function pricedOf({ extensions }: { readonly extensions: object }): Priced {
  return (extensions as { readonly priced?: Priced }).priced ?? {};
}
