export type { DocumentTree, PersistedDocument } from './document.ts';
export * from './generated/documents.ts';
