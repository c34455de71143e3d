import { type DocumentNode, Kind, OperationTypeNode, type Token, TokenKind } from 'graphql';
import { LRUCache } from 'lru-cache';

/** How many texts are kept, and how many characters they have together. */
interface TextLimits {
  readonly textsMax: number;
  readonly charsMax: number;
}

/** Texts by their keys, such as documents by the SHA-256 of their text. The least recently used goes first. None is empty. */
export type Texts = LRUCache<string, string>;

export function openTexts({ textsMax, charsMax }: TextLimits): Texts {
  return new LRUCache({ max: textsMax, maxSize: charsMax, sizeCalculation: ({ length }) => length });
}

/** The root fields whose answers never change while the process runs: those about the schema, and the catalogue that is part of the code. */
export const fixedFields: ReadonlySet<string> = new Set([
  '__schema',
  '__type',
  '__typename',
  'prices',
  'passes',
  'reasonCodes',
  'flags',
  '_service',
]);

/** The largest answers have 300,000 characters. Public tools send about ten different documents. */
const ANSWERS = { textsMax: 200, charsMax: 8_000_000 };

/**
 * The texts of `data` for documents whose answers never change, by the words of the document: one for all names, comments and white space
 * of it.
 */
export type FixedAnswers = Texts;

export function openFixedAnswers(): FixedAnswers {
  return openTexts(ANSWERS);
}

/** The words of a document whose one operation asks for what never changes, and takes no variables; null for any other. */
export function fixedKeyOf({ definitions, loc }: DocumentNode): string | null {
  const operations = definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION);
  const [operation] = operations;
  if (!loc || !operation || operations.length > 1 || operation.operation !== OperationTypeNode.QUERY) return null;
  if (operation.variableDefinitions?.length || operation.directives?.length) return null;
  const isFixed = operation.selectionSet.selections.every(
    (one) => one.kind === Kind.FIELD && fixedFields.has(one.name.value),
  );
  if (!isFixed) return null;
  const words: string[] = [];
  for (let token = loc.startToken.next; token; token = token.next) {
    if (token.kind !== TokenKind.COMMENT && token.start !== operation.name?.loc?.start) words.push(wordOf(token));
  }
  return words.join(' ');
}

/** A token by itself: a text keeps its quotes, so that it is no other token. */
function wordOf({ kind, value }: Token): string {
  const isText = kind === TokenKind.STRING || kind === TokenKind.BLOCK_STRING;
  return isText ? JSON.stringify(value) : (value ?? kind);
}
