import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const client = join(import.meta.dirname, '../..', 'dist/site/client');

interface Manifest {
  url: string;
  entry: { module: string; imports: string[] };
  routes: Record<string, ManifestRoute>;
}

interface ManifestRoute {
  id: string;
  parentId?: string;
  path?: string;
  index?: boolean;
  module: string;
  imports: string[];
  clientActionModule?: string;
  clientLoaderModule?: string;
  hydrateFallbackModule?: string;
}

export interface PageWeight {
  /** As in `web/routes.ts`, with a leading slash. */
  path: string;
  /** Bytes of JavaScript before interaction, each file compressed with gzip. */
  total: number;
  files: number;
}

/**
 * The JavaScript that each page loads before interaction, according to the build's manifest: the entry, the layouts and
 * the page with everything they import. Lazy imports (`import()`) are not counted.
 */
export function weighPages(): PageWeight[] {
  const manifest = readManifest();
  const { url, entry, routes } = manifest;
  return Object.values(routes)
    .filter(({ path, index }) => index || (path !== undefined && path !== ''))
    .map((route) => {
      const chain = [route, ...parentsOf(route, routes)];
      const all = new Set([url, entry.module, ...entry.imports, ...chain.flatMap(filesOf)]);
      return { path: `/${route.path ?? ''}`, total: weigh(all), files: all.size };
    });
}

/** Bytes of all style sheets, compressed. */
export function weighStyles(): number {
  const sheets = readdirSync(join(client, 'build')).filter((name) => name.endsWith('.css'));
  return weigh(new Set(sheets.map((name) => `/build/${name}`)));
}

function readManifest(): Manifest {
  const name = readdirSync(join(client, 'build')).find((file) => /^manifest-.*\.js$/.test(file));
  const text = readFileSync(join(client, 'build', name!), 'utf8');
  return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as Manifest;
}

function parentsOf(route: ManifestRoute, routes: Manifest['routes']): ManifestRoute[] {
  const parent = route.parentId === undefined ? undefined : routes[route.parentId];
  return parent ? [parent, ...parentsOf(parent, routes)] : [];
}

function filesOf(route: ManifestRoute): string[] {
  const { module, imports, clientActionModule, clientLoaderModule, hydrateFallbackModule } = route;
  return [module, ...imports, clientActionModule, clientLoaderModule, hydrateFallbackModule].filter(
    (file) => file !== undefined,
  );
}

const weights = new Map<string, number>();

function weigh(files: ReadonlySet<string>): number {
  let sum = 0;
  for (const file of files) {
    const known = weights.get(file) ?? gzipSync(readFileSync(join(client, file)), { level: 9 }).length;
    weights.set(file, known);
    sum += known;
  }
  return sum;
}
