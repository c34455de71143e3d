import { encodeBase58 } from '../../chain/base58.ts';
import { PROGRAMS } from '../../chain/programs.ts';
import type { NamedInstruction, Parsed } from './form.ts';
import { parseSystem } from './system.ts';
import { parseToken } from './token.ts';

type Parser = (instruction: NamedInstruction) => Parsed;

const PARSERS: Readonly<Record<string, { readonly name: string; readonly parse: Parser }>> = {
  [PROGRAMS.system]: { name: 'system', parse: parseSystem },
  [PROGRAMS.token]: { name: 'spl-token', parse: parseToken },
  // Nodes name the instructions of both token programs alike.
  [PROGRAMS.token2022]: { name: 'spl-token', parse: parseToken },
  [PROGRAMS.associatedToken]: { name: 'spl-associated-token-account', parse: parseAssociated },
  [PROGRAMS.memo]: { name: 'spl-memo', parse: ({ data }) => data.toString('utf8') },
};

/** The instruction as `jsonParsed` shows it; one that is not recognized keeps its accounts and data. */
export function parseInstruction(instruction: NamedInstruction, stackHeight: number): object {
  const { program: programId, accounts, data } = instruction;
  const parser = PARSERS[programId];
  const parsed = parser ? parser.parse(instruction) : null;
  if (!parser || parsed === null) return { programId, accounts, data: encodeBase58(data), stackHeight };
  return { program: parser.name, programId, parsed, stackHeight };
}

function parseAssociated({ accounts, data }: NamedInstruction): Parsed {
  const type = data.length === 0 || data[0] === 0 ? 'create' : 'createIdempotent';
  if ((data[0] ?? 0) > 1 || accounts.length < 6) return null;
  const [source, account, wallet, mint, systemProgram, tokenProgram] = accounts;
  return { type, info: { source, account, wallet, mint, systemProgram, tokenProgram } };
}
