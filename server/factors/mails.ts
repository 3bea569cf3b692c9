import type { Mail } from '#server/adapters/mail/mail-sender.ts';

interface Letter {
  to: string;
  username: string;
}

/** Six digits for a person who lost the other second factors. */
export function proofCodeMail(letter: Letter & { code: string; minutes: number }): Mail {
  return {
    to: letter.to,
    subject: `${letter.code} é o seu código da Praça`,
    text: [
      `Olá, ${letter.username}!`,
      'Para confirmar que é você, digite este código na tela que pediu:',
      letter.code,
      `Ele vale por ${letter.minutes} minutos e só naquela tela. A Praça nunca pede este código por mensagem ou telefone.`,
      'Se não foi você, alguém sabe a sua senha: troque-a agora.',
    ].join('\n\n'),
  };
}

/** What changed in the keys of an account. */
export type SecurityChange =
  | { kind: 'totp_on' | 'totp_off' | 'codes_renewed' }
  | { kind: 'code_used'; left: number }
  | { kind: 'passkey_added' | 'passkey_removed'; name: string };

/** Tells the owner that a key of the account changed, so that a thief can't do it unseen (ASVS 6.3.7). */
export function securityChangeMail(letter: Letter & { change: SecurityChange; url: string }): Mail {
  const { subject, happened } = words(letter.change);
  return {
    to: letter.to,
    subject,
    text: [
      `Olá, ${letter.username}!`,
      happened,
      'Se não foi você, entre na sua conta, encerre as outras sessões e troque a senha:',
      letter.url,
    ].join('\n\n'),
    url: letter.url,
  };
}

function words(change: SecurityChange): { subject: string; happened: string } {
  switch (change.kind) {
    case 'totp_on':
      return {
        subject: 'Verificação em duas etapas ativada',
        happened:
          'A verificação em duas etapas por aplicativo foi ativada na sua conta. As outras sessões foram encerradas.',
      };
    case 'totp_off':
      return {
        subject: 'Aplicativo de códigos desativado',
        happened:
          'A verificação em duas etapas por aplicativo foi desativada na sua conta. As outras sessões foram encerradas.',
      };
    case 'codes_renewed':
      return {
        subject: 'Códigos reserva novos',
        happened: 'Dez códigos reserva novos foram criados na sua conta. Os anteriores não valem mais.',
      };
    case 'code_used':
      return {
        subject: 'Um código reserva foi usado',
        happened: `Um código reserva foi usado na sua conta. Restam ${change.left} de 10.`,
      };
    case 'passkey_added':
      return {
        subject: 'Chave de acesso criada',
        happened: `A chave de acesso «${change.name}» foi criada na sua conta. As outras sessões foram encerradas.`,
      };
    case 'passkey_removed':
      return {
        subject: 'Chave de acesso apagada',
        happened: `A chave de acesso «${change.name}» foi apagada da sua conta. As outras sessões foram encerradas.`,
      };
  }
}
