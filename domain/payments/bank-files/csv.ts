import { decimalMarkOf, signedCents } from './amounts.ts';
import type { DecimalMark } from './amounts.ts';
import { plainText } from './ofx.ts';
import { maxStatementRows, nameAmong, noCells, tooManyRows, wordsOf } from './rows.ts';
import type { BankField, BankRow, BankRows } from './rows.ts';
import { csvRecords } from '#domain/text/csv-records.ts';
import type { CsvRecord } from '#domain/text/csv-records.ts';

export const statementHeader = 'id;data;valor;nome;documento';

/** The columns of a CSV, as banks name them; of two the one that stands first here. */
const columns = {
  bankId:
    'identificador fitid endtoendid endtoend e2e e2eid ide2e idpix idtransacao iddatransacao identificadordatransacao codigodatransacao id',
  at: 'datahora dataehora datadatransacao datatransacao datadolancamento datalancamento datadomovimento datamovimento data quando',
  time: 'hora horario',
  amount: 'valor valorr valorrs valorbrl quantia',
  credit: 'credito creditos creditor creditors entrada entradas valorcredito',
  debit: 'debito debitos debitor debitors saida saidas valordebito',
  direction: 'tipo dc cd creditodebito debitocredito natureza sinal tipodelancamento tipolancamento',
  payerName: 'nome pagador nomedopagador remetente nomedoremetente razaosocial nomerazaosocial',
  description: 'descricao historico lancamento detalhes memo',
  document: 'cpfcnpj cpfoucnpj cpfcnpjdopagador cpfcnpjdoremetente documentodopagador documento cpf cnpj',
} as const;
type Column = keyof typeof columns;

interface Header {
  names: string[];
  places: Record<Column, number>;
}

/** The header may stand below what a bank writes above it. */
const searchedRecords = 40;

/** The rows of a CSV, whichever of `;`, tab, `,` and `|` its header is divided by. */
export function csvRows(text: string): BankRows {
  for (const separator of [';', '\t', ',', '|']) {
    const records = csvRecords(text, separator);
    const header = firstHeader(records);
    if (!header) continue;
    const rows = [header];
    for (const record of records) {
      if (rows.push(record) > maxStatementRows) return { fault: tooManyRows };
    }
    return { format: 'csv', rows: rowsOf(rows, separator) };
  }
  return { fault: `A primeira linha precisa ter ${statementHeader}.` };
}

function firstHeader(records: Generator<CsvRecord>): CsvRecord | null {
  for (let searched = 0; searched < searchedRecords; searched++) {
    const { value, done } = records.next();
    if (done) return null;
    if (headerOf(value)) return value;
  }
  return null;
}

function headerOf({ cells }: CsvRecord): Header | null {
  if (cells === null || cells.length < 3 || cells.some((cell) => /\d\d/.test(cell))) return null;
  const names = cells.map((cell) => cell.trim());
  const plain = names.map((name) => wordsOf(name).join(''));
  const places = Object.fromEntries(
    Object.entries(columns).map(([column, known]) => [
      column,
      known
        .split(' ')
        .map((name) => plain.indexOf(name))
        .find((place) => place >= 0) ?? -1,
    ]),
  ) as Record<Column, number>;
  const { bankId, at, amount, credit, payerName, description } = places;
  const isWhole =
    bankId >= 0 && at >= 0 && (amount >= 0 || credit >= 0) && (payerName >= 0 || description >= 0);
  return isWhole ? { names, places } : null;
}

/** Of several statements one under another each has its header. */
function rowsOf(records: readonly CsvRecord[], separator: string): BankRow[] {
  let header: Header = { names: [], places: {} as Header['places'] };
  const mark = decimalMarkOf(amountsOf(records), ',');
  return records.flatMap((record) => {
    const nextHeader = headerOf(record);
    if (nextHeader) header = nextHeader;
    return nextHeader ? [] : [rowOf(record, header, { separator, mark })];
  });
}

