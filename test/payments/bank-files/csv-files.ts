import type { BankFile } from './cases.ts';

const noon = '2026-11-22T15:00:00.000Z';
const ana = `E1 1000 ${noon} Ana`;
const row = 'E1;22/11/2026;10,00;Ana';
const latin = (text: string) => Uint8Array.from(text, (letter) => letter.codePointAt(0)!);

/** Whole CSV files, and files of other kinds. */
export const csvFiles: readonly BankFile[] = [
  { title: 'CSV by tabs', file: 'id\tdata\tvalor\tnome\nE1\t22/11/2026\t10,00\tAna', lines: [ana] },
  { title: 'CSV by commas', file: 'id,data,valor,nome\nE1,22/11/2026,"10,00",Ana', lines: [ana] },
  { title: 'CSV by bars', file: 'id|data|valor|nome\nE1|22/11/2026|10,00|Ana', lines: [ana] },
  {
    title: 'CSV by commas with an amount in two',
    file: 'id,data,valor,nome\nE1,22/11/2026,10,00,Ana\nE2,22/11/2026,10.00,Ana',
    lines: [ana.replace('E1', 'E2')],
    faults: { 2: '«,» dentro de um valor' },
  },
  {
    title: 'CSV by commas whose last cells moved',
    file: 'id,data,nome,valor,documento\nE1,22/11/2026,Ana,10,50',
    faults: { 2: '«,» dentro de um valor' },
  },
  { title: 'CSV with CR alone', file: `id;data;valor;nome\r${row}\r`, lines: [ana] },
  {
    title: 'CSV with CRLF and blank lines',
    file: `\r\nid;data;valor;nome\r\n\r\n;;;\r\n${row}\r\n\r\n`,
    lines: [ana],
  },
  { title: 'CSV that says its separator', file: `sep=;\nid;data;valor;nome\n${row}`, lines: [ana] },
  {
    title: 'CSV below words of the bank',
    file: `Extrato da conta;12345-6\nPeríodo;01/11/2026 a 22/11/2026\n\nid;data;valor;nome\n${row}`,
    lines: [ana],
  },
  { title: 'CSV with marks of order', file: `\ufeffid;data;valor;nome\n${row}`, lines: [ana] },
  {
    title: 'CSV with the names of another bank',
    file: 'Data,Valor,Identificador,Descrição\n22/11/2026,10.00,E1,Transferência recebida pelo Pix - ANA SOUZA',
    lines: [`E1 1000 ${noon} Transferência recebida pelo Pix - ANA SOUZA`],
  },
  {
    title: 'CSV that says of whom beside what',
    file: 'id;data;descrição;nome;valor\nE1;22/11/2026;PIX RECEBIDO;Ana;10,00',
    lines: [ana],
  },
  {
    title: 'CSV whose name says only what',
    file: 'id;data;nome;histórico;valor\nE1;22/11/2026;Pix recebido;Ana;10,00',
    lines: [ana],
  },
  {
    title: 'CSV with the time in a column',
    file: 'id;data;hora;valor;nome\nE1;22/11/2026;14:20;10,00;Ana',
    lines: ['E1 1000 2026-11-22T17:20:00.000Z Ana'],
  },
  {
    title: 'CSV with midnight and the time in a column',
    file: 'id;data;hora;valor;nome\nE1;22/11/2026 00:00:00;14:20:05;10,00;Ana',
    lines: ['E1 1000 2026-11-22T17:20:05.000Z Ana'],
  },
  {
    title: 'CSV with two times',
    file: 'id;data;hora;valor;nome\nE1;22/11/2026 10:00;14:20;10,00;Ana',
    faults: { 2: 'horários diferentes' },
  },
  {
    title: 'CSV with an impossible time in a column',
    file: 'id;data;hora;valor;nome\nE1;22/11/2026;25:20;10,00;Ana',
    faults: { 2: 'Hora impossível' },
  },
  {
    title: 'CSV with credits and debits apart',
    file: 'id;data;histórico;crédito;débito\nE1;22/11/2026;Ana;10,00;\nE2;22/11/2026;Tarifa;;2,00\nE3;22/11/2026;Tarifa;0,00;-2,00',
    lines: [ana],
    debits: 2,
  },
  {
    title: 'CSV with a credit and a debit in a row',
    file: 'id;data;histórico;crédito;débito\nE1;22/11/2026;Ana;10,00;2,00',
    faults: { 2: 'um crédito e um débito' },
  },
  {
    title: 'CSV with the direction in a column',
    file: 'id;data;valor;tipo;nome\nE1;22/11/2026;10,00;C;Ana\nE2;22/11/2026;10,00;D;Ana\nE3;22/11/2026;-10,00;Crédito;Ana',
    lines: [ana],
    debits: 1,
    faults: { 4: 'contradiz o tipo' },
  },
  {
    title: 'CSV of two accounts, each under its header',
    file: `id;data;valor;nome\n${row}\nnome;valor;data;id\nAna;10,00;22/11/2026;E2`,
    lines: [ana, ana.replace('E1', 'E2')],
  },
  {
    title: 'CSV whose amounts tell their mark',
    file: 'id;data;valor;nome\nE1;22/11/2026;1,234;Ana\nE2;22/11/2026;5.25;Ana',
    lines: [`E1 123400 ${noon} Ana`, `E2 525 ${noon} Ana`],
  },
  {
    title: 'CSV whose amounts tell another mark',
    file: 'id;data;valor;nome\nE1;22/11/2026;1.234;Ana\nE2;22/11/2026;5.25;Ana',
    lines: [`E2 525 ${noon} Ana`],
    faults: { 2: 'dois sentidos' },
  },
  {
    title: 'CSV whose amounts contradict each other',
    file: 'id;data;valor;nome\nE1;22/11/2026;1.234;Ana\nE2;22/11/2026;5.25;Ana\nE3;22/11/2026;5,25;Ana',
    lines: [`E2 525 ${noon} Ana`, `E3 525 ${noon} Ana`],
    faults: { 2: 'dois sentidos' },
  },
  { title: 'CSV with a row twice', file: `id;data;valor;nome\n${row}\n${row}`, lines: [ana], repeats: 1 },
  {
    title: 'CSV with an id twice',
    file: `id;data;valor;nome\n${row}\nE1;22/11/2026;99,00;Ana`,
    lines: [ana],
    faults: { 3: 'já é de outro lançamento (2)' },
  },
  {
    title: 'CSV with a quote that nobody closed',
    file: `id;data;valor;nome\nE0;22/11/2026;10,00;"Bia\n${row}\nE2;22/11/2026;10,00;"Ana"`,
    lines: [ana, ana.replace('E1', 'E2')],
    faults: { 2: 'Aspas' },
  },
  {
    title: 'CSV with line breaks before a bad row',
    file: `id;data;valor;nome\nE1;22/11/2026;10,00;"A\nna"\nE2;31/11/2026;10,00;Ana`,
    lines: [`E1 1000 ${noon} A na`],
    faults: { 4: 'Data impossível' },
  },
  {
    title: 'CSV with a balance without id and amount',
    file: `id;data;valor;nome\n;22/11/2026;;SALDO ANTERIOR\n${row}\n;22/11/2026;900,00;Saldo do dia`,
    lines: [ana],
    balances: 2,
  },
  {
    title: 'CSV cut off',
    file: `id;data;valor;nome\n${row}\nE2;22/11/2026;1`,
    lines: [ana],
    faults: { 3: 'Falta o nome' },
  },
  {
    title: 'CSV with an OFX tag in a name',
    file: 'id;data;valor;nome\nE1;22/11/2026;10,00;<STMTTRN>',
    lines: [`E1 1000 ${noon} <STMTTRN>`],
  },
  {
    title: 'CSV without its columns',
    file: 'a;b\n1;2',
    faults: { 1: 'A primeira linha precisa ter id;data;valor;nome;documento.' },
  },
  { title: 'an empty file', file: '', faults: { 1: 'A primeira linha precisa ter' } },
  { title: 'a PDF', file: '%PDF-1.7\n', faults: { 1: 'planilha ou PDF' } },
  {
    title: 'an XLSX',
    file: latin('PK\u0003\u0004\u0014\u0000\u0006\u0000'),
    faults: { 1: 'planilha ou PDF' },
  },
];
