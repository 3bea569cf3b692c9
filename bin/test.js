// All checks of a change, from a fresh clone. Plain JavaScript, like the launcher.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser, giveUp, nodePath, prepare, root, run } from './launcher.js';

if (process.argv.length > 2)
  giveUp('npm test roda tudo e não recebe opções. Um arquivo só: npx vitest run --project server ARQUIVO');
const reports = mkdtempSync(join(tmpdir(), 'praca-reports-'));
const totals = { passed: 0, failed: 0 };
let interrupted = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => (interrupted = true));
process.on('exit', () => rmSync(reports, { recursive: true, force: true }));

const startedAt = Date.now();
await prepare();
await check('Tipos', tool('react-router', 'typegen'), tool('tsc', '--noEmit'));
await check('Regras', tool('oxlint'), tool('oxfmt', '--check'));
await check('Esquema do banco em dia', node('db/generate-schema.ts', '--check'));
const built = await check('Construção do site', node('server/process/build/build.ts'));
await vitest('Domínio, contrato e servidor', 'unit', 'server');
if (built) await journeys();

console.log(`\nEm ${Math.round((Date.now() - startedAt) / 1000)} s.`);
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exitCode = totals.failed > 0 ? 1 : 0;

/** Runs a step of commands that must all succeed. A failed step counts as one failure. */
async function check(title, ...commands) {
  headline(title);
  for (const [command, ...args] of commands) {
    const code = await run(command, args);
    stopIfInterrupted();
    if (code === 0) continue;
    totals.failed += 1;
    console.log(`✖ ${title}: falhou`);
    return false;
  }
  return true;
}

async function vitest(title, ...projects) {
  headline(title);
  const report = join(reports, `${projects[0]}.json`);
  const [command, ...args] = tool('vitest', 'run', ...projects.map((name) => `--project=${name}`));
  const code = await run(command, [
    ...args,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]);
  stopIfInterrupted();
  const { passed, failed } = countTests(report);
  totals.passed += passed;
  // A run can also fail outside of its tests: by an error between them, or without a report.
  totals.failed += failed > 0 || code === 0 ? failed : 1;
}

/** A file that fails outside of its tests (on loading or during setup) counts as one failure. */
function countTests(report) {
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
    const broken = testResults.filter(
      (file) => file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'),
    );
    return { passed: numPassedTests, failed: numFailedTests + broken.length };
  } catch {
    return { passed: 0, failed: 0 };
  }
}

/** Finds or downloads the browser once, and passes its path to the journeys. */
async function journeys() {
  headline('Jornadas no navegador');
  const browser = findBrowser();
  stopIfInterrupted();
  if (browser === null) {
    totals.failed += 1;
    return;
  }
  process.env.CHROMIUM_PATH = browser;
  await vitest('Jornadas', 'e2e');
}

function headline(title) {
  console.log(`\n━━ ${title} ${'━'.repeat(Math.max(0, 60 - title.length))}`);
}

function stopIfInterrupted() {
  if (interrupted) process.exit(130);
}

function tool(name, ...args) {
  return [join(root, 'node_modules/.bin', name), ...args];
}

function node(script, ...args) {
  return [nodePath(), join(root, script), ...args];
}
