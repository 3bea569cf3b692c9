import type { AccountState } from './accounts/accounts.ts';
import type { ListingState, Plan } from './listings/listings.ts';
import type { OrderState } from './orders/orders.ts';
import type { PaymentMethod, PaymentState } from './payments/payments.ts';
import type { TaxType } from './orders/taxes.ts';

/** Labels of states, for pages and exports. */
export const orderNames: Record<OrderState, string> = {
  awaiting_payment: 'Aguardando pagamento',
  payment_in_review: 'Pagamento em análise',
  paid: 'Pago',
  in_delivery: 'Em entrega',
  delivered: 'Entregue, falta confirmar',
  in_complaint: 'Em reclamação',
  completed: 'Concluído',
  refunded: 'Reembolsado',
  cancelled: 'Cancelado',
  expired: 'Expirado',
};

export const listingNames: Record<ListingState, string> = {
  draft: 'Rascunho',
  in_triage: 'Em revisão',
  in_review: 'Em revisão',
  changes_requested: 'Ajuste pedido',
  published: 'Ativo',
  paused: 'Pausado',
  sold_out: 'Esgotado',
  expired: 'Encerrado',
  rejected: 'Recusado',
  suspended: 'Suspenso',
  removed: 'Encerrado',
};

export const paymentNames: Record<PaymentState, string> = {
  created: 'Gerando cobrança',
  pending: 'Pendente',
  in_review: 'Em análise',
  confirmed: 'Aprovado',
  partially_refunded: 'Estornado em parte',
  refunded: 'Estornado',
  declined: 'Recusado',
  expired: 'Expirado',
  cancelled: 'Cancelado',
  contested: 'Contestado',
  upheld: 'Mantido',
  charged_back: 'Revertido',
};

export const accountNames: Record<AccountState, string> = {
  active: 'Ativa',
  restricted: 'Com limites menores',
  suspended: 'Suspensa',
  banned: 'Encerrada pela equipe',
  closing: 'Em exclusão',
  closed: 'Excluída',
};

export const taxTypeNames: Record<TaxType, string> = {
  individual: 'Pessoa física',
  mei: 'MEI',
  company: 'Empresa',
};

/** How a person's CPF or CNPJ is verified (ADR 0079). */
export const documentProofNames = {
  declared: 'Só informado',
  proven: 'Confirmado pelo banco',
  contested: 'Confirmado em outra conta',
} as const;

export const planNames: Record<Plan, string> = { prata: 'Prata', ouro: 'Ouro', diamante: 'Diamante' };

/** Labels of listing states for staff: two states that share the seller's label are distinguished. */
export function staffListingName(state: ListingState): string {
  if (state === 'expired') return 'Vencido';
  return state === 'in_triage' ? 'Em triagem' : listingNames[state];
}

/** The label of a payment state. Without a provider, or while card data is missing, no charge is being generated. */
export function paymentName({ state, method }: { state: PaymentState; method: PaymentMethod }): string {
  if (state === 'created' && method === 'manual') return 'Esperando o Pix';
  if (state === 'created' && method === 'card') return 'Esperando o cartão';
  return paymentNames[state];
}

export const methodNames: Record<PaymentMethod, string> = {
  pix: 'Pix',
  card: 'Cartão',
  boleto: 'Boleto',
  balance: 'Saldo',
  manual: 'Pix com comprovante',
};

const providers: Record<string, string> = {
  simulator: 'Simulador',
  mercadopago: 'Mercado Pago',
  asaas: 'Asaas',
  manual: 'Conta da empresa',
  balance: 'Saldo',
};

/** The name of a payment provider; an unknown one is shown by its slug. */
export function providerName(slug: string): string {
  return providers[slug] ?? slug;
}
