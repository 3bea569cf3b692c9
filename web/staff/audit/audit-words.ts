/** What was decided, in the team's words. A kind without words is shown by its name: the log hides nothing. */
const words: Readonly<Record<string, string>> = {
  'account.restricted': 'Conta com limites menores',
  'account.suspended': 'Conta suspensa',
  'account.banned': 'Conta encerrada',
  'account.reinstated': 'Conta de volta ao normal',
  'account.sessions_ended_by_staff': 'Sessões encerradas',
  'account.role_changed': 'Papel mudado',
  'account.unmasked': 'Dados mostrados',
  'account.trusted': 'Vendedor confiável',
  'account.trust_withdrawn': 'Confiança retirada',
  'account.closed': 'Conta excluída',
  'listing.approved': 'Anúncio aprovado',
  'listing.changes_requested': 'Ajuste pedido',
  'listing.rejected': 'Anúncio recusado',
  'listing.flagged': 'Anúncio marcado para conferir',
  'listing.suspended': 'Anúncio suspenso',
  'listing.republished': 'Anúncio de volta ao ar',
  'listing.removed_by_staff': 'Anúncio encerrado',
  'listing.published': 'Anúncio publicado',
  'listing.expired': 'Anúncio vencido',
  'revision.applied': 'Alteração aprovada',
  'revision.changes_requested': 'Ajuste pedido na alteração',
  'revision.rejected': 'Alteração recusada',
  'question.hidden': 'Pergunta oculta',
  'question.shown': 'Pergunta mostrada',
  'report.upheld': 'Denúncia aceita',
  'report.dismissed': 'Denúncia dispensada',
  'order.paid': 'Pedido pago',
  'order.delivered': 'Pedido entregue',
  'order.completed': 'Pedido concluído',
  'order.cancelled': 'Pedido cancelado',
  'order.expired': 'Pedido expirado',
  'payment.reconciled': 'Pagamento conciliado',
  'settlement.released': 'Valor liberado',
  'refund.completed': 'Reembolso feito',
  'withdrawal.approved': 'Saque aprovado',
  'withdrawal.rejected': 'Saque recusado',
  'withdrawal.paid': 'Saque pago',
  'withdrawal.returned': 'Saque devolvido ao saldo',
  'staff.noted': 'Anotação',
  'staff.table_exported': 'Lista exportada',
};

export function decisionWords(kind: string): string {
  return words[kind] ?? kind;
}

export const subjectWords: Readonly<Record<string, string>> = {
  user: 'Pessoa',
  listing: 'Anúncio',
  question: 'Pergunta',
  report: 'Denúncia',
  order: 'Pedido',
  payment: 'Pagamento',
  refund: 'Reembolso',
  withdrawal: 'Saque',
  installation: 'Instalação',
};

export const roleWords = {
  user: 'Usuário',
  support: 'Atendimento',
  admin: 'Administração',
  system: 'Sistema',
} as const;
