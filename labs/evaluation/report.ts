import { dryRun, type Part } from './dry-run.ts';
import { hookedMints, hookedMintsPart } from './hooked-mints.ts';
import { mintsByIssuer } from './issuers.ts';
import { deniedMints, verifiedMints } from './lists.ts';
import { names } from './names.ts';
import { judgedMints } from './recorded-mints.ts';

/** The token check against mints whose story is known: tables as text, and the targets that it misses. */
export function evaluate(): Part {
  const recorded = judgedMints();
  const counted = hookedMints();
  const parts: readonly (readonly [title: string, part: Part])[] = [
    [
      `recorded mints (${recorded.length} with bytes; holders, liquidity, exit and age taken as clean)`,
      dryRun(recorded),
    ],
    [`hooked mints of 2026-08-08 (${counted.length})`, hookedMintsPart(counted)],
    ['verified mints', verifiedMints(recorded, counted)],
    ['mints by the class of their issuer', mintsByIssuer(recorded, counted)],
    ['denied mints', deniedMints(recorded, counted)],
    ['names', names()],
  ];
  const missed = parts.flatMap(([, part]) => part.missed);
  return {
    lines: parts.flatMap(([title, { lines }], at) => [`${at === 0 ? '' : '\n'}${title}`, ...lines]),
    missed,
  };
}
