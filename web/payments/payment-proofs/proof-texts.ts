import type { PaymentProofRefusal, PaymentProofState } from '#domain/payments/payment-proofs.ts';
import type { Tone } from '#web/ui/data/status-badge.tsx';

/** States of a payment proof as both sides read them. */
export const proofStateLabels: Record<PaymentProofState, { label: string; tone: Tone }> = {
  sent: { label: 'Em análise', tone: 'info' },
  in_review: { label: 'Em análise', tone: 'info' },
  approved: { label: 'Aprovado', tone: 'success' },
  rejected: { label: 'Recusado', tone: 'danger' },
  expired: { label: 'Encerrado', tone: 'neutral' },
};

/** Why a payment proof was refused: short for the staff's list, and as the buyer reads it. */
export const proofRefusalTexts: Record<PaymentProofRefusal, { label: string; buyer: string }> = {
  illegible: { label: 'Ilegível', buyer: 'Não deu para ler o comprovante. Envie uma foto nítida ou o PDF.' },
  other_amount: {
    label: 'Valor diferente',
    buyer: 'O valor do comprovante é diferente do valor do pedido.',
  },
  repeated: { label: 'Repetido', buyer: 'Este comprovante já foi usado em outro pagamento.' },
  scheduled: {
    label: 'Agendado',
    buyer: 'O pagamento está agendado. Envie o comprovante depois que ele sair.',
  },
  not_found: {
    label: 'Não encontrado no extrato',
    buyer: 'O pagamento não chegou à nossa conta. Confira a chave e o valor no seu banco.',
  },
};
