import type { SecuringStep } from '#domain/orders/securing.ts';

/** What the buyer of an account does in each step, and how. */
export const securingTexts: Record<SecuringStep, { label: string; how: string }> = {
  password: {
    label: 'Entrei e troquei a senha',
    how: 'Use uma senha nova, que você não usa em outro lugar.',
  },
  email: {
    label: 'Troquei o e-mail pelo meu',
    how: 'Confirme pelo link que chega na sua caixa de entrada.',
  },
  phone: {
    label: 'Troquei ou removi o telefone',
    how: 'Um número antigo ainda recebe códigos para entrar.',
  },
  two_step: {
    label: 'Liguei a verificação em duas etapas',
    how: 'Desligue a de antes, ligue a sua e guarde os códigos de reserva.',
  },
  sessions: {
    label: 'Saí de todos os outros aparelhos',
    how: 'Procure por «Sair de todos os aparelhos» ou «Sessões ativas».',
  },
  recovery: {
    label: 'Removi formas antigas de recuperar a conta',
    how: 'E-mail reserva, perguntas secretas, aplicativos e redes ligados, formas de pagamento.',
  },
};
