import { expect, test } from 'vitest';
import { matchScore, readStatement } from './statements.ts';

const csv = (...rows: string[]) => readStatement(['id;data;valor;nome;documento', ...rows].join('\r\n'));

test.each([
  ['22/11/2026 14:20;1.234,56', 123_456, '2026-11-22T17:20:00.000Z'],
  ['22/11/2026;R$ 10,00', 1_000, '2026-11-22T15:00:00.000Z'],
  ['2026-11-22T14:20:00Z;1234.56', 123_456, '2026-11-22T14:20:00.000Z'],
  ['2026-11-22 14:20:00-03:00;1234', 123_400, '2026-11-22T17:20:00.000Z'],
  ['20261122142005;0,01', 1, '2026-11-22T17:20:05.000Z'],
])('a row %s', (cells, amountCents, at) => {
  const { lines, faults } = csv(`E1;${cells};Ana;11144477735`);
  expect(faults).toEqual([]);
  expect(lines).toEqual([
    { row: 2, bankId: 'E1', at: new Date(at), amountCents, payerName: 'Ana', document: '***.444.777-**' },
  ]);
});

test.each([
  ['E1;22/11/2026;dez;Ana;', 'Valor ilegível'],
  ['E1;22/11/2026;1,23.56;Ana;', 'Valor ilegível'],
  ['E1;22/11/2026;100.000.000,01;Ana;', 'Valor alto demais'],
  [';22/11/2026;10,00;Ana;', 'Falta o identificador do banco'],
  ['E1;ontem;10,00;Ana;', 'Data ilegível'],
  ['E1;32/13/2026;10,00;Ana;', 'Data impossível'],
  ['E1;22/11/2026;10,00;;', 'Falta o nome de quem pagou'],
])('a row %s cannot be read', (row, reason) => {
  expect(csv(row)).toMatchObject({
    lines: [],
    debits: 0,
    faults: [{ row: 2, reason: expect.stringContaining(reason) }],
  });
});

test('columns are found by their names, quotes may contain separators, and outgoing rows are only counted', () => {
  const text =
    '\ufeffValor,Data/Hora,Identificador,Pagador\n"1.000,00",22/11/2026,E1,"Souza, ""Ana"""\n-5.00,22/11/2026,E2,X\n';
  const { lines, debits } = readStatement(text);
  expect(lines).toMatchObject([{ amountCents: 100_000, payerName: 'Souza, "Ana"', document: '' }]);
  expect(debits).toBe(1);
});

test('a file without the columns is refused with the required ones', () => {
  expect(readStatement('a;b\n1;2').faults).toEqual([
    { row: 1, reason: 'A primeira linha precisa ter id;data;valor;nome;documento.' },
  ]);
});

test('an OFX is read as banks write it', () => {
  const { lines, debits } = readStatement(`OFXHEADER:100
<OFX><BANKTRANLIST><STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261122142000[-3:BRT]
<TRNAMT>89.90<FITID>E9<NAME>ANA SOUZA
</STMTTRN><STMTTRN><TRNAMT>-1.00<FITID>E8<DTPOSTED>20261122<MEMO>Tarifa</STMTTRN></OFX>`);
  expect(lines).toEqual([
    {
      row: 1,
      bankId: 'E9',
      at: new Date('2026-11-22T17:20:00Z'),
      amountCents: 8_990,
      payerName: 'ANA SOUZA',
      document: '',
    },
  ]);
  expect(debits).toBe(1);
});

test('a line is matched by amount first, then by name, then by time', () => {
  const at = new Date('2026-11-22T12:00:00Z');
  const receipt = { amountCents: 5_000, at, payerName: 'José da Silva' };
  const exact = matchScore({ amountCents: 5_000, at, payerName: 'JOSE SILVA' }, receipt);
  const stranger = matchScore({ amountCents: 5_000, at, payerName: 'Maria' }, receipt);
  const later = matchScore({ ...receipt, at: new Date('2026-11-24T12:00:00Z') }, receipt);
  const otherAmount = matchScore({ ...receipt, amountCents: 4_999 }, receipt);
  expect(exact).toBe(100);
  expect([exact, later, stranger, otherAmount]).toEqual(
    [exact, later, stranger, otherAmount].toSorted((one, other) => other - one),
  );
});
