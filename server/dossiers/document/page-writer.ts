import { setImmediate } from 'node:timers/promises';
import { deflateSync } from 'node:zlib';
import { writePdf } from '#server/adapters/shipping/merge-pdfs.ts';
import { encodeLine, fonts, widthOf, wrap } from './helvetica.ts';
import type { Font } from './helvetica.ts';

/** 210 × 297 mm in points. */
const page = { width: 595, height: 842, left: 56, right: 539, top: 764, bottom: 78 } as const;
const gray = '0.35 g';
const black = '0.1 g';
const labelWidth = 130;

/** A document that is written from its top; it breaks pages by itself. */
export interface Pages {
  title: (text: string) => void;
  /** Begins a section; its title becomes a bookmark. */
  heading: (text: string) => void;
  subheading: (text: string) => void;
  paragraph: (text: string, options?: { small?: boolean }) => void;
  /** Names and values in two columns. Values of null are left out. */
  facts: (rows: readonly (readonly [label: string, value: string | null])[]) => void;
  /** An entry of a list: a line in bold, and what it says. */
  entry: (line: string, text?: string | null) => void;
}

interface Bookmark {
  title: string;
  page: number;
  y: number;
}

/** What is written so far. */
interface Draft {
  pages: string[][];
  bookmarks: Bookmark[];
  y: number;
}

/** Writes pages with these lines above and below each. @param foot gets a line «Página 1 de 3» after it */
export async function writePages(
  { title, head, foot }: { title: string; head: string; foot: string },
  write: (pages: Pages) => AsyncIterable<void> | Iterable<void>,
): Promise<Uint8Array> {
  const draft: Draft = { pages: [[]], bookmarks: [], y: page.top };
  // Each step leaves room for other requests, because a long order takes tenths of a second.
  for await (const step of write(pagesOn(draft))) await setImmediate(step);
  for (const [index, operators] of draft.pages.entries())
    operators.push(...frameOf({ head, foot, number: index + 1, count: draft.pages.length }));
  return assemble(title, draft);
}

function pagesOn(draft: Draft): Pages {
  const text = (
    words: string,
    { font, size, left = page.left, color = black, width = page.right - left }: Style,
  ) => {
    for (const line of wrap(words, { font, size, width })) {
      makeRoom(draft, size * 1.4);
      draft.y -= size * 1.4;
      draft.pages.at(-1)!.push(show(line, { font, size, x: left, y: draft.y, color }));
    }
  };
  const gap = (points: number) => {
    draft.y -= points;
  };
  return {
    title: (words) => {
      text(words, { font: 'bold', size: 20 });
      gap(4);
    },
    heading: (words) => {
      // A title never stands alone at the end of a page.
      makeRoom(draft, 84);
      gap(20);
      draft.bookmarks.push({ title: words, page: draft.pages.length - 1, y: draft.y });
      text(words, { font: 'bold', size: 13 });
      gap(4);
      draft.pages.at(-1)!.push(rule(draft.y));
      gap(4);
    },
    subheading: (words) => {
      makeRoom(draft, 48);
      gap(8);
      text(words, { font: 'bold', size: 10.5 });
    },
    paragraph: (words, { small = false } = {}) => {
      text(words, small ? { font: 'regular', size: 8.5, color: gray } : { font: 'regular', size: 9.5 });
      gap(3);
    },
    facts: (rows) => {
      for (const [label, value] of rows) if (value !== null) writeFact(draft, label, value);
      gap(2);
    },
    entry: (line, words) => {
      makeRoom(draft, words ? 34 : 20);
      gap(3);
      text(line, { font: 'bold', size: 9 });
      if (words) text(words, { font: 'regular', size: 9.5, left: page.left + 12 });
      gap(2);
    },
  };
}

interface Style {
  font: Font;
  size: number;
  left?: number;
  color?: string;
  width?: number;
}

/** The label stands beside the first line of its value. */
function writeFact(draft: Draft, label: string, value: string): void {
  const size = 9.5;
  const left = page.left + labelWidth;
  const labels = wrap(label, { font: 'regular', size, width: labelWidth - 10 });
  const values = wrap(value, { font: 'regular', size, width: page.right - left });
  for (let at = 0; at < Math.max(labels.length, values.length); at++) {
    makeRoom(draft, size * 1.4);
    draft.y -= size * 1.4;
    const { y } = draft;
    const operators = draft.pages.at(-1)!;
    if (labels[at])
      operators.push(show(labels[at]!, { font: 'regular', size, x: page.left, y, color: gray }));
    if (values[at]) operators.push(show(values[at]!, { font: 'regular', size, x: left, y, color: black }));
  }
  draft.y -= 2;
}

