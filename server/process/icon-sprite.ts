import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const icons = join(import.meta.dirname, '../../web/ui/icons');
/** The file that the browser draws all icons from. */
export const spriteFile = join(icons, 'sprite.svg');

type Node = [tag: string, attributes: Record<string, string>];

/** The sprite with a symbol for each icon that `icons.tsx` names, from Lucide's own drawings. */
export async function drawSprite(): Promise<string> {
  const source = readFileSync(join(icons, 'icons.tsx'), 'utf8');
  const names = [...source.matchAll(/drawIcon\('([\w-]+)'\)/g)].map(([, name]) => name!);
  const symbols = await Promise.all([...new Set(names)].toSorted().map(symbolOf));
  return `<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join('\n')}\n</svg>\n`;
}

async function symbolOf(name: string): Promise<string> {
  const file = join(import.meta.dirname, `../../node_modules/lucide-react/dist/esm/icons/${name}.mjs`);
  const { __iconData: icon } = (await import(pathToFileURL(file).href)) as { __iconData: { node: Node[] } };
  return `<symbol id="${name}" viewBox="0 0 24 24">${icon.node.map(elementOf).join('')}</symbol>`;
}

function elementOf([tag, attributes]: Node): string {
  // `key` is for React.
  const written = Object.entries(attributes).map(([name, value]) =>
    name === 'key' ? '' : ` ${name}="${value}"`,
  );
  return `<${tag}${written.join('')}/>`;
}
