import { describe, expect, test } from 'vitest';
import { packOf, pdfOf, streamOf } from '#test/files/pdfs.ts';
import { mergePdfs } from './merge-pdfs.ts';
import { entryOf, readPdf } from './pdf-parts.ts';

const catalog = '<</Type/Catalog/Pages 2 0 R>>';
const page = (content: number) => `<</Type/Page/Parent 2 0 R/Contents ${content} 0 R>>`;
const text = (line: string) => `BT /F1 12 Tf (${line}) Tj ET`;

/** One page, whose size and fonts stand in the node above it. */
const plain = (line: string) =>
  pdfOf([
    catalog,
    '<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 283 425]/Resources<</Font<</F1 5 0 R>>>>>>',
    page(4),
    streamOf(text(line)),
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ]);

/** As modern writers do: the page is packed in a stream, and the content's length stands elsewhere. */
const packed = pdfOf([
  catalog,
  '<</Type/Pages/Kids[100 0 R]/Count 1>>',
  packOf(['<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Contents 4 0 R/Title(a \\) b)>>', '[100 0 R]']),
  Buffer.from(`<</Length 5 0 R>>\nstream\n${text('empacotada')}\nendstream`, 'latin1'),
  String(text('empacotada').length),
]);

function pagesOf(file: Uint8Array) {
  const { objects, catalog: root } = readPdf(file);
  const objectAt = (reference: string) => objects.get(Number(reference.split(' ')[0]))!;
  const tree = objectAt(entryOf(objects.get(root)!.value, 'Pages')!);
  return [...entryOf(tree.value, 'Kids')!.matchAll(/\d+ \d+ R/g)].map(([kid]) => {
    const { value } = objectAt(kid);
    return {
      box: entryOf(value, 'MediaBox')?.replaceAll(/ /g, ''),
      parent: entryOf(value, 'Parent'),
      content: objectAt(entryOf(value, 'Contents')!).stream,
      resources: entryOf(value, 'Resources'),
    };
  });
}

describe('labels in one file (S04)', () => {
  test('have the pages of all files in their order, with what each page inherited', () => {
    const pages = pagesOf(mergePdfs([plain('um'), packed, plain('dois')]));
    expect(pages.map(({ content }) => content!.trim())).toEqual([
      text('um'),
      text('empacotada'),
      text('dois'),
    ]);
    expect(pages[0]!.box).toBe('[00283425]');
    expect(pages[0]!.resources).toMatch(/F1 \d+ 0 R/);
    expect(pages[1]!.box).toBe('[00100100]');
    expect(new Set(pages.map(({ parent }) => parent))).toEqual(new Set(['1 0 R']));
  });

  test('have references to the objects of their own file', () => {
    const { objects } = readPdf(mergePdfs([plain('um'), plain('dois')]));
    const fonts = [...objects.values()].flatMap(({ value }) => /F1 (\d+) 0 R/.exec(value)?.[1] ?? []);
    expect(new Set(fonts).size).toBe(2);
    for (const font of fonts) expect(objects.get(Number(font))!.value).toContain('Helvetica');
  });

  test('count the last of an object that was changed', () => {
    const changed = Buffer.concat([
      plain('antes'),
      Buffer.from(`\n4 0 obj\n<</Length 29>>\nstream\n${text('depois')}\nendstream\nendobj\n`, 'latin1'),
      Buffer.from('trailer\n<</Size 6/Root 1 0 R>>\n', 'latin1'),
    ]);
    expect(pagesOf(mergePdfs([changed, plain('b')]))[0]!.content).toContain('depois');
  });

  test('are the file itself where there is one', () => {
    const file = plain('um');
    expect(mergePdfs([file])).toBe(file);
  });

  test.each([
    ['encrypted', pdfOf([catalog], '/Encrypt 2 0 R'), 'encrypted'],
    ['no PDF', Buffer.from('%PDF-1.7 nothing'), 'no catalog'],
    ['without pages', pdfOf([catalog, '<</Type/Pages/Kids[]/Count 0>>']), 'no pages'],
  ])('cannot be made of a file that is %s', (_name, file, reason) => {
    expect(() => mergePdfs([plain('um'), file])).toThrow(reason);
  });
});
