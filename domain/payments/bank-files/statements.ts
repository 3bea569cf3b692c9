import { signedCents } from './amounts.ts';
import { csvRows, statementHeader } from './csv.ts';
import { instantOf } from './instants.ts';
import type { InstantFault } from './instants.ts';
import { ofxRows } from './ofx.ts';
import { isBalance, transferWords, wordsOf } from './rows.ts';
import type { BankField, BankRow, BankRows } from './rows.ts';
import { maskedDocument } from '#domain/accounts/documents.ts';
import { beginningOf, excerptOf } from '#domain/text/excerpts.ts';
import { visibleText } from '#domain/text/invisible.ts';
import type { Cents } from '#domain/money.ts';
import { maxTransferCents } from '#domain/money.ts';

export { statementHeader };

/** One credit of the bank's statement. */
export interface BankLine {
  /** Of a CSV the line of the file, of an OFX the transaction; from 1. */
  row: number;
  /** The bank's own id of the movement. */
  bankId: string;
  at: Date;
  amountCents: Cents;
  payerName: string;
  /** Never the whole document: `***.982.247-**`, or empty where the bank tells none. */
  document: string;
}

export interface StatementFault {
  row: number;
  /** In Portuguese: the column, what is wrong, what to do. */
  reason: string;
}

export interface Statement {
  format: 'csv' | 'ofx';
  lines: BankLine[];
  /** Money that went out: nothing to match. */
  debits: number;
  /** The number of rows with a balance of the account. */
  balances: number;
  /** The number of rows that repeat an earlier one exactly. */
  repeats: number;
  faults: StatementFault[];
}

/**
 * Reads a bank's statement: CSV with a header, or OFX. Each row is read, or refused with its reason; the others go on.
 * Amounts as {@link signedCents} says, instants as {@link instantOf}.
 */
export function readStatement(text: string): Statement {
  const read = rowsOf(text.replace(/^\ufeff/, ''));
  const statement: Statement = { format: 'csv', lines: [], debits: 0, balances: 0, repeats: 0, faults: [] };
  if ('fault' in read) {
    statement.faults.push({ row: 1, reason: read.fault });
    return statement;
  }
  statement.format = read.format;
  const byId = new Map<string, BankLine>();
  for (const row of read.rows) {
    const line = readRow(row);
    if (line === 'debit') statement.debits += 1;
    else if (line === 'balance') statement.balances += 1;
    else if (typeof line === 'string') statement.faults.push({ row: row.row, reason: line });
    else take(statement, byId, line);
  }
  return statement;
}

/** How files of Excel and PDF begin, and what their first bytes become where they are read as text. */
const otherFiles = ['PK\u0003\u0004', '%PDF', '\u00d0\u00cf\u0011', '\ufffd\ufffd\u0011'];

function rowsOf(text: string): BankRows {
  if (otherFiles.some((start) => text.startsWith(start)))
    return { fault: 'Este arquivo é de planilha ou PDF. Exporte o extrato em CSV ou OFX.' };
  return /^\s*(?:OFXHEADER|<)/i.test(text) ? ofxRows(text) : csvRows(text);
}

function take(statement: Statement, byId: Map<string, BankLine>, line: BankLine): void {
  const before = byId.get(line.bankId);
  byId.set(line.bankId, before ?? line);
  if (!before) statement.lines.push(line);
  else if (isSame(before, line)) statement.repeats += 1;
  else
    statement.faults.push({
      row: line.row,
      reason: `O identificador «${shown(line.bankId)}» já é de outro lançamento (${before.row}) deste arquivo. Carregue uma conta por arquivo, ou confira no banco.`,
    });
}

function isSame(one: BankLine, other: BankLine): boolean {
  return (
    one.amountCents === other.amountCents &&
    one.at.getTime() === other.at.getTime() &&
    one.payerName === other.payerName
  );
}

function readRow({ row, cells, names, mark, direction, fault }: BankRow): BankLine | string {
  const about = (field: BankField) => `(${names[field]})`;
  const cited = (field: BankField) => `${about(field)}: «${shown(cells[field])}»`;
  if (isBalance(cells.payerName)) return 'balance';
  if (fault) return fault;
  const amount = amountOf(cells.amount, { mark, direction });
  if (amount === 'debit') return amount;
  if (typeof amount === 'string') return amountReasons[amount](about('amount'), cited('amount'));
  const bankId = cells.bankId.normalize('NFC').replaceAll(/\s+/g, ' ');
  const idFault = bankIdFault(bankId);
  if (idFault) return idFault(about('bankId'), cited('bankId'));
  const at = instantOf(cells.at, cells.time);
  if (typeof at === 'string')
    return instantReasons[at](
      about('at'),
      `${cited('at')}${cells.time && ` ${about('time')}: «${shown(cells.time)}»`}`,
    );
  if (unreadable.test(cells.payerName) || !cells.payerName.isWellFormed())
    return `Nome com letras ilegíveis ${cited('payerName')}. Salve o arquivo em UTF-8 e carregue-o de novo.`;
  const payerName = beginningOf(
    visibleText(cells.payerName.normalize('NFC')).replaceAll(/\s+/g, ' ').trim(),
    120,
  );
  if (!/\p{L}/u.test(payerName))
    return `Falta o nome de quem pagou ${about('payerName')}. Complete a linha com o nome.`;
  return { row, bankId, at, amountCents: amount, payerName, document: hidden(cells.document) };
}

