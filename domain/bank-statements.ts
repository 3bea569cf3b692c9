import { maskedDocument } from './documents.ts';
import { beginningOf } from './excerpts.ts';
import { visibleText } from './invisible.ts';
import type { Cents } from './money.ts';
import { maxTransferCents } from './money.ts';

/** One credit of the bank's statement. */
export interface BankLine {
  /** The bank's own id of the movement. */
  bankId: string;
  at: Date;
  amountCents: Cents;
  payerName: string;
  /** Never the whole document: `***.982.247-**`, or empty where the bank tells none. */
  document: string;
}

export interface Statement {
  lines: BankLine[];
  /** Money that went out: nothing to match. */
  debits: number;
  faults: { row: number; reason: string }[];
}

/** The columns of a CSV, as banks name them. */
const columns = {
  bankId: ['id', 'identificador', 'endtoendid', 'e2e', 'fitid'],
  at: ['data', 'datahora', 'quando'],
  amount: ['valor'],
  payerName: ['nome', 'pagador', 'remetente', 'descricao'],
  document: ['documento', 'cpfcnpj', 'cpf', 'cnpj'],
} as const;
type Column = keyof typeof columns;

export const statementHeader = 'id;data;valor;nome;documento';

/**
 * Reads a bank's statement: CSV with a header (`;` or `,`), or OFX. Amounts as `1.234,56` or `1234.56`; instants as
 * `22/11/2026 14:20`, ISO 8601 or OFX, those without an offset in São Paulo's time.
 * @returns every credit that could be read, and each row that could not with its reason
 */
export function readStatement(text: string): Statement {
  const rows = /<STMTTRN>/i.test(text) ? ofxRows(text) : csvRows(text);
  const statement: Statement = { lines: [], debits: 0, faults: [] };
  if (rows === null) {
    statement.faults.push({ row: 1, reason: `A primeira linha precisa ter ${statementHeader}.` });
    return statement;
  }
  for (const { row, ...cells } of rows) {
    const read = readRow(cells);
    if (read === 'debit') statement.debits += 1;
    else if (typeof read === 'string') statement.faults.push({ row, reason: read });
    else statement.lines.push(read);
  }
  return statement;
}

type Cells = Record<Column, string>;

function readRow(cells: Cells): BankLine | string {
  const amount = centsOf(cells.amount);
  if (amount === null) return 'Valor ilegível.';
  if (amount <= 0) return 'debit';
  if (amount > maxTransferCents) return 'Valor alto demais.';
  if (!/^[\x21-\x7e]{1,120}$/.test(cells.bankId)) return 'Falta o identificador do banco.';
  const at = instantOf(cells.at);
  if (at === null) return 'Data ilegível.';
  if (cells.payerName.length === 0) return 'Falta o nome de quem pagou.';
  const { bankId } = cells;
  const payerName = beginningOf(visibleText(cells.payerName), 120);
  return { bankId, at, amountCents: amount, payerName, document: hidden(cells.document) };
}

function hidden(document: string): string {
  const whole = document.replaceAll(/[.\-/\s]/g, '').toUpperCase();
  return /^(?:\d{11}|[0-9A-Z]{12}\d{2})$/.test(whole) ? maskedDocument(whole) : '';
}

/** `1.234,56`, `1234.56` and `-12` in cents; null for anything else. */
function centsOf(text: string): number | null {
  const bare = text.replaceAll(/[R$\s\u00a0]/g, '');
  const match =
    /^(-?)(\d{1,3}(?:\.\d{3})+|\d{1,12})(?:,(\d{2}))?$/.exec(bare) ??
    /^(-?)(\d{1,12})(?:\.(\d{1,2}))?$/.exec(bare);
  if (!match) return null;
  const [, sign, whole, part = ''] = match;
  const amount = Number(whole!.replaceAll('.', '')) * 100 + Number(part.padEnd(2, '0'));
  return sign ? -amount : amount;
}

const saoPaulo = '-03:00';

