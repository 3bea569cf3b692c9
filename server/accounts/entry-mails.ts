import type { Mail } from '#server/adapters/mail/mail-sender.ts';

/** To the owner of an address with which somebody tried to open another account; that somebody is told nothing (T37). */
export function addressInUseMail(given: { to: string; url: string }): Mail {
  return {
    to: given.to,
    subject: 'Você já tem uma conta na Praça',
    text: [
      'Alguém tentou criar uma conta na Praça com este e-mail, que já está em uma conta sua. Nada mudou nela.',
      'Se foi você, entre com o seu e-mail e a sua senha. Se não lembra a senha, crie outra:',
      given.url,
      'Se não foi você, não precisa fazer nada: ninguém consegue confirmar o seu e-mail em outra conta.',
    ].join('\n\n'),
    url: given.url,
  };
}

/** The link to a new password. */
export function passwordResetMail(given: { to: string; username: string; url: string }): Mail {
  return {
    to: given.to,
    subject: 'Crie uma nova senha na Praça',
    text: [
      `Olá, ${given.username}!`,
      'Recebemos um pedido para trocar a senha da sua conta na Praça. Para criar a nova, abra:',
      given.url,
      'O link vale por 30 minutos e só funciona uma vez. Se não foi você, ignore esta mensagem: sua senha continua a mesma.',
    ].join('\n\n'),
    url: given.url,
  };
}

/** Tells the owner that the password is another one now: it is how they learn of a thief. */
export function passwordChangedMail(given: { to: string; username: string; url: string }): Mail {
  return {
    to: given.to,
    subject: 'Senha trocada na Praça',
    text: [
      `Olá, ${given.username}!`,
      'A senha da sua conta na Praça acabou de ser trocada e as outras sessões foram encerradas. Os saques esperam 24 horas.',
      'Se não foi você, recupere o acesso agora e fale com o atendimento:',
      given.url,
    ].join('\n\n'),
    url: given.url,
  };
}
