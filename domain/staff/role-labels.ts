export const roleLabels = {
  user: 'Usuário',
  support: 'Atendimento',
  admin: 'Administração',
  system: 'Sistema',
} as const;
