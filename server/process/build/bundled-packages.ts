import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'rolldown';

const packageFolder = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//;
const licenseFile = /^(licen[cs]e|copying|notice)/i;

/**
 * Writes beside a bundle which packages it contains (`packages.json`, read by `npm run sbom`) and their licenses
 * (`licenses.txt`), which go with every copy.
 */
export const bundledPackages: Plugin = {
  name: 'bundled-packages',
  generateBundle(_options, bundle) {
    const folders = new Set<string>();
    for (const output of Object.values(bundle))
      for (const id of output.type === 'chunk' ? output.moduleIds : []) {
        const folder = packageFolder.exec(id)?.[1];
        if (folder) folders.add(folder);
      }
    const packages = [...folders].map(describe).toSorted((a, b) => a.id.localeCompare(b.id));
    const list = JSON.stringify([...new Set(packages.map(({ id }) => id))], null, 2);
    const texts = packages.map(({ id, license }) => `${id}\n\n${license}\n`).join(`\n${'-'.repeat(80)}\n\n`);
    this.emitFile({ type: 'asset', fileName: 'packages.json', source: list });
    this.emitFile({ type: 'asset', fileName: 'licenses.txt', source: texts });
  },
};

function describe(folder: string): { id: string; license: string } {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
    license?: unknown;
  };
  const file = readdirSync(folder).find((each) => licenseFile.test(each));
  const text = file ? readFileSync(join(folder, file), 'utf8').trim() : `License: ${String(license)}`;
  return { id: `${name}@${version}`, license: text };
}