/** What decoding leaves where it did not know a letter. */
const unreadable = /[\0\u0080-\u009f\ufffd]/;

function shown(cell: string): string {
  return excerptOf(visibleText(cell.toWellFormed()).replaceAll(/[\s\0]+/g, ' '), 60);
}

type Reason = (about: string, cited: string) => string;
type AmountFault = 'missing' | 'unreadable' | 'ambiguous' | 'zero' | 'too_much' | 'contradictory';

const amountReasons: Record<AmountFault, Reason> = {
  missing: (about) => `Falta o valor ${about}. Complete a linha com o valor.`,
  unreadable: (_, cited) => `Valor ilegível ${cited}. Escreva como 1234,56.`,
  ambiguous: (_, cited) =>
    `Valor com dois sentidos ${cited}: os três últimos algarismos podem ser milhares ou centavos. Escreva como 1234,56.`,
  zero: (_, cited) => `Valor zero ${cited}: nada entrou e nada saiu. Confira no banco.`,
  too_much: (_, cited) => `Valor alto demais ${cited}. Confira no banco.`,
  contradictory: (_, cited) =>
    `O sinal do valor contradiz o tipo do lançamento ${cited}. Confira no banco se o dinheiro entrou ou saiu.`,
};

function amountOf(
  text: string,
  { mark, direction }: Pick<BankRow, 'mark' | 'direction'>,
): Cents | 'debit' | AmountFault {
  if (text === '') return 'missing';
  const cents = signedCents(text, mark);
  if (typeof cents === 'string') return cents;
  if (cents === 0) return 'zero';
  const isSignedIn = /^\+|(?:CR?|\+\)?)$/i.test(text);
  if (cents < 0) return direction === 'in' ? 'contradictory' : 'debit';
  if (direction === 'out') return isSignedIn ? 'contradictory' : 'debit';
  return cents > maxTransferCents ? 'too_much' : cents;
}

function bankIdFault(bankId: string): Reason | null {
  if (bankId === '') return (about) => `Falta o identificador do banco ${about}. Exporte o extrato com ele.`;
  if (/^\d[.,]\d+E\+?\d+$/i.test(bankId))
    return (_, cited) =>
      `Identificador arredondado por uma planilha ${cited}. Exporte o extrato de novo e não o salve nela.`;
  if (bankId.length > 120) return (_, cited) => `Identificador com mais de 120 letras ${cited}.`;
  if (!/^[\x20-\x7e]+$/.test(bankId))
    return (_, cited) => `Identificador com letras que nenhum banco usa ${cited}. Exporte o extrato de novo.`;
  return null;
}

const instantReasons: Record<InstantFault, Reason> = {
  unreadable: (_, cited) => `Data ilegível ${cited}. Escreva como 22/11/2026 14:20.`,
  no_such_day: (_, cited) => `Data impossível ${cited} não existe no calendário. Confira no banco.`,
  no_such_time: (_, cited) => `Hora impossível ${cited}. Confira no banco.`,
  no_such_offset: (_, cited) => `Fuso horário ilegível ${cited}. Use o do banco, como [-3:BRT].`,
  two_times: (_, cited) => `Data e hora com horários diferentes ${cited}. Confira no banco.`,
};

function hidden(document: string): string {
  const half = /^[*•xX]{3}\.?(\d{3})\.?(\d{3})-?[*•xX]{2}$/.exec(document.trim());
  if (half) return `***.${half[1]}.${half[2]}-**`;
  const whole = document.replaceAll(/[.\-/\s]/g, '').toUpperCase();
  return /^(?:\d{11}|[0-9A-Z]{12}\d{2})$/.test(whole) ? maskedDocument(whole) : '';
}

/** The common fields of a statement line and a declared transfer, for matching. */
export interface Candidate {
  amountCents: Cents;
  at: Date;
  payerName: string;
}

/**
 * How well a line matches a payment proof: the amount counts most, then the name, then the distance in time.
 * @returns 0 to 100
 */
export function matchScore(line: Candidate, receipt: Candidate): number {
  const amount = line.amountCents === receipt.amountCents ? 50 : 0;
  const hours = Math.abs(line.at.getTime() - receipt.at.getTime()) / 3_600_000;
  return Math.round(amount + 30 * nameMatchScore(line.payerName, receipt.payerName) + 20 / (1 + hours / 6));
}

/** The share of words of the shorter name that the other name contains, 0 to 1. */
export function nameMatchScore(one: string, other: string): number {
  const [mine, theirs] = [nameWords(one), nameWords(other)];
  const common = [...mine].filter((word) => theirs.has(word)).length;
  return common / Math.max(1, Math.min(mine.size, theirs.size));
}

const joiners = new Set(['dos', 'das', 'ltda', 'me']);

function nameWords(name: string): Set<string> {
  return new Set(
    wordsOf(name).filter((word) => word.length > 1 && !joiners.has(word) && !transferWords.has(word)),
  );
}
