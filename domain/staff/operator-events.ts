/** What commands of the operator change, with the labels of the audit log. */
export const operatorEvents = {
  'operator.unlocked': 'Tentativas zeradas',
  'operator.jobs_retried': 'Tarefas tentadas de novo',
  'operator.money_frozen': 'Dinheiro parado',
  'operator.money_unfrozen': 'Dinheiro liberado',
  'operator.audit_exported': 'Registro exportado',
  'operator.secrets_resealed': 'Segredos selados de novo',
} as const;
