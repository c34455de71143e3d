/** An instruction with its accounts by name. */
export interface NamedInstruction {
  readonly program: string;
  readonly accounts: readonly string[];
  readonly data: Buffer;
}

/** The parsed form of an instruction: a type and its arguments, or a text (memos). Null when it is not recognized. */
export type Parsed = { readonly type: string; readonly info: object } | string | null;
