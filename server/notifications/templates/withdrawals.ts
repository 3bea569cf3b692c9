import { formatCents } from '#server/formats.ts';
import { notice } from '#server/notifications/notice.ts';
import type { Templates } from '#server/notifications/notice.ts';

/** Notices about each state of a withdrawal (§4.16). */
export const withdrawalTemplates = {
  'withdrawal.requested': (facts) => [
    notice(
      'owner',
      'Saque solicitado',
      `Recebemos seu saque de ${money(facts.amountCents)}. A equipe confere antes do Pix.`,
      'hourglass',
      withdrawalsUrl,
    ),
  ],
  'withdrawal.in_review': (facts) => [
    notice(
      'owner',
      'Saque em análise',
      `A equipe está conferindo seu saque de ${money(facts.amountCents)}.`,
      'hourglass',
      withdrawalsUrl,
    ),
  ],
  'withdrawal.first_approved': () => [],
  'withdrawal.approved': (facts) => [
    notice(
      'owner',
      'Saque aprovado',
      `${money(facts.payoutCents)} estão a caminho da sua conta.`,
      'circle-check',
      withdrawalsUrl,
    ),
  ],
  // Announced once, however often the payout is retried; a payout that succeeds at once skips this state.
  'withdrawal.processing': (facts) => [
    notice(
      'owner',
      'Saque no banco',
      `O banco está processando o Pix de ${money(facts.payoutCents)}. Avisamos quando ele sair.`,
      'hourglass',
      withdrawalsUrl,
    ),
  ],
  'withdrawal.failed': (facts) => [
    notice(
      'owner',
      'O banco recusou seu saque por ora',
      `Tentamos de novo o Pix de ${money(facts.payoutCents)}. Confira no app do seu banco se a chave Pix está ativa.`,
      'circle-x',
      withdrawalsUrl,
    ),
  ],
  // The owner was already told that it is retried.
  'withdrawal.retried': () => [],
  'withdrawal.paid': (facts) => [
    notice(
      'owner',
      'Saque pago',
      `O Pix de ${money(facts.payoutCents)} foi enviado.`,
      'banknote',
      withdrawalsUrl,
    ),
  ],
  'withdrawal.rejected': (facts) => [
    notice(
      'owner',
      'Saque recusado',
      `${money(facts.amountCents)} voltaram inteiros para o seu saldo.`,
      'circle-x',
      withdrawalsUrl,
    ),
  ],
  'withdrawal.returned': (facts) => [
    notice(
      'owner',
      'O banco devolveu seu saque',
      `${money(facts.amountCents)} voltaram inteiros para o seu saldo. Veja o motivo e o que fazer.`,
      'undo-2',
      withdrawalsUrl,
    ),
  ],
  'withdrawal.reopened': (facts) => [
    notice(
      'owner',
      'O banco devolveu um saque já pago',
      `${money(facts.amountCents)} voltaram inteiros para o seu saldo. Confira no app do seu banco se a chave Pix do seu documento está ativa e peça outro saque.`,
      'undo-2',
      withdrawalsUrl,
    ),
  ],
  // The account no longer exists.
  'withdrawal.repaid': () => [],
  'withdrawal.cancelled': (facts) => [
    notice(
      'owner',
      'Saque cancelado',
      `${money(facts.amountCents)} voltaram inteiros para o seu saldo.`,
      'circle-x',
      withdrawalsUrl,
    ),
  ],
} satisfies Partial<Templates>;

const withdrawalsUrl = '/conta/transacoes';

const money = (cents: number | null) => formatCents(cents ?? 0);
