import { type DocumentNode, type ExecutionResult, Kind, OperationTypeNode, type Token, TokenKind } from 'graphql';
import type { Plugin } from 'graphql-yoga';
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

/** The names of the fields about the schema. */
const META: ReadonlySet<string> = new Set(['__schema', '__type', '__typename']);

/** The largest answers have 300,000 characters. Public tools send about ten different documents. */
const ANSWERS = { textsMax: 200, charsMax: 8_000_000 };

/** Answers to documents about the schema, which never change: one text for all names, comments and white space of a document. */
export interface SchemaAnswers {
  /** The text that answers a parsed document; null where it has not been answered yet, or asks about more than the schema. */
  find(document: DocumentNode): string | null;
  /** Keeps the answer where the document asks about the schema alone. */
  keep(document: DocumentNode, result: ExecutionResult): void;
}

export function openSchemaAnswers(): SchemaAnswers {
  const texts = openTexts(ANSWERS);
  return {
    find(document) {
      const key = keyOf(document);
      return key === null ? null : (texts.get(key) ?? null);
    },
    keep(document, { data, errors }) {
      const key = keyOf(document);
      if (key !== null && data && !errors) texts.set(key, JSON.stringify({ data }));
    },
  };
}

/** Answers a document about the schema by its text. One that was answered before is valid, and is not executed again. */
export function introspection(answers: SchemaAnswers): Plugin {
  return {
    onExecute: ({ args: { document }, setResultAndStopExecution }) => {
      const text = answers.find(document);
      if (text !== null) return setResultAndStopExecution(written(text));
      return {
        onExecuteDone: ({ result }) => {
          if ('data' in result) answers.keep(document, result);
        },
      };
    },
  };
}

/** A result that the engine writes as this text. */
function written(text: string): ExecutionResult {
  const result = { data: {}, stringify: () => text };
  return result;
}

/** The tokens of a document whose one operation asks about the schema alone and takes no variables; null for any other. */
function keyOf({ definitions, loc }: DocumentNode): string | null {
  const operations = definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION);
  const [operation] = operations;
  if (!loc || !operation || operations.length > 1 || operation.operation !== OperationTypeNode.QUERY) return null;
  if (operation.variableDefinitions?.length || operation.directives?.length) return null;
  const isMeta = operation.selectionSet.selections.every((one) => one.kind === Kind.FIELD && META.has(one.name.value));
  if (!isMeta) return null;
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
