// Writes sbom.cdx.json (CycloneDX): the packages that run in production, bundled in `dist/` or installed beside it.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { giveUp, nodePath, prepare, root, run } from './launcher.js';

await prepare();
if ((await run(nodePath(), [join(root, 'server/process/build/build.ts')])) !== 0) process.exit(1);

const shipped = new Set([...bundled('server'), ...bundled('site/server'), ...installed()]);
const everything = npmSbom();
const components = everything.components.filter(({ name, version }) => shipped.has(`${name}@${version}`));
const kept = new Set([everything.metadata.component, ...components].map((each) => each['bom-ref']));
const dependencies = everything.dependencies
  .filter(({ ref }) => kept.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => kept.has(each)) }));
const sbom = { ...everything, components: components.map(asShipped), dependencies };
writeFileSync(join(root, 'sbom.cdx.json'), `${JSON.stringify(sbom, null, 2)}\n`);
console.log(`sbom.cdx.json: ${components.length} pacotes.`);

function bundled(part) {
  return JSON.parse(readFileSync(join(root, 'dist', part, 'packages.json'), 'utf8'));
}

function installed() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return Object.entries(packages)
    .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional)
    .map(([path, { version }]) => `${path.split('node_modules/').at(-1)}@${version}`);
}

function npmSbom() {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'];
  const options = {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    maxBuffer: 64 * 1024 * 1024,
  };
  const { stdout, stderr, status } = spawnSync('npm', args, options);
  if (status !== 0) giveUp(stderr);
  return JSON.parse(stdout);
}

/** npm marks a bundled package as one for development. */
function asShipped({ properties = [], ...component }) {
  return {
    ...component,
    properties: properties.filter(({ name }) => name !== 'cdx:npm:package:development'),
  };
}
