import type { DecimalMark } from './amounts.ts';

/** The fields of a statement row, independent of the format. */
export type BankField = 'bankId' | 'at' | 'time' | 'amount' | 'payerName' | 'document';

/** An unparsed row of a bank statement. */
export interface BankRow {
  /** Of a CSV the line of the file, of an OFX the transaction; from 1. */
  row: number;
  cells: Record<BankField, string>;
  /** How the file calls its fields, for the reasons: `coluna «Valor»`, `campo TRNAMT`. */
  names: Record<BankField, string>;
  /** What the amounts of the file have before their cents; null where `1.234` may be one real or one thousand. */
  mark: DecimalMark;
  /** What the bank says beside the amount: money in, money out, or nothing. */
  direction: 'in' | 'out' | null;
  /** Why the row as a whole is not read. */
  fault: string | null;
}

/** The rows of a file, or why it is no statement. */
export type BankRows = { format: 'csv' | 'ofx'; rows: BankRow[] } | { fault: string };

/** Rows of one file, credits or not: a file of 2 MB with more of them is no statement. */
export const maxStatementRows = 50_000;
export const tooManyRows = 'Envie um extrato de até 50.000 linhas.';

export const noCells: Record<BankField, string> = {
  bankId: '',
  at: '',
  time: '',
  amount: '',
  payerName: '',
  document: '',
};

/** Words that describe a transfer without naming the payer. */
export const transferWords: ReadonlySet<string> = new Set(
  'pix ted doc tef transf transferencia transferencias recebido recebida recebidos enviada entre contas credito cred deposito dep em conta cc lancamento lanc bancario via chave qr code de do da por pelo pela'.split(
    ' ',
  ),
);

/** The first text that may be a name; «PIX RECEBIDO» is used only when no other field names the payer. */
export function nameAmong(texts: readonly string[]): string {
  const given = texts.filter((text) => text !== '');
  return given.find((text) => !wordsOf(text).every((word) => transferWords.has(word))) ?? given[0] ?? '';
}

const balanceWords = new Set(
  'do da de dos em na no c cc dia anterior final inicial atual parcial total disponivel bloqueado livre conta corrente poupanca aplicacao aplicacoes investimento investimentos limite rs r'.split(
    ' ',
  ),
);

/** «SALDO DO DIA», «S A L D O», «Saldo anterior em 25/11/2026»: what an account holds, not what came. */
export function isBalance(text: string): boolean {
  const words = wordsOf(text.replace(/^\s*s a l d o\b/i, 'saldo'));
  return (
    /^saldos?$/.test(words[0] ?? '') &&
    words.slice(1).every((word) => balanceWords.has(word) || /^\d+$/.test(word))
  );
}

/** The words of a text in small letters without accents. */
export function wordsOf(text: string): string[] {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}
