export { parseSol, parseUsdc } from './decimal.ts';
export * from './generated/schema.ts';