function amountsOf(records: readonly CsvRecord[]): string[] {
  let places: number[] = [];
  return records.flatMap((record) => {
    const header = headerOf(record)?.places;
    if (header) places = [header.amount, header.credit, header.debit].filter((place) => place >= 0);
    return places.map((place) => record.cells?.[place] ?? '');
  });
}

interface Dialect {
  separator: string;
  mark: DecimalMark;
}

function rowOf({ row, cells }: CsvRecord, { names, places }: Header, dialect: Dialect): BankRow {
  const name = (column: Column) => `coluna «${names[places[column]] ?? column}»`;
  const base = { row, names: fieldNames(name, places), mark: dialect.mark, direction: null };
  if (cells === null)
    return { ...base, cells: noCells, fault: 'Aspas abertas e não fechadas. Feche as aspas ou retire-as.' };
  const cell = (column: Column) => clean(cells[places[column]] ?? '');
  const amount = amountOf(cell, places, dialect.mark);
  return {
    ...base,
    direction: directionOf(cell('direction')),
    cells: {
      bankId: cell('bankId'),
      at: cell('at'),
      time: cell('time'),
      amount: amount ?? '',
      payerName: nameAmong([cell('payerName'), cell('description')].map(plainText)),
      document: cell('document'),
    },
    fault:
      layoutFault(cells, names, { places, ...dialect }) ??
      (amount === null
        ? `A linha traz um crédito e um débito (${name('credit')} e ${name('debit')}).`
        : null),
  };
}

function fieldNames(name: (column: Column) => string, places: Header['places']): BankRow['names'] {
  const fields: BankField[] = ['bankId', 'at', 'time', 'amount', 'payerName', 'document'];
  const named = Object.fromEntries(fields.map((field) => [field, name(field)])) as BankRow['names'];
  return {
    ...named,
    amount: name(places.amount >= 0 ? 'amount' : 'credit'),
    payerName: name(places.payerName >= 0 ? 'payerName' : 'description'),
  };
}

/** Without what spreadsheets put around a text: blanks, and `="00123"`. */
function clean(cell: string): string {
  return cell
    .trim()
    .replace(/^="(.*)"$/s, '$1')
    .trim();
}

/** The one amount of a row; a debit as a negative one; null where a row tells both. */
function amountOf(
  cell: (column: Column) => string,
  places: Header['places'],
  mark: DecimalMark,
): string | null {
  if (places.amount >= 0) return cell('amount');
  const [credit, debit] = [cell('credit'), cell('debit')];
  if (isNothing(debit, mark)) return credit;
  if (!isNothing(credit, mark)) return null;
  return /^[-−(]/.test(debit) ? debit : `-${debit}`;
}

function isNothing(amount: string, mark: DecimalMark): boolean {
  return amount === '' || amount === '-' || signedCents(amount, mark) === 0;
}

const directions: Record<string, BankRow['direction']> = {
  c: 'in',
  credito: 'in',
  credit: 'in',
  entrada: 'in',
  '+': 'in',
  d: 'out',
  debito: 'out',
  debit: 'out',
  saida: 'out',
  '-': 'out',
};

function directionOf(cell: string): BankRow['direction'] {
  return directions[wordsOf(cell).join(' ') || cell] ?? null;
}

/** An amount divided by the separator of the file would shift the cells after it. */
function layoutFault(
  cells: readonly string[],
  names: readonly string[],
  { separator, places }: Dialect & { places: Header['places'] },
): string | null {
  const surplus = cells.slice(names.length).some((cell) => cell.trim() !== '');
  const amount = cells[places.amount] ?? '';
  const isDivided =
    separator === ',' &&
    /^\s*(?:R\$)?[\s\d.-]+$/.test(amount) &&
    /^\d{2}$/.test(cells[places.amount + 1] ?? '');
  return surplus || isDivided
    ? `A linha tem «${separator}» dentro de um valor. Ponha esse valor entre aspas.`
    : null;
}
