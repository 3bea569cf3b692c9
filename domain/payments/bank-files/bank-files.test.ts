import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { cpuTimeOf } from '#test/cpu-time.ts';
import { csvFile, ofxFile } from '#test/payments/bank-files/dialects.ts';
import type { Movement } from '#test/payments/bank-files/dialects.ts';
import { rowFiles } from '#test/payments/bank-files/rows.ts';
import { csvFiles } from '#test/payments/bank-files/csv-files.ts';
import { encodedFiles } from '#test/payments/bank-files/encoded-files.ts';
import { ofxFiles } from '#test/payments/bank-files/ofx-files.ts';
import { readStatement } from './statements.ts';
import type { BankLine } from './statements.ts';
import { decodeText } from '#domain/text/file-text.ts';

const files = [...rowFiles, ...ofxFiles, ...csvFiles, ...encodedFiles];

test.each(files)('a statement with $title is read correctly, or refused at its row', (given) => {
  const { file, lines = [], faults = {}, debits = 0, balances = 0, repeats = 0 } = given;
  const read = readStatement(typeof file === 'string' ? file : decodeText(file));
  expect(read.lines.map(written)).toEqual(lines);
  expect(read.faults.map(({ row }) => row)).toEqual(Object.keys(faults).map(Number));
  for (const { row, reason } of read.faults) expect(reason).toContain(faults[row]);
  expect(read).toMatchObject({ debits, balances, repeats });
});

function written({ bankId, amountCents, at, payerName, document }: BankLine): string {
  return `${bankId} ${amountCents} ${at.toISOString()} ${payerName} ${document}`.trim();
}

test('each crafted statement has its own title', () => {
  expect(new Set(files.map(({ title }) => title)).size).toBe(files.length);
});

interface Generated {
  rows: Movement[];
  dialect: string;
  bytes: Uint8Array;
}

/** The movements that a file was written from, however it was written. */
function expectReadBack({ rows, dialect, bytes }: Generated): void {
  const { lines, debits, faults } = readStatement(decodeText(bytes));
  expect(faults, dialect).toEqual([]);
  expect(
    lines.map(({ bankId, at, amountCents: cents, payerName }) => ({ bankId, at, cents, payerName })),
    dialect,
  ).toEqual(rows.filter(({ cents }) => cents > 0));
  expect(debits).toBe(rows.filter(({ cents }) => cents < 0).length);
}

const crafted = { seed: 21, numRuns: 100 };

test('a hundred statements of generated CSV dialects are read as they were written', () => {
  fc.assert(fc.property(csvFile, expectReadBack), crafted);
});

test('a hundred statements of generated OFX dialects are read as they were written', () => {
  fc.assert(fc.property(ofxFile, expectReadBack), crafted);
});

test('no text breaks the parser: it is read, or refused with reasons in Portuguese', () => {
  const pieces = fc.constantFrom(
    'id;data;valor;nome\n',
    'E1',
    ';',
    ',',
    '"',
    '""',
    '\n',
    '\r',
    '22/11/2026',
    '10,00',
    '-',
    'Ana',
    '<OFX>',
    '<STMTTRN>',
    '<TRNAMT>',
    '<FITID>',
    '<NAME>',
    '</STMTTRN>',
    '&#',
    '&amp;',
    '<![CDATA[',
    '<!--',
    '\0',
    '\ud800',
    '[-3:BRT]',
    ' ',
  );
  const text = fc.array(pieces, { maxLength: 60 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, fc.boolean(), (body, isOfx) => {
      const { lines, faults } = readStatement(`${isOfx ? '<OFX>' : 'id;data;valor;nome\n'}${body}`);
      for (const { payerName, bankId, amountCents, at } of lines) {
        expect(payerName.length * bankId.length * amountCents).toBeGreaterThan(0);
        expect(payerName.isWellFormed() && Number.isFinite(at.getTime())).toBe(true);
      }
      for (const { reason } of faults) expect(reason).toMatch(/^[A-ZÀ-Ú].{10,300}\.$/s);
    }),
    { seed: 21, numRuns: 500 },
  );
});

const hostile = ['"', '<![CDATA[', '<!--', '<NAME', '\n;"', 'E1;"\n', '"",', '&#1', '1.'];

test.each(hostile)('two megabytes of %j are parsed within seconds', (part) => {
  const body = part.repeat(2_000_000 / part.length);
  for (const head of ['id;data;valor;nome\n', '<OFX><STMTTRN><NAME>'])
    expect(
      cpuTimeOf(() => readStatement(head + body)),
      head,
    ).toBeLessThan(2_000);
});