function instantOf(text: string): Date | null {
  const brazilian = /^(\d{2})\/(\d{2})\/(\d{4})(?:[ T]+(\d{2}:\d{2}(?::\d{2})?))?$/.exec(text);
  const ofx = /^(\d{4})(\d{2})(\d{2})(?:(\d{2})(\d{2})(\d{2}))?/.exec(text);
  const iso = /^\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)?(Z|[+-]\d{2}:?\d{2})?$/.exec(text);
  if (brazilian) {
    const [, day, month, year, time = '12:00'] = brazilian;
    return dateOf(`${year}-${month}-${day}T${time}${saoPaulo}`);
  }
  if (iso)
    return dateOf(
      `${text.length === 10 ? `${text}T12:00` : text.replace(' ', 'T')}${iso[1] ? '' : saoPaulo}`,
    );
  if (!ofx) return null;
  const [, year, month, day, hours = '12', minutes = '00', seconds = '00'] = ofx;
  return dateOf(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}${saoPaulo}`);
}

function dateOf(text: string): Date | null {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? null : date;
}

function csvRows(text: string): (Cells & { row: number })[] | null {
  const [header = '', ...rows] = text.replace(/^\ufeff/, '').split(/\r?\n/);
  const separator = header.includes(';') ? ';' : ',';
  const names = cellsOf(header, separator).map(plain);
  const places = Object.fromEntries(
    Object.entries(columns).map(([column, known]) => [
      column,
      names.findIndex((name) => (known as readonly string[]).includes(name)),
    ]),
  ) as Record<Column, number>;
  if ([places.bankId, places.at, places.amount, places.payerName].includes(-1)) return null;
  return rows.flatMap((line, index) => {
    if (line.trim() === '') return [];
    const cells = cellsOf(line, separator);
    const cell = (column: Column) => (cells[places[column]] ?? '').trim();
    return [
      {
        row: index + 2,
        bankId: cell('bankId'),
        at: cell('at'),
        amount: cell('amount'),
        payerName: cell('payerName'),
        document: cell('document'),
      },
    ];
  });
}

function plain(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
}

/** RFC 4180 within one line: quotes hold separators, and two of them are one. */
function cellsOf(line: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < line.length; at++) {
    const letter = line[at]!;
    if (letter === '"' && quoted && line[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (letter === '"') quoted = !quoted;
    else if (letter === separator && !quoted) {
      cells.push(cell);
      cell = '';
    } else cell += letter;
  }
  return [...cells, cell];
}

/** OFX as banks write it: SGML or XML, one transaction between `<STMTTRN>` and the next. */
function ofxRows(text: string): (Cells & { row: number })[] {
  return text
    .split(/<STMTTRN>/i)
    .slice(1)
    .map((part, index) => {
      const value = (tag: string) => new RegExp(`<${tag}>([^<\r\n]*)`, 'i').exec(part)?.[1]?.trim() ?? '';
      return {
        row: index + 1,
        bankId: value('FITID'),
        at: value('DTPOSTED'),
        amount: value('TRNAMT'),
        payerName: value('NAME') || value('MEMO'),
        document: '',
      };
    });
}

/** A line of the statement beside what the buyer told. */
export interface Candidate {
  amountCents: Cents;
  at: Date;
  payerName: string;
}

/**
 * How well a line fits a receipt, the better the higher: the amount first, then the name, then how near in time.
 * @returns 0 to 100
 */
export function fitOf(line: Candidate, receipt: Candidate): number {
  const amount = line.amountCents === receipt.amountCents ? 50 : 0;
  const hours = Math.abs(line.at.getTime() - receipt.at.getTime()) / 3_600_000;
  return Math.round(amount + 30 * nameFit(line.payerName, receipt.payerName) + 20 / (1 + hours / 6));
}

/** Words of the shorter name that the other has too, 0 to 1. */
export function nameFit(one: string, other: string): number {
  const [mine, theirs] = [wordsOf(one), wordsOf(other)];
  const common = [...mine].filter((word) => theirs.has(word)).length;
  return common / Math.max(1, Math.min(mine.size, theirs.size));
}

const joiners = new Set(['de', 'da', 'do', 'dos', 'das', 'e', 'pix', 'ltda', 'me']);

function wordsOf(name: string): Set<string> {
  const words = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return new Set(words.filter((word) => word.length > 1 && !joiners.has(word)));
}
