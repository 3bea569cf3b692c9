import type { ComplaintReason } from './complaints.ts';

/** What a complaint is about. */
export const complaintReasonNames: Record<ComplaintReason, string> = {
  not_received: 'Não recebi',
  not_as_described: 'Veio diferente',
  invalid_code: 'Código inválido ou usado',
  no_access: 'O acesso não funciona',
  broken_file: 'O arquivo não abre',
  damaged: 'Chegou quebrado',
  recovered: 'A conta foi recuperada',
  incomplete: 'Veio incompleto',
  late: 'Atraso',
  other: 'Outro motivo',
};
