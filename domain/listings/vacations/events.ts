/** What sellers do with their vacations (F67), with the label of the audit log. */
export const vacationEvents = {
  'account.vacation_planned': 'Férias planejadas',
  'account.vacation_changed': 'Férias mudadas',
  'account.vacation_ended': 'Férias encerradas antes do fim',
  'account.vacation_cancelled': 'Férias canceladas',
} as const;
