import { durationText } from '#domain/text/durations.ts';
import { brandName } from '#server/settings/current/brand.ts';
import type { LetterParts } from '#server/letters/letters.ts';
import { rulesInForce } from '#server/settings/current/rules-in-force.ts';

/** Asks a person to confirm the account's address, by the link or the code of the mail. */
export function confirmationMail(given: {
  to: string;
  username: string;
  url: string;
  code: string;
}): LetterParts {
  return {
    name: 'confirmar-email',
    values: { nome: given.username },
    to: given.to,
    subject: `Confirme seu e-mail na ${brandName}`,
    heading: `Olá, ${given.username}!`,
    paragraphs: [
      `Para comprar e anunciar na ${brandName}, confirme que este e-mail é seu.`,
      `Digite o código na tela que pediu, em até ${validFor('validMs')}, ou abra o link, que vale por ${validFor('confirmationMs')}.`,
    ],
    code: given.code,
    button: { label: 'Confirmar e-mail', url: given.url },
    note: `Se você não criou uma conta na ${brandName}, ignore esta mensagem.`,
  };
}

interface Change {
  to: string;
  username: string;
  newEmail: string;
}

const validFor = (what: 'validMs' | 'confirmationMs' | 'emailChangeMs') =>
  durationText(rulesInForce.codes[what]);
const coolDown = () => durationText(rulesInForce.security.withdrawalCoolDownMs);
const notYou = 'Se não foi você, troque sua senha agora e fale com o atendimento.';

/** To the current address, when a change is requested. */
export function oldAddressMail(given: Change & { url: string }): LetterParts {
  return {
    name: 'trocar-email-atual',
    values: { nome: given.username, novo_email: given.newEmail },
    to: given.to,
    subject: `Confirme a troca de e-mail na ${brandName}`,
    heading: 'Você pediu para trocar de e-mail?',
    paragraphs: [
      `Olá, ${given.username}! O novo e-mail da sua conta será ${given.newEmail}.`,
      `A troca só acontece quando os dois endereços confirmarem. Os links valem por ${validFor('emailChangeMs')}.`,
    ],
    button: { label: 'Confirmar a troca', url: given.url },
    note: `${notYou} Sem esta confirmação nada muda.`,
  };
}

/** To the requested address. */
export function newAddressMail(given: Change & { url: string }): LetterParts {
  return {
    name: 'trocar-email-novo',
    values: { nome: given.username, novo_email: given.newEmail },
    to: given.to,
    subject: `Confirme seu novo e-mail na ${brandName}`,
    heading: 'Este é o seu novo e-mail?',
    paragraphs: [
      `A conta ${given.username} da ${brandName} pediu para usar este endereço.`,
      `Confirme que ele é seu. O link vale por ${validFor('emailChangeMs')}.`,
    ],
    button: { label: 'Confirmar este e-mail', url: given.url },
    note: 'Se você não pediu isto, ignore esta mensagem: este endereço não será usado.',
    reason: `Você recebe esta mensagem porque alguém informou este e-mail em uma conta da ${brandName}.`,
  };
}

/** To the owner of an address that another account requested; the requester does not learn of it (T37). */
export function addressInUseMail(given: { to: string; username: string }): LetterParts {
  return {
    name: 'email-em-uso',
    values: { nome: given.username },
    to: given.to,
    subject: `Tentaram usar seu e-mail na ${brandName}`,
    heading: 'Seu e-mail já está em uma conta',
    paragraphs: [
      `Olá, ${given.username}! Alguém pediu para usar este endereço em outra conta da ${brandName}. Nada mudou.`,
      'Se foi você, entre na conta que já usa este e-mail ou troque o endereço dela antes.',
    ],
    note: 'Se não foi você, não precisa fazer nada.',
  };
}

/** To both addresses after the change. */
export function emailChangedMail(given: Change): LetterParts {
  return {
    name: 'email-alterado',
    values: { nome: given.username, novo_email: given.newEmail },
    to: given.to,
    subject: `O e-mail da sua conta na ${brandName} mudou`,
    heading: 'E-mail alterado',
    paragraphs: [
      `Olá, ${given.username}! O e-mail da sua conta agora é ${given.newEmail}.`,
      `As outras sessões foram encerradas e os saques esperam ${coolDown()}.`,
    ],
    note: notYou,
  };
}

/** Tells the owner what changed in the account, which reveals a thief. */
export function securityMail(given: { to: string; username: string; what: string }): LetterParts {
  return {
    name: 'mudanca-de-seguranca',
    values: { nome: given.username, mudanca: given.what },
    to: given.to,
    subject: `Mudança de segurança na sua conta da ${brandName}`,
    heading: given.what,
    paragraphs: [
      `Olá, ${given.username}! Isto acabou de mudar na sua conta. Os saques esperam ${coolDown()} depois de uma mudança assim.`,
    ],
    note: notYou,
  };
}
