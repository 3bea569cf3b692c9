/** What happens to the proof of a birth (F58), with the label of the audit log. */
export const ageEvents = {
  'account.birth_proven': 'Data de nascimento confirmada',
  'account.birth_corrected': 'Data de nascimento corrigida',
  'account.guardian_asked': 'Responsável indicado',
  'account.guardian_consented': 'Autorização de responsável dada',
  'account.guardian_limit_changed': 'Limite do responsável mudado',
  'account.guardian_ended': 'Autorização de responsável encerrada',
} as const;
