import { describe, expect, test } from 'vitest';
import { leastCpuTimeOf } from '#test/cpu-time.ts';
import { parseCodes, refusedLines } from './codes.ts';

describe('parseCodes', () => {
  test('reads one code per line, trimmed, with any line ending', () => {
    expect(parseCodes('  AAAA-1111 \r\n\n\tBBBB-2222\rCCCC-3333\n')).toEqual({
      codes: ['AAAA-1111', 'BBBB-2222', 'CCCC-3333'],
      lines: [1, 3, 4],
      faults: [],
    });
  });

  test('reports a repeated code with both line numbers and sends it once', () => {
    const { codes, faults } = parseCodes('AAAA\nBBBB\n\nAAAA\nAAAA');
    expect(codes).toEqual(['AAAA', 'BBBB']);
    expect(faults).toEqual([
      { line: 4, reason: 'Repete a linha 1.' },
      { line: 5, reason: 'Repete a linha 1.' },
    ]);
  });

  test('says which lines are too short or too long', () => {
    const { codes, faults } = parseCodes(`abc\n${'x'.repeat(501)}\n${'x'.repeat(500)}`);
    expect(codes).toHaveLength(1);
    expect(faults.map(({ line }) => line)).toEqual([1, 2]);
  });
});

test('positions in the server’s errors become line numbers', () => {
  const fields = { 'codes.2': 'Linha 3: já cadastrado.', 'codes.0': 'Já cadastrado.', codes: 'Outro.' };
  expect(refusedLines(fields, [1, 3, 7])).toEqual([
    { line: 1, reason: 'Já cadastrado.' },
    { line: 7, reason: 'Já cadastrado.' },
  ]);
});

test('a spreadsheet saved as CSV is read: byte order mark, heading, quotes, other columns, Windows line ends', () => {
  const csv = '\uFEFFCódigo;Nota\r\n"AAAA-1111";lote 1\r\n\r\n"DIZ ""OI"" 22",x\r\nCCCC-3333\tlote 2\r\n';
  expect(parseCodes(csv)).toEqual({
    codes: ['AAAA-1111', 'DIZ "OI" 22', 'CCCC-3333'],
    lines: [2, 4, 5],
    faults: [],
  });
});

test('the same code in another spelling counts as repeated', () => {
  expect(parseCodes('abcd-1234\nABCD 1234').faults).toEqual([{ line: 2, reason: 'Repete a linha 1.' }]);
});

test('ten thousand lines are read within a tenth of a second or so', () => {
  const lines = Array.from({ length: 10_000 }, (_, each) => `"COD-${each}-XYZ";${each}`).join('\r\n');
  expect(parseCodes(lines).codes).toHaveLength(10_000);
  expect(leastCpuTimeOf(() => parseCodes(lines), 1_000)).toBeLessThan(1_000);
});

test('each line damaged by a spreadsheet or an encoding is refused with its reason, and the others are accepted', () => {
  const text = [
    '"AAAA',
    'BBBB-2222',
    '"CC\nCC"',
    'Jo\ufffdo-11',
    '1,23E+15',
    '"1,23E+15"',
    '="00123"',
    '"=""00456"""',
  ];
  expect(parseCodes(text.join('\n'))).toEqual({
    codes: ['BBBB-2222', '00123', '00456'],
    lines: [2, 8, 9],
    faults: [
      { line: 1, reason: expect.stringMatching(/^Aspas/) },
      { line: 3, reason: expect.stringMatching(/^Uma quebra de linha/) },
      { line: 5, reason: expect.stringMatching(/^Letras ilegíveis/) },
      { line: 6, reason: expect.stringMatching(/letras|caracteres/i) },
      { line: 7, reason: expect.stringMatching(/^Uma planilha arredondou/) },
    ],
  });
});
