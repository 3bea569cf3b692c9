import type { MessageWarningKind, MessageHandling } from '#domain/orders/conversations.ts';

/** Warnings shown before a message with contact data or a secret is sent, and how it will be handled (§4.14, §4.17). */
export function messageWarnings(
  {
    cares,
    handling,
    masked,
  }: { cares: readonly MessageWarningKind[]; handling: MessageHandling; masked: string },
  side: 'buyer' | 'seller',
  other: string,
): string[] {
  const sentences: string[] = [];
  if (cares.includes('secret'))
    sentences.push(
      side === 'seller'
        ? 'Parece que há um código ou uma senha aqui. Use a caixa de entrega do pedido: lá fica registrado o que você entregou e quando.'
        : 'Parece que há um código ou uma senha aqui. Nunca mande suas senhas: quem vende não precisa delas.',
    );
  if (!cares.includes('contacts')) return sentences;
  sentences.push('Telefone, e-mail e links levam a negociação para fora do site, onde não há proteção.');
  if (handling === 'masked') sentences.push(`Vai sair assim: «${masked}»`);
  if (handling === 'held') sentences.push(`Desta vez a equipe confere antes de mostrar para ${other}.`);
  return sentences;
}
