import { readFileSync, writeFileSync } from 'node:fs';
import { type CollectedName, nameListOf } from 'assay-core/rules/token/names/name-collection.ts';
import { parseAddress } from 'assay-core/solana/address.ts';
import { packageRoot } from '#lib/process/package-root.ts';

const SHIPPED = new URL('packages/core/src/rules/token/names/listed-names.json', packageRoot);
const USAGE = 'usage: npm run names -- verified:SOURCE=FILE... [unverified:SOURCE=FILE...] [words:SOURCE=FILE]\n';
const ARGUMENT = /^(verified|unverified|words):([^=]+)=(.+)$/;

/** Where lists keep their rows, and how they call a mint. */
interface ListedRow {
  readonly address?: string;
  readonly mint?: string;
  readonly name?: string | null;
  readonly symbol?: string | null;
}

/**
 * Rebuilds the shipped names from lists of tokens. A list is CSV with `Name,Symbol,Mint` first, JSON with rows that have `mint` or
 * `address`, `name` and `symbol`, or TOML with these keys; words are one a line. SOURCE is what the shipped file cites.
 */
function main(given: readonly string[]): void {
  const inputs = given.map((one) => ARGUMENT.exec(one));
  const of = (kind: string) =>
    inputs.flatMap((input) =>
      input?.[1] === kind ? [[input[2] ?? '', readFileSync(input[3] ?? '', 'utf8')] as const] : [],
    );
  const verified = new Map(of('verified').map(([source, text]) => [source, rowsOf(text)]));
  if (verified.size === 0 || inputs.includes(null)) {
    process.stderr.write(USAGE);
    process.exitCode = 2;
    return;
  }
  const words = of('words')
    .flatMap(([, text]) => text.split('\n'))
    .filter((word) => word.length > 1);
  const list = nameListOf({ verified, words, unverified: of('unverified').flatMap(([, text]) => rowsOf(text)) });
  writeFileSync(
    SHIPPED,
    textOf({
      ...list,
      words_from: of('words')
        .concat(of('unverified'))
        .map(([source]) => source),
    }),
  );
  process.stdout.write(`${list.tokens.length} names written, ${list.common.length} of their forms are common\n`);
}

/** One token a line, so that changes can be read. */
function textOf({
  tokens,
  ...rest
}: ReturnType<typeof nameListOf> & { readonly words_from: readonly string[] }): string {
  const lines = tokens.map((token) => JSON.stringify(token)).join(',\n');
  return `${JSON.stringify(rest).slice(0, -1)},"tokens":[\n${lines}\n]}\n`;
}

function rowsOf(text: string): readonly CollectedName[] {
  return rawRows(text).flatMap(({ address, mint = address ?? '', name, symbol }) =>
    parseAddress(mint) && symbol ? [{ mint, symbol: symbol.trim(), name: (name ?? '').trim() }] : [],
  );
}

function rawRows(text: string): readonly ListedRow[] {
  if (/^\s*[{[]/.test(text) && !text.includes('[[')) {
    const read = JSON.parse(text) as
      | readonly ListedRow[]
      | { readonly tokens?: ListedRow[]; readonly rows?: ListedRow[] };
    return 'length' in read ? read : (read.tokens ?? read.rows ?? []);
  }
  const tables = text.split(/^\[\[.*\]\]$/m);
  if (tables.length > 1) {
    return tables.map((table) =>
      Object.fromEntries([...table.matchAll(/^(\w+) = "(.*)"$/gm)].map(([, key, value]) => [key, value])),
    );
  }
  return text.split(/\r?\n/).map((line) => {
    const [name, symbol, mint] = [...line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g)].map(
      ([, quoted, plain]) => quoted ?? plain ?? '',
    );
    return { name: name ?? '', symbol: symbol ?? '', mint: mint ?? '' };
  });
}

main(process.argv.slice(2));
