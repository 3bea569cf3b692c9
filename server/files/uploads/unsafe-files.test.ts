import { expect, test } from 'vitest';
import { AppError } from '#domain/errors.ts';
import { honestPdf, hostilePdfs, packOf, pdfOf } from '#test/files/pdfs.ts';
import { refuseUnsafeFile } from './unsafe-files.ts';

const megabyte = 1_048_576;

const refusalOf = (sent: Buffer) => {
  try {
    refuseUnsafeFile(sent, 'pdf');
    return null;
  } catch (error) {
    if (error instanceof AppError) return [error.code, error.status, error.message];
    throw error;
  }
};

test.each(Object.entries(hostilePdfs))('a PDF with %s is refused', (_what, sent) => {
  expect(refusalOf(sent)).toEqual(['unsafe_file', 422, expect.stringMatching(/\. |, então/)]);
});

test('honest PDFs with five megabytes of noise all pass', () => {
  for (let each = 0; each < 20; each++) expect(refusalOf(honestPdf(5 * megabyte))).toBeNull();
});

test('a PDF with thousands of objects in object streams passes', () => {
  const font = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>';
  const pack = packOf(Array.from({ length: 100 }, () => font));
  expect(refusalOf(pdfOf(['<<>>', ...Array.from({ length: 200 }, () => pack)]))).toBeNull();
});

test('a PDF made to take long is refused soon', () => {
  const size = 10 * megabyte;
  for (const word of [
    ' obj<<',
    ' obj(',
    ' obj%',
    '<<',
    '/a',
    '/#61',
    '1 ',
    '(',
    '\\',
    ' obj<</First 1>>stream\n',
  ]) {
    const sent = Buffer.alloc(size, word);
    sent.write('%PDF-1.7\n1 0 obj[');
    // About 150 ms on an idle machine; the margin and the retry are for busy machines.
    const soon = [1, 2, 3].some(() => cpuMs(() => refusalOf(sent)) < 1_000);
    expect(soon, word).toBe(true);
  }
});

function cpuMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