function makeRoom(draft: Draft, points: number): void {
  if (draft.y - points >= page.bottom) return;
  draft.pages.push([]);
  draft.y = page.top;
}

function show(
  line: string,
  { font, size, x, y, color }: Required<Omit<Style, 'left' | 'width'>> & { x: number; y: number },
): string {
  return `${color} BT /${fonts[font].resource} ${size} Tf ${x.toFixed(1)} ${y.toFixed(1)} Td (${escaped(line)}) Tj ET`;
}

const escaped = (line: string) => line.replaceAll(/[\\()]/g, String.raw`\$&`);
const rule = (y: number) => `0.75 G 0.6 w ${page.left} ${y.toFixed(1)} m ${page.right} ${y.toFixed(1)} l S`;

/** The lines above and below a page. */
function frameOf({
  head,
  foot,
  number,
  count,
}: {
  head: string;
  foot: string;
  number: number;
  count: number;
}): string[] {
  const style = { font: 'regular', size: 8, color: gray } as const;
  const place = encodeLine(`Página ${number} de ${count}`);
  return [
    show(encodeLine(head), { ...style, x: page.left, y: page.height - 44 }),
    rule(page.height - 52),
    rule(62),
    show(encodeLine(foot), { ...style, x: page.left, y: 48 }),
    show(place, { ...style, x: page.right - widthOf(place, 'regular', 8), y: 34 }),
  ];
}

const firstPage = 7;
const pageNumber = (index: number) => firstPage + 2 * index;

/** Pages, their fonts, bookmarks, language and title (ISO 32000-1). */
function assemble(title: string, { pages, bookmarks }: Draft): Uint8Array {
  const objects = new Map<number, string>();
  const firstBookmark = pageNumber(pages.length);
  const kids = pages.map((_, index) => `${pageNumber(index)} 0 R`);
  objects.set(1, `<</Type/Pages/Count ${kids.length}/Kids[${kids.join(' ')}]>>`);
  objects.set(
    2,
    `<</Type/Catalog/Pages 1 0 R/Lang(pt-BR)/Metadata 6 0 R/Outlines 5 0 R/ViewerPreferences<</DisplayDocTitle true>>>>`,
  );
  for (const [number, { base }] of [
    [3, fonts.regular],
    [4, fonts.bold],
  ] as const)
    objects.set(number, `<</Type/Font/Subtype/Type1/BaseFont/${base}/Encoding/WinAnsiEncoding>>`);
  const last = firstBookmark + bookmarks.length - 1;
  objects.set(5, `<</Type/Outlines/Count ${bookmarks.length}/First ${firstBookmark} 0 R/Last ${last} 0 R>>`);
  objects.set(6, stream('/Type/Metadata/Subtype/XML', Buffer.from(metadata(title)), false));
  for (const [index, operators] of pages.entries()) {
    const own = pageNumber(index);
    objects.set(
      own,
      `<</Type/Page/Parent 1 0 R/MediaBox[0 0 ${page.width} ${page.height}]/Contents ${own + 1} 0 R/Resources<</Font<</F1 3 0 R/F2 4 0 R>>>>>>`,
    );
    objects.set(own + 1, stream('', Buffer.from(operators.join('\n'), 'latin1'), true));
  }
  for (const [index, { title: words, page: on, y }] of bookmarks.entries()) {
    const own = firstBookmark + index;
    const before = index > 0 ? `/Prev ${own - 1} 0 R` : '';
    const next = own < last ? `/Next ${own + 1} 0 R` : '';
    objects.set(
      own,
      `<</Title<${utf16(words)}>/Parent 5 0 R${before}${next}/Dest[${pageNumber(on)} 0 R/XYZ 0 ${y.toFixed(0)} 0]>>`,
    );
  }
  return writePdf(objects);
}

function stream(entries: string, content: Buffer, compressed: boolean): string {
  const bytes = compressed ? deflateSync(content) : content;
  const filter = compressed ? '/Filter/FlateDecode' : '';
  return `<<${entries}${filter}/Length ${bytes.length}>>\nstream\n${bytes.toString('latin1')}\nendstream`;
}

const utf16 = (text: string) => `feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}`;

function metadata(title: string): string {
  const xml = title.replaceAll(/[&<>]/g, (sign) => `&#${sign.codePointAt(0)};`);
  return `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title><rdf:Alt><rdf:li xml:lang="x-default">${xml}</rdf:li></rdf:Alt></dc:title></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="r"?>`;
}
