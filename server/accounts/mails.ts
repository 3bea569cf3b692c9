import type { Mail } from '#server/adapters/mail/mail-sender.ts';

/** The letter that asks a person to confirm the address of the account. */
export function confirmationMail(letter: { to: string; username: string; url: string }): Mail {
  return {
    to: letter.to,
    subject: 'Confirme seu e-mail na Praça',
    text: [
      `Olá, ${letter.username}!`,
      'Para comprar e anunciar na Praça, confirme que este e-mail é seu:',
      letter.url,
      'O link vale por 3 dias. Se você não criou uma conta na Praça, ignore esta mensagem.',
    ].join('\n\n'),
    url: letter.url,
  };
}
