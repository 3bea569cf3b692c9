import type { Withdrawal } from '#contract/withdrawals/withdrawals.ts';
import { formatCents, formatDateTime } from '#web/ui/data/formats.ts';

/** The next step of a withdrawal and its deadline, or how it ended and where the money is. */
export function withdrawalStep(withdrawal: Withdrawal, now: string): string | null {
  const { state, netCents, amountCents, expectedBy, paidAt, decisionNote } = withdrawal;
  if (expectedBy !== null && expectedBy < now) return lateText(withdrawal, expectedBy);
  const until = expectedBy && formatDateTime(expectedBy);
  const amount = formatCents(netCents);
  switch (state) {
    case 'requested':
    case 'in_review':
      return `A equipe confere e o Pix sai até ${until}.`;
    case 'approved':
    case 'processing':
      return `${amount} a caminho do seu banco, até ${until}.`;
    case 'failed':
      return 'O banco não aceitou. Estamos tentando de novo.';
    case 'paid':
      return paidAt && `${amount} pagos em ${formatDateTime(paidAt)}.`;
    case 'returned':
      return returnedText(withdrawal);
    case 'rejected':
      return `Recusado pela equipe: ${decisionNote?.replace(/\.$/, '')}. ${formatCents(amountCents)} voltaram ao seu saldo.`;
    case 'cancelled':
      return `Você cancelou. ${formatCents(amountCents)} voltaram ao seu saldo.`;
  }
}

/** A late withdrawal is free of charge (§4.10). */
function lateText({ state, feeCents }: Withdrawal, expectedBy: string): string {
  const passed = `O prazo era ${formatDateTime(expectedBy)}.`;
  if (state === 'processing') return `${passed} O Pix já saiu e esperamos o banco confirmar.`;
  const waived = feeCents > 0 ? ' Pelo atraso, a tarifa não é cobrada.' : '';
  return `${passed} A equipe está cuidando dele.${waived}`;
}

/** Why it came back, where the money is, and what to do now. */
function returnedText({ amountCents, returnReason, paidAt, reopenedAt }: Withdrawal): string {
  const reason = returnReason?.replace(/\.$/, '');
  const paid = paidAt && reopenedAt;
  const when = paid
    ? `Pago em ${formatDateTime(paidAt)} e devolvido pelo banco em ${formatDateTime(reopenedAt)}`
    : 'O banco devolveu';
  const why = reason ? `${when}: ${reason}.` : paid ? `${when}.` : 'O banco devolveu o Pix.';
  return `${why} ${formatCents(amountCents)} voltaram inteiros ao seu saldo. Confira no app do seu banco se a chave Pix do seu documento está ativa e peça outro saque.`;
}
