/**
 * Work in steps, none of which takes long: whoever runs it may let others have their turn between them. What comes out does
 * not depend on that.
 */
export type Steps<T> = Generator<void, T, void>;
