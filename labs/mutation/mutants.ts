import { createHash } from 'node:crypto';
import ts from 'typescript';

/** A small change of the code that a run can switch on. */
export interface Mutant {
  /** The same for the same change of the same code, independent of other lines. */
  readonly key: string;
  /** Relative to the root of the checkout. */
  readonly file: string;
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly kind: string;
  readonly original: string;
  /** Empty where a statement is left out. */
  readonly mutated: string;
  /** Whether the code runs when the module is loaded and not later. */
  readonly isStatic: boolean;
}

interface Change {
  readonly kind: string;
  /** The changed expression; empty where a statement is left out. */
  readonly mutated: string;
}

const ARITHMETIC: Readonly<Record<string, string>> = {
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '<<': '>>',
  '>>': '<<',
  '&': '|',
  '|': '&',
  '+=': '-=',
  '-=': '+=',
  '*=': '/=',
  '/=': '*=',
};
const LOGICAL: Readonly<Record<string, string>> = { '&&': '||', '||': '&&', '??': '&&' };
/** The boundary and the negation of each; equality has no boundary. */
const RELATIONAL: Readonly<Record<string, readonly string[]>> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
};
const SWAPPED_METHODS: Readonly<Record<string, string>> = {
  some: 'every',
  every: 'some',
  min: 'max',
  max: 'min',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
};
const REMOVED_METHODS: ReadonlySet<string> = new Set(['filter', 'sort', 'toSorted', 'reverse', 'toReversed']);
/** The replacements in the text of an SQL statement. */
const SQL: readonly (readonly [RegExp, string])[] = [
  [/ >= /g, ' > '],
  [/ <= /g, ' < '],
  [/ > /g, ' >= '],
  [/ < /g, ' <= '],
  [/ <> /g, ' = '],
  [/ \+ /g, ' - '],
  [/ - /g, ' + '],
  [/\bAND\b/g, 'OR'],
  [/\bOR\b/g, 'AND'],
  [/\bNOT EXISTS\b/g, 'EXISTS'],
  [/\bIS NULL\b/g, 'IS NOT NULL'],
  [/\bIS NOT NULL\b/g, 'IS NULL'],
];
const IS_SQL = /\b(SELECT|UPDATE|INSERT|DELETE|WHERE|VALUES)\b/;
const SHOWN_CHARS_MAX = 70;

