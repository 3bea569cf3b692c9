import type { StaffWithdrawal } from '#contract/withdrawals/staff-withdrawals.ts';
import { formatCents, formatCount } from '#web/ui/data/formats.ts';

type ToastTexts = [title: string, text: string];
type Amounts = Pick<StaffWithdrawal, 'amountCents' | 'feeCents'>;
type State = StaffWithdrawal['state'];

/** Text by the returned state: one in review still needs a second person. */
export function decisionText(
  { holderName, ...withdrawal }: Amounts & Pick<StaffWithdrawal, 'holderName'>,
  state: State,
): ToastTexts {
  if (state === 'in_review') return ['Primeira aprovação feita', 'Falta outra pessoa da equipe aprovar.'];
  if (state === 'rejected')
    return ['Saque recusado', `${formatCents(withdrawal.amountCents)} voltaram ao saldo.`];
  return ['Saque aprovado', `${formatCents(payoutOf(withdrawal))} a caminho de ${holderName}.`];
}

/** The same for several approved together. */
export function approvalText(done: readonly { item: Amounts; answer: { state: State } }[]): ToastTexts {
  const sent = done.filter(({ answer }) => answer.state === 'approved');
  const pending = done.length - sent.length;
  const cents = sent.reduce((sum, { item }) => sum + payoutOf(item), 0);
  const sentences = [
    sent.length > 0 && `${formatCents(cents)} a caminho por Pix.`,
    pending > 0 && `${formatCount(pending, 'espera', 'esperam')} a aprovação de outra pessoa.`,
  ];
  const title =
    pending === 0
      ? formatCount(done.length, 'saque aprovado', 'saques aprovados')
      : formatCount(done.length, 'aprovação feita', 'aprovações feitas');
  return [title, sentences.filter(Boolean).join(' ')];
}

/** The amount sent through the bank. */
const payoutOf = ({ amountCents, feeCents }: Amounts) => amountCents - feeCents;
