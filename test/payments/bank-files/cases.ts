/** A crafted statement and its correct content. */
export interface BankFile {
  title: string;
  file: string | Uint8Array;
  /** Each credit: `E1 1000 2026-11-22T15:00:00.000Z Ana`, in the order of the file. */
  lines?: readonly string[];
  /** Each refused row, and words of its reason. */
  faults?: Readonly<Record<number, string>>;
  debits?: number;
  balances?: number;
  repeats?: number;
}

const header = 'id;data;valor;nome;documento';
const noon = '2026-11-22T15:00:00.000Z';

/** A CSV of one row under the usual header. */
export const csvRow = (
  title: string,
  row: string,
  right: string | BankFile['faults'] | 'debit' | 'balance',
): BankFile => ({
  title,
  file: `${header}\n${row}\n`,
  ...told(right, 2),
});

function told(right: string | BankFile['faults'], row: number): Partial<BankFile> {
  if (right === 'debit') return { debits: 1 };
  if (right === 'balance') return { balances: 1 };
  if (typeof right !== 'string') return { faults: right ?? {} };
  return right.startsWith('!') ? { faults: { [row]: right.slice(1) } } : { lines: [right] };
}

/** A row with this amount: its cents, or `!` and the reason. */
export const amount = (written: string, right: number | string): BankFile =>
  csvRow(
    `amount ${written}`,
    `E1;22/11/2026;${written};Ana;`,
    typeof right === 'number' ? `E1 ${right} ${noon} Ana` : right,
  );

/** A row with this date: its instant, or `!` and the reason. */
export const date = (written: string, right: string): BankFile =>
  csvRow(
    `date ${written}`,
    `E1;${written};10,00;Ana;`,
    right.startsWith('!') ? right : `E1 1000 ${right} Ana`,
  );

/** A row with this name: the stored name, or `!` and the reason. */
export const named = (written: string, right: string): BankFile =>
  csvRow(
    `name ${written}`,
    `E1;22/11/2026;10,00;${written};`,
    right.startsWith('!') ? right : `E1 1000 ${noon} ${right}`,
  );

/** A row with this identifier: the stored one, or `!` and the reason. */
export const identified = (written: string, right: string): BankFile =>
  csvRow(
    `id ${written}`,
    `${written};22/11/2026;10,00;Ana;`,
    right.startsWith('!') ? right : `${right} 1000 ${noon} Ana`,
  );

/** One transaction of an OFX 1.x, its fields as given over the usual ones. */
export const ofx = (title: string, fields: Record<string, string>, right: string): BankFile => ({
  title: `OFX ${title}`,
  file: `OFXHEADER:100\nDATA:OFXSGML\n\n<OFX><BANKTRANLIST>${transaction(fields)}</BANKTRANLIST></OFX>`,
  ...told(right, 1),
});

export function transaction(fields: Record<string, string>): string {
  const all = {
    TRNTYPE: 'CREDIT',
    DTPOSTED: '20261122',
    TRNAMT: '10.00',
    FITID: 'E1',
    NAME: 'Ana',
    ...fields,
  };
  const lines = Object.entries(all).map(([tag, value]) => `<${tag}>${value}\n`);
  return `<STMTTRN>\n${lines.join('')}</STMTTRN>\n`;
}

/** An OFX whose transaction has this date: its instant, or `!` and the reason. */
export const posted = (written: string, right: string): BankFile =>
  ofx(`date ${written}`, { DTPOSTED: written }, right.startsWith('!') ? right : `E1 1000 ${right} Ana`);
