// The steps of `npm version`, which calls them from package.json.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { giveUp, launch, root } from './launcher.js';

const steps = { check, freeze };
const step = steps[process.argv[2]];
if (!step) giveUp('npm version X.Y.Z chama este programa; sozinho ele não faz nada.');
await step();

/** Before anything is written: the tree has no changes, and the changelog says what an operator needs to know. */
function check() {
  const version = process.env.npm_new_version;
  if (git('status', '--porcelain') !== '')
    giveUp('Há mudanças fora de um commit. Guarde-as antes de lançar.');
  const changes = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  if (!changes.split('\n').some((line) => line.startsWith(`## [${version}] - `)))
    giveUp(
      `O CHANGELOG.md não tem a seção «## [${version}] - AAAA-MM-DD». Escreva-a, e «npm version ${version}» de novo.`,
    );
}

/** After package.json has the new version: the image's label, and the files of the release, into the same commit. */
async function freeze() {
  const version = process.env.npm_new_version;
  const dockerfile = join(root, 'Dockerfile');
  writeFileSync(
    dockerfile,
    readFileSync(dockerfile, 'utf8').replace(/^ARG VERSION=.*$/m, `ARG VERSION=${version}`),
  );
  await launch('test/releases/freeze.ts', []);
  if (process.exitCode !== 0)
    giveUp('A versão não foi congelada; desfaça com: git checkout . && git clean -f db/releases');
  git('add', 'Dockerfile', 'db/releases');
}

function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' });
}
