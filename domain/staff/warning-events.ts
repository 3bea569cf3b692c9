/** What administrators are warned of by the installation itself, with the labels of the audit log. */
export const warningEvents = {
  'staff.money_frozen': 'Dinheiro parado por uma conferência',
  'staff.work_stuck': 'Trabalho parado',
  'staff.backup_failed': 'Cópia de segurança com defeito',
  'staff.looks_exceeded': 'Leituras do dia esgotadas',
} as const;
