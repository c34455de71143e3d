import type { AnswerDocument } from './model.ts';

/** Documents are passed on by reference through the schema, and never changed. */
const texts = new WeakMap<AnswerDocument, string>();

/** Notes the text that a document was written as, so that nobody writes it again. */
export function noteText(document: AnswerDocument, text: string): void {
  texts.set(document, text);
}

/** The document as JSON. */
export function textOf(document: AnswerDocument): string {
  return texts.get(document) ?? JSON.stringify(document);
}