/** All mutants of a source file, in the order of the text. */
export function findMutants(file: string, text: string): readonly Mutant[] {
  const source = parse(file, text);
  const found: Mutant[] = [];
  const seen = new Map<string, number>();
  const visit = (node: ts.Node): void => {
    if (isWithoutCode(node)) return;
    for (const { kind, mutated } of changesOf(node, source)) {
      const start = node.getStart(source);
      const original = node.getText(source);
      const change = [file, original, mutated].join('\n');
      const before = seen.get(change) ?? 0;
      seen.set(change, before + 1);
      const line = source.getLineAndCharacterOfPosition(start).line + 1;
      const key = hash(`${change} ${before}`);
      found.push({ key, file, line, start, end: node.end, kind, original, mutated, isStatic: isStatic(node) });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

export function parse(file: string, text: string): ts.SourceFile {
  return ts.createSourceFile(file, text, ts.ScriptTarget.ES2023, true);
}

/** Types, imports and exports of other modules do not exist at run time, or cannot be expressions. */
export function isWithoutCode(node: ts.Node): boolean {
  return (
    ts.isTypeNode(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isImportDeclaration(node) ||
    ts.isExportDeclaration(node) ||
    ts.isHeritageClause(node) ||
    ts.isTypeParameterDeclaration(node)
  );
}

/** A mutant on one line, as reports print it. */
export function shown({
  file,
  line,
  original,
  mutated,
}: Pick<Mutant, 'file' | 'line' | 'original' | 'mutated'>): string {
  const short = (text: string) => {
    const flat = text.replace(/\s+/g, ' ');
    return flat.length > SHOWN_CHARS_MAX ? `${flat.slice(0, SHOWN_CHARS_MAX)}…` : flat;
  };
  if (!original.startsWith('`') && !IS_SQL.test(original))
    return `${file}:${line}  ${short(original)} -> ${short(mutated) || '(removed)'}`;
  return `${file}:${line}  ${differenceOf(original, mutated)}`;
}

/** Of two long texts the part that differs, with some characters on both sides. */
function differenceOf(original: string, mutated: string): string {
  const around = 30;
  let start = 0;
  while (start < original.length && original[start] === mutated[start]) start += 1;
  let tail = 0;
  while (tail < original.length - start && original.at(-1 - tail) === mutated.at(-1 - tail)) tail += 1;
  const cut = (text: string) =>
    text
      .slice(Math.max(0, start - around), text.length - tail + around)
      .replace(/\s+/g, ' ')
      .trim();
  return `…${cut(original)}… -> …${cut(mutated)}…`;
}

/** `count` of the mutants in their order: the same ones for the same seed, and mostly so where other lines of a file changed. */
export function sample(mutants: readonly Mutant[], count: number, seed: number): readonly Mutant[] {
  const rank = (mutant: Mutant) => hash(`${seed} ${mutant.key}`);
  const chosen = new Set([...mutants].sort((a, b) => (rank(a) < rank(b) ? -1 : 1)).slice(0, count));
  return mutants.filter((mutant) => chosen.has(mutant));
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

function changesOf(node: ts.Node, source: ts.SourceFile): readonly Change[] {
  if (ts.isStatement(node)) return statementChanges(node);
  if (!ts.isExpression(node) || !isReplaceable(node)) return [];
  return [...operatorChanges(node, source), ...literalChanges(node), ...callChanges(node, source), ...useChanges(node)];
}

function statementChanges(node: ts.Statement): readonly Change[] {
  if (ts.isExpressionStatement(node)) {
    const { expression } = node;
    const isSuper = ts.isCallExpression(expression) && expression.expression.kind === ts.SyntaxKind.SuperKeyword;
    return isSuper || ts.isStringLiteral(expression) ? [] : [{ kind: 'statement', mutated: '' }];
  }
  return ts.isBlock(node) && isBlockOfItsOwn(node) ? [{ kind: 'block', mutated: '' }] : [];
}

/** False for a block whose removal is the same as another mutant: of its condition, its only statement or its result. */
function isBlockOfItsOwn({ parent, statements }: ts.Block): boolean {
  const [first, ...others] = statements;
  if (!first || (others.length === 0 && ts.isExpressionStatement(first))) return false;
  if (ts.isIfStatement(parent)) return parent.elseStatement !== undefined;
  if (ts.isConstructorDeclaration(parent) || ts.isTryStatement(parent)) return false;
  return ts.isFunctionLike(parent) ? !returnsSomething(statements) : true;
}

function returnsSomething(statements: readonly ts.Node[]): boolean {
  return statements.some((node): boolean => {
    if (ts.isReturnStatement(node)) return node.expression !== undefined;
    if (ts.isFunctionLike(node)) return false;
    return ts.forEachChild(node, (child) => returnsSomething([child]) || undefined) ?? false;
  });
}

/** An inner link of an optional chain ends the whole chain, and the name of a property is no expression. */
function isReplaceable(node: ts.Expression): boolean {
  const { parent } = node;
  if ('name' in parent && parent.name === node) return false;
  const isInChain = (parent.flags & ts.NodeFlags.OptionalChain) !== 0;
  return !(isInChain && 'expression' in parent && parent.expression === node);
}

function operatorChanges(node: ts.Expression, source: ts.SourceFile): readonly Change[] {
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
    return [{ kind: 'negation', mutated: node.operand.getText(source) }];
  if (!ts.isBinaryExpression(node)) return [];
  const operator = node.operatorToken.getText(source);
  const [left, right] = [node.left, node.right].map((side) => operand(side, source));
  const changed = (kind: string, to: string): Change => ({ kind, mutated: `${left} ${to} ${right}` });
  const arithmetic = isText(node.left) || isText(node.right) ? undefined : ARITHMETIC[operator];
  const logical = LOGICAL[operator];
  return [
    ...(arithmetic ? [changed('arithmetic', arithmetic)] : []),
    ...(logical ? [changed('logical', logical)] : []),
    ...(RELATIONAL[operator] ?? []).map((to) => changed('comparison', to)),
  ];
}

function operand(node: ts.Expression, source: ts.SourceFile): string {
  const text = node.getText(source);
  return ts.isBinaryExpression(node) || ts.isConditionalExpression(node) || ts.isArrowFunction(node)
    ? `(${text})`
    : text;
}

/** Whether `+` joins texts here. */
function isText(node: ts.Expression): boolean {
  if (ts.isBinaryExpression(node)) return isText(node.left) || isText(node.right);
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
}

function literalChanges(node: ts.Expression): readonly Change[] {
  const { parent } = node;
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [{ kind: 'boolean', mutated: 'false' }];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [{ kind: 'boolean', mutated: 'true' }];
  if (ts.isNumericLiteral(node) || ts.isBigIntLiteral(node)) {
    const one = ts.isBigIntLiteral(node) ? '1n' : '1';
    return [{ kind: 'number', mutated: `${node.getText()} ${/[13579]n?$/.test(node.text) ? '-' : '+'} ${one}` }];
  }
  const isCompared =
    ts.isCaseClause(parent) ||
    (ts.isBinaryExpression(parent) && RELATIONAL[parent.operatorToken.getText()] !== undefined);
  return ts.isStringLiteral(node) && isCompared && node.text !== '' ? [{ kind: 'string', mutated: "''" }] : [];
}

function callChanges(node: ts.Expression, source: ts.SourceFile): readonly Change[] {
  if (ts.isTaggedTemplateExpression(node)) return sqlChanges(node, source);
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return [];
  const { expression, name } = node.expression;
  const swapped = SWAPPED_METHODS[name.text];
  if (swapped !== undefined && Object.hasOwn(SWAPPED_METHODS, name.text)) {
    const text = node.getText(source);
    const at = name.getStart(source) - node.getStart(source);
    return [{ kind: 'method', mutated: text.slice(0, at) + swapped + text.slice(at + name.text.length) }];
  }
  return REMOVED_METHODS.has(name.text) ? [{ kind: 'method', mutated: expression.getText(source) }] : [];
}

function sqlChanges(node: ts.TaggedTemplateExpression, source: ts.SourceFile): readonly Change[] {
  const text = node.getText(source);
  const { template } = node;
  const parts = ts.isTemplateExpression(template)
    ? [template.head, ...template.templateSpans.map(({ literal }) => literal)]
    : [template];
  if (!parts.some((part) => IS_SQL.test(part.text))) return [];
  return parts.flatMap((part) => {
    const from = part.getStart(source) - node.getStart(source);
    const until = part.end - node.getStart(source);
    return SQL.flatMap(([pattern, to]) =>
      [...text.slice(from, until).matchAll(pattern)].map(({ 0: was, index }) => ({
        kind: 'sql',
        mutated: text.slice(0, from + index) + to + text.slice(from + index + was.length),
      })),
    );
  });
}

/** Changes that follow from what an expression is used for: a condition or a result. */
function useChanges(node: ts.Expression): readonly Change[] {
  const { parent } = node;
  if (ts.isIfStatement(parent) || (ts.isConditionalExpression(parent) && parent.condition === node))
    return ['true', 'false'].map((mutated) => ({ kind: 'condition', mutated }));
  // A loop without an end says nothing about tests.
  const isLoop =
    ts.isWhileStatement(parent) || ts.isDoStatement(parent) || (ts.isForStatement(parent) && parent.condition === node);
  if (isLoop) return node.kind === ts.SyntaxKind.TrueKeyword ? [] : [{ kind: 'condition', mutated: 'false' }];
  return isResult(node) ? [{ kind: 'result', mutated: 'undefined' }] : [];
}

function isResult(node: ts.Expression): boolean {
  if (node.kind === ts.SyntaxKind.NullKeyword || (ts.isIdentifier(node) && node.text === 'undefined')) return false;
  const { parent } = node;
  // The functions that are handed to calls are so many that they would crowd out all others.
  return (
    ts.isReturnStatement(parent) ||
    (ts.isArrowFunction(parent) && parent.body === node && !ts.isCallExpression(parent.parent))
  );
}

function isStatic(node: ts.Node): boolean {
  for (let at = node; at.parent; at = at.parent) {
    if (ts.isFunctionLike(at.parent)) return false;
    if (
      ts.isPropertyDeclaration(at.parent) &&
      !at.parent.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword)
    )
      return false;
  }
  return true;
}
