// Runs the architecture rules and refuses to pass when the cruiser saw nothing: under a compiler that it cannot
// drive it finds no module and exits 0, which would make every rule a rule that cannot fail.
import { cruise } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import options from '../../.dependency-cruiser.mjs';
import { keepsBounds } from './bounds.mjs';
import { folderCycles } from './folders.mjs';
import { measures } from './measure.mjs';

const MODULES_MIN = 20;

const { output } = await cruise(
  ['src', 'bench', 'labs', 'test', 'packages'],
  { ...options.options, ruleSet: { forbidden: options.forbidden }, validate: true },
  undefined,
  { tsConfig: extractTSConfig('tsconfig.json') },
);
const ours = output.modules.filter(({ source }) => /^(src|packages\/(core|sandbox)\/src)\//.test(source));
for (const v of output.summary.violations) {
  const rule = options.forbidden.find((r) => r.name === v.rule.name);
  console.error(`${v.rule.severity} ${v.rule.name}: ${v.from} -> ${v.to}\n    ${rule?.comment ?? ''}`);
}
if (ours.length < MODULES_MIN) {
  console.error(
    `The cruiser saw ${ours.length} modules of ours, fewer than ${MODULES_MIN}: the rules were not applied.`,
  );
  process.exit(1);
}
const production = ours.filter(({ source }) => !/[.]test[.]tsx?$/.test(source));
const cycles = folderCycles(production);
for (const cycle of cycles) console.error(`error no-folder-circles: ${cycle}`);
if (output.summary.violations.length + cycles.length > 0) process.exit(1);
console.log(`architecture: ${ours.length} modules, ${options.forbidden.length} rules, no violation`);
if (!keepsBounds(measures(output.modules))) process.exit(1);
