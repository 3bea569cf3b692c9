import { dictionaryOf, entryOf, readPdf, referenceOf, tokensOf } from './pdf-parts.ts';
import type { PdfFile } from './pdf-parts.ts';

/** What a page inherits from the nodes above it (ISO 32000-1 §7.7.3.4). */
const inherited = ['Resources', 'MediaBox', 'CropBox', 'Rotate'] as const;

/** The number of the new page tree and of its catalog. */
const [treeNumber, catalogNumber] = [1, 2];

/**
 * The pages of several PDFs in one, in this order: carriers make one file for each label. Objects get new numbers, and
 * each page the entries that it inherited.
 * @throws when a file cannot be read
 */
export function mergePdfs(files: readonly Uint8Array[]): Uint8Array {
  if (files.length === 1) return files[0]!;
  const objects = new Map<number, string>();
  const kids: number[] = [];
  let offset = catalogNumber;
  for (const file of files.map(readPdf)) {
    const pages = new Map(pagesOf(file));
    kids.push(...[...pages.keys()].map((number) => number + offset));
    for (const [number, { value, stream }] of file.objects) {
      const renumbered = renumber(pages.get(number) ?? value, offset);
      objects.set(number + offset, stream === null ? renumbered : withStream(renumbered, stream));
    }
    offset += Math.max(...file.objects.keys());
  }
  objects.set(
    treeNumber,
    `<</Type/Pages/Count ${kids.length}/Kids[${kids.map((kid) => `${kid} 0 R`).join(' ')}]>>`,
  );
  objects.set(catalogNumber, `<</Type/Catalog/Pages ${treeNumber} 0 R>>`);
  return writePdf(objects);
}

/** Each page's number and its dictionary, complete and without its parent, in reading order. */
function pagesOf({ objects, catalog }: PdfFile): [number, string][] {
  const pages: [number, string][] = [];
  const seen = new Set<number>();
  const visit = (number: number | null, above: ReadonlyMap<string, string>): void => {
    const node = number === null ? undefined : objects.get(number);
    if (!node || seen.has(number!)) return;
    seen.add(number!);
    const own = dictionaryOf(node.value);
    const known = new Map(above);
    for (const key of inherited) if (own.has(key)) known.set(key, own.get(key)!);
    const below = own.get('Kids');
    if (below !== undefined) {
      for (const [kid] of below.matchAll(/\d+ \d+ R/g)) visit(referenceOf(kid), known);
      return;
    }
    const entries = new Map([...known, ...own]);
    entries.delete('Parent');
    const text = [...entries].map(([key, value]) => `/${key} ${value}`).join(' ');
    pages.push([number!, `<<${text}/Parent ${treeNumber} 0 R>>`]);
  };
  visit(referenceOf(entryOf(objects.get(catalog)!.value, 'Pages')), new Map());
  if (pages.length === 0) throw new Error('a label has no pages');
  return pages;
}

/** The value with the numbers of its references raised; the new tree is referred to as it is. */
function renumber(value: string, by: number): string {
  const all = tokensOf(value);
  return all
    .map((token, at) => {
      const isReference = /^\d+$/.test(token) && all[at + 2] === 'R' && /^\d+$/.test(all[at + 1] ?? '');
      const isTree = all[at - 1] === '/Parent' && token === String(treeNumber) && at + 4 === all.length;
      return isReference && !isTree ? String(Number(token) + by) : token;
    })
    .join(' ');
}

/** A length that was a reference becomes a number, because it is known here. */
function withStream(value: string, stream: string): string {
  const entries = dictionaryOf(value);
  entries.set('Length', String(stream.length));
  const text = [...entries].map(([key, entry]) => `/${key} ${entry}`).join(' ');
  return `<<${text}>>\nstream\n${stream}\nendstream`;
}

/** A file of these objects with its table (ISO 32000-1 §7.5.4). Numbers that no object has are free. */
export function writePdf(objects: ReadonlyMap<number, string>): Uint8Array {
  const parts = ['%PDF-1.7\n%\xe2\xe3\xcf\xd3\n'];
  let position = parts[0]!.length;
  const size = Math.max(...objects.keys()) + 1;
  const table = Array.from({ length: size }, () => '0000000000 65535 f \n');
  for (const [number, value] of objects) {
    const part = `${number} 0 obj\n${value}\nendobj\n`;
    table[number] = `${String(position).padStart(10, '0')} 00000 n \n`;
    parts.push(part);
    position += part.length;
  }
  parts.push(
    `xref\n0 ${size}\n${table.join('')}`,
    `trailer\n<</Size ${size}/Root ${catalogNumber} 0 R>>\nstartxref\n${position}\n%%EOF\n`,
  );
  return new Uint8Array(Buffer.from(parts.join(''), 'latin1'));
}
