import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { categoryIcons } from '#domain/listings/category-icons.ts';

const web = join(import.meta.dirname, '../../web');

/** A file that the browser draws icons from. */
export interface Sprite {
  file: string;
  /** The names of Lucide's files. */
  icons: () => readonly string[];
}

/** The icons of all pages, and those that only pages with categories load. */
export const sprites: readonly Sprite[] = [
  { file: join(web, 'ui/icons/sprite.svg'), icons: siteIcons },
  { file: join(web, 'listings/categories/category-icons.svg'), icons: () => categoryIcons },
];

/** The icons that `icons.tsx` names. */
function siteIcons(): string[] {
  const source = readFileSync(join(web, 'ui/icons/icons.tsx'), 'utf8');
  return [...source.matchAll(/drawIcon\('([\w-]+)'\)/g)].map(([, name]) => name!);
}

/** The sprite's text, with a symbol for each icon, from Lucide's own drawings. */
export async function drawSprite({ icons }: Sprite): Promise<string> {
  const symbols = await Promise.all([...new Set(icons())].toSorted().map(symbolOf));
  return `<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join('\n')}\n</svg>\n`;
}

async function symbolOf(name: string): Promise<string> {
  const file = join(import.meta.dirname, `../../node_modules/lucide-react/dist/esm/icons/${name}.mjs`);
  const { __iconData: icon } = (await import(pathToFileURL(file).href)) as { __iconData: { node: Node[] } };
  return `<symbol id="${name}" viewBox="0 0 24 24">${icon.node.map(elementOf).join('')}</symbol>`;
}

type Node = [tag: string, attributes: Record<string, string>];

function elementOf([tag, attributes]: Node): string {
  // `key` is for React.
  const written = Object.entries(attributes).map(([name, value]) =>
    name === 'key' ? '' : ` ${name}="${value}"`,
  );
  return `<${tag}${written.join('')}/>`;
}
