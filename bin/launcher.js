// Plain JavaScript for any Node version: it runs before anything is installed.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statfsSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withCheckoutLock } from './checkout-lock.js';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const oldestLauncher = 20;
const runtime = 24;
const orphanPollMs = 500;
/** Disk space that the packages need. */
const neededBytes = 800_000_000;
const modules = join(root, 'node_modules');
const stampFile = join(modules, '.praca-stamp');
const pinnedNode = join(modules, '.bin', process.platform === 'win32' ? 'node.exe' : 'node');

/** Installs missing packages, then runs a TypeScript file of the project on the pinned Node and exits with its code. */
export async function launch(script, args = process.argv.slice(2)) {
  await prepare();
  process.exitCode = await run(nodePath(), [join(root, script), ...args], { guarded: true });
}

/** Checks the running Node and installs the packages when they are missing or the lock file has changed. */
export async function prepare() {
  const version = Number(process.versions.node.split('.')[0]);
  if (version < oldestLauncher) {
    giveUp(
      `A Praça precisa do Node ${oldestLauncher} ou mais novo; este é o ${process.version}. Veja https://nodejs.org`,
    );
  }
  if (readStamp() !== lockStamp()) await installLocked();
  checkRuntime();
}

/** Two installations at once in one folder would break each other. */
async function installLocked() {
  try {
    await withCheckoutLock('install', installIfStale, () =>
      console.log('Outro processo está instalando as dependências; aguardando…'),
    );
  } catch (error) {
    giveUp(explainInstall(`${error.code} ${error.message}`));
  }
}

async function installIfStale() {
  const stamp = lockStamp();
  if (readStamp() === stamp) return;
  if (!existsSync(modules) && freeBytes(root) < neededBytes) giveUp(explainInstall('ENOSPC'));
  await install();
  checkRuntime();
  writeFileSync(stampFile, stamp);
}

/** The Node that runs the project: the pinned one, or the running one if the pinned one is missing. */
export function nodePath() {
  return existsSync(pinnedNode) ? pinnedNode : process.execPath;
}

/** The browser of the journeys, downloaded when the machine has none; null when neither can be had. */
export function findBrowser() {
  const found = spawnSync(nodePath(), [join(root, 'test/screens/chromium.ts')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  });
  const lines = found.stdout.trim().split('\n');
  console.log(lines.join('\n'));
  return found.status === 0 ? lines.at(-1) : null;
}

/**
 * Runs a program on this terminal and resolves to its exit code. Signals are forwarded; a `guarded` program has a
 * channel whose closing shows that the launcher was killed.
 */
export function run(command, args, { guarded = false, env = process.env } = {}) {
  const stdio = guarded ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit';
  const child = spawn(command, args, { cwd: root, stdio, env: { ...env, PATH: pathWithBinaries() } });
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  const forward = (signal) => child.kill(signal);
  for (const signal of signals) process.on(signal, forward);
  const watch = watchShell(() => forward('SIGTERM'));
  return new Promise((resolve) => {
    child.once('error', (error) => giveUp(`Não consigo executar ${command}: ${error.message}`));
    child.once('exit', (code, signal) => {
      for (const each of signals) process.off(each, forward);
      clearInterval(watch);
      resolve(code ?? 128 + (constants.signals[signal] ?? 0));
    });
  });
}

/**
 * npm runs the launcher in a shell, which on SIGTERM ends without forwarding it; a changed parent pid shows that. A
 * process that starts the launcher without npm may leave it running on purpose.
 */
function watchShell(onOrphaned) {
  const parent = process.ppid;
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return undefined;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    onOrphaned();
  }, orphanPollMs);
  return watch.unref();
}

/** Prints a sentence without a stack and exits. */
export function giveUp(message) {
  console.error(`\n✖ ${message}\n`);
  process.exit(1);
}

function pathWithBinaries() {
  const separator = process.platform === 'win32' ? ';' : ':';
  return [join(modules, '.bin'), process.env.PATH].join(separator);
}

function lockStamp() {
  const lock = readFileSync(join(root, 'package-lock.json'));
  const hash = createHash('sha256').update(lock).digest('hex');
  return `${hash} ${process.platform}-${process.arch}\n`;
}

function readStamp() {
  try {
    return readFileSync(stampFile, 'utf8');
  } catch {
    return '';
  }
}

/** Without enough space, npm retries for minutes and then reports another error. */
function freeBytes(folder) {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

async function install() {
  console.log('Instalando as dependências (a primeira vez leva um minuto ou dois)…');
  const startedAt = Date.now();
  const seconds = () => `${Math.round((Date.now() - startedAt) / 1000)} s`;
  const beat = setInterval(() => console.log(`  … ${seconds()}`), 10_000);
  const { code, output } = await runNpm([
    'ci',
    '--no-audit',
    '--no-fund',
    '--include=dev',
    '--loglevel=error',
  ]);
  clearInterval(beat);
  if (code !== 0) giveUp(explainInstall(output));
  console.log(`Dependências instaladas em ${seconds()}.`);
}

/** npm's output is collected, because it is shown only after a failure. */
function runNpm(args) {
  const npm = npmCommand();
  const options = { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], shell: npm.shell };
  const child = spawn(npm.command, [...npm.args, ...args], options);
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 1, output: `${error.code} ${error.message}` }));
    child.once('close', (code) => resolve({ code, output }));
  });
}

/** The npm that started the launcher, or the one on the PATH. */
function npmCommand() {
  const own = process.env.npm_execpath;
  if (own && /npm-cli\.c?js$/.test(own)) return { command: process.execPath, args: [own], shell: false };
  return { command: 'npm', args: [], shell: process.platform === 'win32' };
}

function explainInstall(output) {
  const known = [
    [/ENOSPC/, 'Não há espaço em disco para instalar as dependências (cerca de 1 GB).'],
    [
      /ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ECONNRESET|ENETUNREACH|ERR_SOCKET_TIMEOUT|network/i,
      'Não consigo baixar as dependências: sem rede até o registro do npm. Confira a conexão (ou o proxy) e tente de novo.',
    ],
    [
      /EACCES|EPERM|EROFS/,
      `Sem permissão para escrever em ${root}, ou na pasta de cache do npm. São de outro usuário?`,
    ],
    [
      /EUSAGE/,
      'O package-lock.json não corresponde ao package.json: o conserto é rodar npm install e guardar o resultado.',
    ],
    [/ENOENT.*npm|npm.*ENOENT/, 'Não encontrei o npm. Ele vem com o Node: https://nodejs.org'],
  ];
  const match = known.find(([pattern]) => pattern.test(output));
  const words = output.trim().split('\n').slice(0, 15).join('\n');
  return `${match ? match[1] : 'O npm não conseguiu instalar as dependências.'}\n\n${words}`;
}

/** If npm skips install scripts, the pinned Node is missing, and no other error would explain it. */
function checkRuntime() {
  const present = spawnSync(nodePath(), ['--version'], { encoding: 'utf8' });
  if (Number(/^v(\d+)/.exec(present.stdout ?? '')?.[1]) >= runtime) return;
  giveUp(
    `O Node ${runtime} da Praça não foi instalado em ${pinnedNode}.\n` +
      'O npm deve estar configurado para pular os scripts de instalação (npm config get ignore-scripts).\n' +
      'Libere-os, apague a pasta node_modules e tente de novo.',
  );
}
