import type { MessageCare, MessageHandling } from '#domain/orders/conversations.ts';

/** What the writer should know before such a message leaves, and what becomes of it (§4.14, §4.17). */
export function careWords(
  { cares, handling, masked }: { cares: readonly MessageCare[]; handling: MessageHandling; masked: string },
  side: 'buyer' | 'seller',
  other: string,
): string[] {
  const words: string[] = [];
  if (cares.includes('secret'))
    words.push(
      side === 'seller'
        ? 'Parece que há um código ou uma senha aqui. Use a caixa de entrega do pedido: lá fica registrado o que você entregou e quando.'
        : 'Parece que há um código ou uma senha aqui. Nunca mande suas senhas: quem vende não precisa delas.',
    );
  if (!cares.includes('contacts')) return words;
  words.push('Telefone, e-mail e links levam o negócio para fora da praça, onde ninguém protege você.');
  if (handling === 'masked') words.push(`Vai sair assim: «${masked}»`);
  if (handling === 'held') words.push(`Desta vez a equipe confere antes de mostrar para ${other}.`);
  return words;
}
