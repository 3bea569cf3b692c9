import type { JournalKind } from '#domain/postings.ts';

/** What each movement of the available balance is called. A kind without words here is told plainly. */
const words: Partial<Record<JournalKind, string>> = {
  release: 'Venda liberada',
  refund: 'Devolução de venda',
  withdrawal_asked: 'Saque pedido',
  withdrawal_returned: 'Saque devolvido ao saldo',
};

/** The description of a statement line. */
export function transactionWords(kind: string, amountCents: number): string {
  return words[kind as JournalKind] ?? (amountCents >= 0 ? 'Entrada' : 'Saída');
}

export interface Day<Line> {
  /** «12 mar 2026». */
  label: string;
  lines: Line[];
}

/** Lines under the day they happened on, in the order they came. */
export function byDay<Line extends { at: string }>(
  lines: readonly Line[],
  labelOf: (at: string) => string,
): Day<Line>[] {
  const days: Day<Line>[] = [];
  for (const line of lines) {
    const label = labelOf(line.at);
    const last = days.at(-1);
    if (last?.label === label) last.lines.push(line);
    else days.push({ label, lines: [line] });
  }
  return days;
}
