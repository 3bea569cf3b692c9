/** What happens to the proof of a birth (F58), with the label of the audit log. */
export const ageEvents = {
  'account.birth_proven': 'Data de nascimento confirmada',
  'account.birth_corrected': 'Data de nascimento corrigida',
} as const;
