// All checks of a change, from a fresh clone. Plain JavaScript, like the launcher.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { findBrowser, giveUp, nodePath, prepare, root, run } from './launcher.js';

if (process.argv.length > 2)
  giveUp('npm test roda tudo e não recebe opções. Um arquivo só: npx vitest run --project server ARQUIVO');
const reports = mkdtempSync(join(tmpdir(), 'praca-reports-'));
const totals = { passed: 0, failed: 0 };
const failures = [];
let interrupted = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => (interrupted = true));
process.on('exit', () => rmSync(reports, { recursive: true, force: true }));

const startedAt = Date.now();
await prepare();
await check('Tipos', tool('react-router', 'typegen'), tool('tsc', '--noEmit'));
await check('Regras', tool('oxlint'), tool('oxfmt', '--check'));
await check('Esquema do banco em dia', node('db/generate-schema.ts', '--check'));
const built = await check('Construção do site', node('server/process/build/build.ts'));
headline('Domínio, contrato e servidor');
count(await vitest(['unit', 'server']));
if (built) await journeys();

if (failures.length > 0) {
  headline('Falhas, também as que passaram na segunda vez');
  console.log(failures.join('\n'));
}
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

/** Runs all tests of these projects, or those of some files. */
async function vitest(projects, files = []) {
  const report = join(reports, `${projects[0]}-${files.length}.json`);
  const [command, ...args] = tool('vitest', 'run', ...projects.map((name) => `--project=${name}`), ...files);
  const code = await run(command, [
    ...args,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]);
  stopIfInterrupted();
  const results = readReport(report);
  // A run can also fail outside of its tests: by an error between them, or without a report.
  const broken = code !== 0 && results.every(({ failed }) => failed === 0);
  if (broken) failures.push(`✖ ${projects.join(', ')}: erro fora dos testes (código ${code})`);
  return broken ? [...results, { name: report, passed: 0, failed: 1 }] : results;
}

function count(results) {
  for (const { passed, failed } of results) {
    totals.passed += passed;
    totals.failed += failed;
  }
}

/** A file that fails outside of its tests (on loading or during setup) counts as one failure. */
function readReport(report) {
  try {
    const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
    return testResults.map(({ name, status, message, assertionResults }) => {
      const [passed, failed] = ['passed', 'failed'].map(
        (wanted) => assertionResults.filter((test) => test.status === wanted).length,
      );
      failures.push(...failuresOf({ name, status, message, assertionResults }));
      return { name, passed, failed: status === 'failed' ? Math.max(failed, 1) : failed };
    });
  } catch {
    return [];
  }
}

/** One entry per failed test with the first line of its error, or one for a file that failed outside of its tests. */
function failuresOf({ name, status, message, assertionResults }) {
  const file = relative(root, name);
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (status === 'failed' && failed.length === 0) return [`✖ ${file}\n  ${firstLine(message)}`];
  return failed.map((test) => `✖ ${file}: ${test.fullName}\n  ${firstLine(test.failureMessages[0])}`);
}

function firstLine(message = '') {
  return stripVTControlCharacters(message).split('\n')[0];
}

/**
 * Finds or downloads the browser once, and passes its path to the journeys. A browser that shares two cores with
 * PostgreSQL may miss a deadline, so files that failed run once more: whole and on a new site, because a journey uses up
 * what it needs. When more than three files fail, the cause is not chance.
 */
async function journeys() {
  headline('Jornadas no navegador');
  const browser = findBrowser();
  stopIfInterrupted();
  if (browser === null) {
    totals.failed += 1;
    return;
  }
  process.env.CHROMIUM_PATH = browser;
  const results = await vitest(['e2e']);
  const failed = results.filter((file) => file.failed > 0);
  if (failed.length === 0 || failed.length > 3 || failed.some(({ name }) => !name.endsWith('.e2e.ts')))
    return count(results);
  headline('Jornadas que falharam, de novo');
  count(results.filter((file) => file.failed === 0));
  count(
    await vitest(
      ['e2e'],
      failed.map(({ name }) => name),
    ),
  );
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
