import { maxStatementRows, nameAmong, tooManyRows } from './rows.ts';
import type { BankRow, BankRows } from './rows.ts';

const names: BankRow['names'] = {
  bankId: 'campo FITID',
  at: 'campo DTPOSTED',
  time: 'campo DTPOSTED',
  amount: 'campo TRNAMT',
  payerName: 'campo NAME',
  document: 'campo NAME',
};

/** What each `<STMTTRN>` is read in. */
interface Reading {
  rows: BankRow[];
  /** The values of the transaction that is open, by tag. */
  values: Map<string, string[]> | null;
  inCard: boolean;
  inOriginalCurrency: boolean;
  currency: string;
}

/**
 * The transactions of an OFX as banks write it: SGML (1.x) whose fields need no closing tag, or XML (2.x), with the
 * accounts of a file one after another.
 */
export function ofxRows(text: string): BankRows {
  const parts = withoutSections(text).split(tag);
  const reading: Reading = {
    rows: [],
    values: null,
    inCard: false,
    inOriginalCurrency: false,
    currency: 'BRL',
  };
  for (let at = 1; at < parts.length; at += 3) {
    const [closing, name, value] = [parts[at] === '/', parts[at + 1]!.toUpperCase(), parts[at + 2]!];
    if (closing) close(reading, name);
    else open(reading, name, plainText(value));
  }
  const last = parts.at(-1)!;
  finish(
    reading,
    /\S[^\r\n]*$/.test(last) ? 'O arquivo termina no meio deste lançamento. Exporte-o de novo.' : null,
  );
  if (reading.rows.length > maxStatementRows) return { fault: tooManyRows };
  return reading.rows.length > 0
    ? { format: 'ofx', rows: reading.rows }
    : { fault: 'Este OFX não traz nenhum lançamento. Exporte o extrato de um período com movimento.' };
}

/** A tag: whether it closes, and its name. What follows it is its value. */
const tag = /<(\/?)([A-Za-z][\w.]*)\s*\/?>/;

function open(reading: Reading, name: string, value: string): void {
  if (name === 'STMTTRN') {
    finish(reading, null);
    reading.values = new Map();
  } else if (name === 'STMTRS' || name === 'CCSTMTRS') {
    reading.inCard = name === 'CCSTMTRS';
    reading.currency = 'BRL';
  } else if (name === 'LEDGERBAL' || name === 'AVAILBAL') finish(reading, null);
  else if (name === 'ORIGCURRENCY') reading.inOriginalCurrency = true;
  else if (name === 'CURDEF') reading.currency = value.toUpperCase();
  else if (reading.values && !(name === 'CURSYM' && reading.inOriginalCurrency))
    reading.values.set(name, [...(reading.values.get(name) ?? []), value]);
}

function close(reading: Reading, name: string): void {
  if (name === 'STMTTRN' || name === 'BANKTRANLIST' || name === 'OFX') finish(reading, null);
  if (name === 'ORIGCURRENCY') reading.inOriginalCurrency = false;
}

function finish(reading: Reading, fault: string | null): void {
  const { values, rows } = reading;
  reading.values = null;
  reading.inOriginalCurrency = false;
  if (!values) return;
  const value = (name: string) => values.get(name)?.find((one) => one !== '') ?? '';
  rows.push({
    row: rows.length + 1,
    names,
    mark: null,
    direction: directions[value('TRNTYPE').toUpperCase()] ?? null,
    cells: {
      bankId: value('FITID'),
      at: value('DTPOSTED'),
      time: '',
      amount: value('TRNAMT'),
      payerName: nameAmong([value('NAME'), value('MEMO')]),
      document: '',
    },
    fault: fault ?? faultOf(reading, values),
  });
}

/** The types that name their direction; the others (`XFER`, `OTHER`) have it in the sign of the amount alone. */
const directions: Record<string, BankRow['direction']> = { CREDIT: 'in', DEBIT: 'out' };

function faultOf({ inCard, currency }: Reading, values: Map<string, string[]>): string | null {
  const twice = ['FITID', 'DTPOSTED', 'TRNAMT'].find((name) => new Set(values.get(name)).size > 1);
  if (twice) return `O campo ${twice} aparece duas vezes com valores diferentes.`;
  if (inCard) return 'Este lançamento é de uma fatura de cartão, não da conta.';
  const money = values.get('CURSYM')?.[0]?.toUpperCase() ?? currency;
  return money === 'BRL' ? null : `O valor está em ${money.slice(0, 10)}, não em reais.`;
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** A value without its entities, each read once. */
export function plainText(value: string): string {
  return value
    .replaceAll(
      /&(?:(amp|lt|gt|quot|apos|nbsp)|#(\d{1,7})|#x([\da-f]{1,6}));/gi,
      (whole, name, decimal, hex) => {
        if (name !== undefined) return entities[String(name).toLowerCase()] ?? whole;
        const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
        return code > 0 && code <= 0x10_ff_ff && (code < 0xd8_00 || code > 0xdf_ff)
          ? String.fromCodePoint(code)
          : whole;
      },
    )
    .trim();
}

/** Without comments, and with the text of `CDATA` sections as any other text. */
function withoutSections(text: string): string {
  const bare = replaceSections(text, ['<!--', '-->'], () => '');
  return replaceSections(bare, ['<![CDATA[', ']]>'], (inner) =>
    inner.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  );
}

function replaceSections(
  text: string,
  [start, end]: [string, string],
  by: (inner: string) => string,
): string {
  const pieces: string[] = [];
  let at = 0;
  for (let opening = text.indexOf(start); opening !== -1; opening = text.indexOf(start, at)) {
    const closing = text.indexOf(end, opening + start.length);
    if (closing === -1) break;
    pieces.push(text.slice(at, opening), by(text.slice(opening + start.length, closing)));
    at = closing + end.length;
  }
  return [...pieces, text.slice(at)].join('');
}
