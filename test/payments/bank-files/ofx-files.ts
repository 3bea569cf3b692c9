import { ofx, posted, transaction } from './cases.ts';
import type { BankFile } from './cases.ts';

const noon = '2026-11-22T15:00:00.000Z';
const ana = `E1 1000 ${noon} Ana`;
const xml = (body: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<?OFX OFXHEADER="200" VERSION="220"?>\n<OFX>${body}</OFX>`;
const xmlFields = (name: string) =>
  `<STMTTRN><TRNTYPE>CREDIT</TRNTYPE><DTPOSTED>20261122</DTPOSTED><TRNAMT>10.00</TRNAMT><FITID>E1</FITID><NAME>${name}</NAME></STMTTRN>`;

/** Whole OFX files. */
export const ofxFiles: readonly BankFile[] = [
  posted('20261126120000[-3:BRT]', '2026-11-26T15:00:00.000Z'),
  posted('20261126120000[0:GMT]', '2026-11-26T12:00:00.000Z'),
  posted('20261126120000[-03:EST]', '2026-11-26T15:00:00.000Z'),
  posted('20261126120000.000[-3:BRT]', '2026-11-26T15:00:00.000Z'),
  posted('20261126120000.250', '2026-11-26T15:00:00.250Z'),
  posted('20261126120000[+5.5:IST]', '2026-11-26T06:30:00.000Z'),
  posted('20261126120000[-0330]', '2026-11-26T15:30:00.000Z'),
  posted('20261126120000[-03:00]', '2026-11-26T15:00:00.000Z'),
  posted('20261126120000[GMT]', '2026-11-26T12:00:00.000Z'),
  posted('20261126120000 [-3:BRT]', '2026-11-26T15:00:00.000Z'),
  posted('202611261200', '2026-11-26T15:00:00.000Z'),
  posted('20261126', '2026-11-26T15:00:00.000Z'),
  posted('20261126[-3:BRT]', '2026-11-26T15:00:00.000Z'),
  posted('20261126233000[-3:BRT]', '2026-11-27T02:30:00.000Z'),
  posted('20261131120000[-3:BRT]', '!Data impossível (campo DTPOSTED)'),
  posted('20260229', '!Data impossível'),
  posted('20261126250000', '!Hora impossível'),
  posted('20261126120000[-30:BRT]', '!Fuso'),
  posted('20261126120000[XYZ]', '!Fuso'),
  posted('2026112', '!Data ilegível'),
  posted('', '!Data ilegível'),
  ofx('entity &amp;', { NAME: 'Ana &amp; Bia' }, `E1 1000 ${noon} Ana & Bia`),
  ofx(
    'entities of marks',
    { NAME: 'A &lt;b&gt; &quot;c&quot; D&apos;Ávila' },
    `E1 1000 ${noon} A <b> "c" D'Ávila`,
  ),
  ofx('entities by number', { NAME: 'Jo&#227;o &#xC9;der' }, `E1 1000 ${noon} João Éder`),
  ofx('an entity is read once', { NAME: 'Ana &amp;lt; Bia' }, `E1 1000 ${noon} Ana &lt; Bia`),
  ofx('a bare ampersand', { NAME: 'Ana & Bia < Cia' }, `E1 1000 ${noon} Ana & Bia < Cia`),
  ofx('an impossible entity', { NAME: 'Ana &#xD800;' }, `E1 1000 ${noon} Ana &#xD800;`),
  ofx('an id with spaces', { FITID: '2026 11 22 001' }, `2026 11 22 001 1000 ${noon} Ana`),
  ofx('no id', { FITID: '' }, '!Falta o identificador do banco (campo FITID)'),
  ofx('a comma before the cents', { TRNAMT: '1234,56' }, `E1 123456 ${noon} Ana`),
  ofx('groups and cents', { TRNAMT: '1.234,56' }, `E1 123456 ${noon} Ana`),
  ofx('one group without cents', { TRNAMT: '1.234' }, '!dois sentidos (campo TRNAMT)'),
  ofx('four decimals', { TRNAMT: '150.0000' }, `E1 15000 ${noon} Ana`),
  ofx('money out', { TRNTYPE: 'DEBIT', TRNAMT: '-10.00' }, 'debit'),
  ofx('money out without its sign', { TRNTYPE: 'DEBIT', TRNAMT: '10.00' }, 'debit'),
  ofx('a credit below zero', { TRNAMT: '-10.00' }, '!contradiz o tipo'),
  ofx('a debit with a plus', { TRNTYPE: 'DEBIT', TRNAMT: '+10.00' }, '!contradiz o tipo'),
  ofx('another type', { TRNTYPE: 'XFER' }, ana),
  ofx('another currency', { CURRENCY: '', CURSYM: 'USD' }, '!está em USD'),
  ofx('the amount twice', { TRNAMT: '10.00\n<TRNAMT>99.00' }, '!TRNAMT aparece duas vezes'),
  ofx('the name in MEMO', { NAME: '', MEMO: 'Ana' }, ana),
  ofx('a name that names nobody', { NAME: 'PIX RECEBIDO', MEMO: 'ANA SOUZA' }, `E1 1000 ${noon} ANA SOUZA`),
  ofx('a balance', { NAME: '', MEMO: 'SALDO DO DIA' }, 'balance'),
  { title: 'OFX in XML', file: xml(xmlFields('Ana')), lines: [ana] },
  {
    title: 'OFX in XML with CDATA',
    file: xml(xmlFields('<![CDATA[Ana & <Bia>]]>')),
    lines: [`E1 1000 ${noon} Ana & <Bia>`],
  },
  {
    title: 'OFX in XML, indented',
    file: xml(xmlFields('\n  Ana\n  Souza\n')),
    lines: [`E1 1000 ${noon} Ana Souza`],
  },
  { title: 'OFX with a comment', file: xml(`<!-- ${xmlFields('Bia')} -->${xmlFields('Ana')}`), lines: [ana] },
  { title: 'OFX in one line', file: `OFXHEADER:100${transaction({}).replaceAll('\n', '')}`, lines: [ana] },
  {
    title: 'OFX with CR alone',
    file: `OFXHEADER:100\r<OFX>\r${transaction({}).replaceAll('\n', '\r')}</OFX>`,
    lines: [ana],
  },
  {
    title: 'OFX without closing tags',
    file: `<OFX>${transaction({}).replace('</STMTTRN>', '')}${transaction({ FITID: 'E2' }).replace('</STMTTRN>', '')}`,
    lines: [ana, ana.replace('E1', 'E2')],
  },
  {
    title: 'OFX cut off in an amount',
    file: `<OFX>${transaction({})}<STMTTRN><DTPOSTED>20261122<FITID>E2<NAME>Bia<TRNAMT>12`,
    lines: [ana],
    faults: { 2: 'termina no meio' },
  },
  {
    title: 'OFX of two accounts',
    file: `<OFX><STMTRS><ACCTID>1</ACCTID>${transaction({})}</STMTRS><STMTRS><ACCTID>2</ACCTID>${transaction({ FITID: 'E2' })}</STMTRS></OFX>`,
    lines: [ana, ana.replace('E1', 'E2')],
  },
  {
    title: 'OFX of two accounts with one id',
    file: `<OFX><STMTRS>${transaction({})}</STMTRS><STMTRS>${transaction({ TRNAMT: '99.00' })}</STMTRS></OFX>`,
    lines: [ana],
    faults: { 2: 'já é de outro lançamento (1)' },
  },
  {
    title: 'OFX of a card beside an account',
    file: `<OFX><STMTRS>${transaction({})}</STMTRS><CCSTMTRS>${transaction({ FITID: 'E2' })}</CCSTMTRS></OFX>`,
    lines: [ana],
    faults: { 2: 'fatura de cartão' },
  },
  {
    title: 'OFX in dollars',
    file: `<OFX><STMTRS><CURDEF>USD${transaction({})}</STMTRS></OFX>`,
    faults: { 1: 'está em USD' },
  },
  {
    title: 'OFX with balances of the account',
    file: `<OFX><BANKTRANLIST>${transaction({})}</BANKTRANLIST><LEDGERBAL><BALAMT>99.00<DTASOF>20261122</LEDGERBAL></OFX>`,
    lines: [ana],
  },
  {
    title: 'OFX without transactions',
    file: 'OFXHEADER:100\n<OFX><BANKTRANLIST></BANKTRANLIST></OFX>',
    faults: { 1: 'não traz nenhum lançamento' },
  },
  {
    title: 'OFX with a bad row between good ones',
    file: `<OFX>${transaction({})}${transaction({ FITID: 'E2', DTPOSTED: '20261131' })}${transaction({ FITID: 'E3' })}</OFX>`,
    lines: [ana, ana.replace('E1', 'E3')],
    faults: { 2: 'Data impossível' },
  },
];
