import { durationText } from '#domain/text/durations.ts';
import { brandName } from '#server/settings/current/brand.ts';
import type { LetterParts } from '#server/letters/letters.ts';
import { rulesInForce } from '#server/settings/current/rules-in-force.ts';

/** To the owner of an address that another person tried to register; that person does not learn of it (T37). */
export function alreadyMemberMail({ to, url }: { to: string; url: string }): LetterParts {
  return {
    name: 'ja-tem-conta',
    values: {},
    to,
    subject: `Você já tem uma conta na ${brandName}`,
    heading: 'Você já tem uma conta',
    paragraphs: [
      `Alguém tentou criar uma conta na ${brandName} com este e-mail, que já está em uma conta sua. Nada mudou nela.`,
      'Se foi você, entre com o seu e-mail e a sua senha. Se não lembra a senha, crie outra.',
    ],
    button: { label: 'Criar outra senha', url },
    note: 'Se não foi você, não precisa fazer nada: ninguém consegue confirmar o seu e-mail em outra conta.',
  };
}

interface Letter {
  to: string;
  username: string;
  url: string;
}

/** The link for setting a new password. */
export function passwordResetMail({ to, username, url }: Letter): LetterParts {
  return {
    name: 'nova-senha',
    values: { nome: username },
    to,
    subject: `Crie uma nova senha na ${brandName}`,
    heading: `Olá, ${username}!`,
    paragraphs: [
      `Recebemos um pedido para trocar a senha da sua conta na ${brandName}.`,
      `O link vale por ${durationText(rulesInForce.codes.passwordResetMs)} e só funciona uma vez.`,
    ],
    button: { label: 'Criar nova senha', url },
    note: 'Se não foi você, ignore esta mensagem: sua senha continua a mesma.',
  };
}

/** Tells the owner that the password changed, which reveals a thief. */
export function passwordChangedMail({ to, username, url }: Letter): LetterParts {
  return {
    name: 'senha-trocada',
    values: { nome: username },
    to,
    subject: `Senha trocada na ${brandName}`,
    heading: 'Senha trocada',
    paragraphs: [
      `Olá, ${username}! A senha da sua conta acabou de ser trocada e as outras sessões foram encerradas.`,
      `Os saques esperam ${durationText(rulesInForce.security.withdrawalCoolDownMs)}.`,
    ],
    button: { label: 'Não fui eu', url },
    note: 'Se não foi você, recupere o acesso agora e fale com o atendimento.',
  };
}
