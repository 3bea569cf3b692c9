/** What happens to an appeal (N04), with the label of the audit log. */
export const appealEvents = {
  'appeal.opened': 'Recurso aberto',
  'appeal.upheld': 'Recurso negado: decisão mantida',
  'appeal.overturned': 'Recurso aceito: decisão desfeita',
  'appeal.escalated': 'Recurso em atraso, com a administração',
  'staff.appeal_escalated': 'Recurso em atraso avisado à administração',
} as const;
