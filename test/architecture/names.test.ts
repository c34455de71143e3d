import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { productionBelow, SOURCES } from './files-below.ts';

/** A name that several files of a folder may export, each for another part of it, and why. */
interface Shared {
  readonly within: RegExp;
  readonly names: readonly string[];
  readonly why: string;
}

const shared: readonly Shared[] = [
  {
    within: /^packages\/core\/src\/venues\/[^/]+\//,
    names: [
      ...['PROGRAM', 'AUTHORITY', 'CONFIGURATIONS', 'readPool', 'poolAddress', 'vaultAddress', 'customizablePool'],
      ...['extensionAddress', 'marketOf', 'directionOf', 'swap', 'stateAfter', 'feesOf', 'isComplete'],
      ...['tickArrayAddress', 'sqrtPriceAt', 'tickAt', 'MAX_SQRT_PRICE'],
    ],
    why: 'A venue has a folder of its own, and takes the same steps from its accounts to a market as the other venues.',
  },
  {
    within: /^packages\/core\/src\/rules\/[^/]+\//,
    names: [
      ...['codes', 'flags', 'verdictOrder', 'readingRole', 'confidence'],
      ...['metricsOf', 'gapCodesOf', 'stepsOf'],
    ],
    why: 'A kind has a folder of its own, and declares the same parts as the other kinds.',
  },
  {
    within: /^packages\/core\/src\/rules\/[^/]+\/rules\//,
    names: ['holdersFrozen', 'knownExtensions', 'liquidityControl', 'subjectMint', 'transferFee', 'transferHook'],
    why: 'A rule is named by the fact that it asks for, and two kinds ask for the same fact.',
  },
  {
    within: /^packages\/core\/src\/rules\/(token|wallet)\//,
    names: [
      'HolderRole',
      'TokenPool',
      'TrialSale',
      'FunderCluster',
      'MintMaker',
      'LaunchRole',
      'LaunchBuyer',
      'ClusterLink',
      'HolderCluster',
    ],
    why: 'The published form of a fact has the name of its type.',
  },
];

type Declarations = ReadonlyMap<string, readonly { readonly file: string; readonly text: string }[]>;

/** What files export by declaring it, under each name. Comments and spaces are no part of a declaration. */
function exported(files: readonly (readonly [file: string, text: string])[]): Declarations {
  const byName = new Map<string, { file: string; text: string }[]>();
  for (const [file, text] of files) {
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
    for (const statement of source.statements) {
      for (const [name, node] of declared(statement)) {
        const declaration = text.slice(node.pos, node.end).replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
        byName.set(name, [...(byName.get(name) ?? []), { file, text: declaration.replace(/\s+/g, ' ').trim() }]);
      }
    }
  }
  return byName;
}

function declared(statement: ts.Statement): readonly (readonly [name: string, node: ts.Node])[] {
  const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
  if (!modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap((one) =>
      ts.isIdentifier(one.name) ? [[one.name.text, one] as const] : [],
    );
  }
  const isNamed =
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isFunctionDeclaration(statement);
  return isNamed && statement.name ? [[statement.name.text, statement]] : [];
}

/** The names that are declared in several files with different shapes, each with its files. */
function clashes(declarations: Declarations): readonly string[] {
  return [...declarations].flatMap(([name, found]) => {
    const files = [...new Set(found.map(({ file }) => file))];
    const isOne = files.length === 1 || new Set(found.map(({ text }) => text)).size === 1;
    return isOne ? [] : [`${name}: ${files.join(' ')}`];
  });
}

function isShared(clash: string): boolean {
  const [name = '', files = ''] = clash.split(': ');
  return shared.some(
    ({ within, names }) => names.includes(name) && files.split(' ').every((file) => within.test(file)),
  );
}

describe('an exported name', () => {
  const files = SOURCES.flatMap(productionBelow);
  const found = clashes(exported(files.map((file) => [file, readFileSync(file, 'utf8')])));

  it('means one thing in the whole tree', () => {
    expect(found.filter((clash) => !isShared(clash))).toEqual([]);
  });

  it('is listed as shared only where several files declare it', () => {
    const names = found.filter(isShared).map((clash) => clash.split(': ')[0]);
    expect(shared.flatMap((one) => one.names).filter((name) => !names.includes(name))).toEqual([]);
  });

  it('is refused when another file gives it a second meaning', () => {
    const one = ['src/chain/a.ts', 'export interface Swap { readonly spent: bigint }'] as const;
    const same = ['src/ledger/b.ts', '/** The same. */\nexport interface Swap {\n  readonly spent: bigint\n}'] as const;
    const other = ['src/ledger/c.ts', 'export const Swap = 1;'] as const;
    const own = ['src/ledger/d.ts', "interface Swap {}\nexport { Swap } from '#chain/a.ts';"] as const;
    expect(clashes(exported([one, same, own]))).toEqual([]);
    expect(clashes(exported([one, other]))).toEqual(['Swap: src/chain/a.ts src/ledger/c.ts']);
    expect(isShared('Swap: src/chain/a.ts src/ledger/c.ts')).toBe(false);
    expect(isShared('swap: packages/core/src/venues/one/quote.ts src/ledger/c.ts')).toBe(false);
  });
});
