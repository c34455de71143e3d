// Asks the registry what is known against the packages that the service runs on, and fails for what is severe. A registry
// that serves no advisories is said to be one: nothing was looked at then, which is neither good news nor a failure.
import { spawnSync } from 'node:child_process';

const SEVERE = ['high', 'critical'];
const NOT_SERVED = new Set([404, 405, 501]);

const { stdout, stderr, error } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
  encoding: 'utf8',
  timeout: 120_000,
  maxBuffer: 64 * 1024 * 1024,
});

function fail(message) {
  console.error(message);
  process.exit(1);
}

function parsed() {
  try {
    return JSON.parse(stdout);
  } catch {
    return fail(`npm audit gave no report: ${error?.message ?? stderr.trim().slice(0, 500)}`);
  }
}

const report = parsed();
if (NOT_SERVED.has(report.statusCode)) {
  console.log(`dependencies: not audited, because the registry serves no advisories (${report.statusCode})`);
} else if (report.vulnerabilities === undefined) {
  fail(`npm audit failed: ${String(report.message ?? report.error?.summary ?? 'no reason given').slice(0, 500)}`);
} else {
  const found = Object.values(report.vulnerabilities).filter(({ severity }) => SEVERE.includes(severity));
  for (const { name, severity, range } of found) console.error(`${severity}: ${name} ${range}`);
  if (found.length > 0) fail(`dependencies: ${found.length} with a high or critical advisory`);
  const { dependencies } = report.metadata ?? {};
  console.log(`dependencies: ${dependencies?.prod ?? 'all'} audited, none with a high or critical advisory`);
}
