export const roleLabels = {
  user: 'Usuário',
  support: 'Atendimento',
  admin: 'Administração',
  operator: 'Operação',
  system: 'Sistema',
} as const;
