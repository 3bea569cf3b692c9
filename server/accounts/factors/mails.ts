import { brandName } from '#server/settings/current/brand.ts';
import type { LetterParts } from '#server/letters/letters.ts';

interface Letter {
  to: string;
  username: string;
}

/** The mail with six digits for a person who lost the other second factors. */
export function proofCodeMail({
  to,
  username,
  code,
  minutes,
}: Letter & { code: string; minutes: number }): LetterParts {
  return {
    name: 'codigo-de-confirmacao',
    values: { nome: username, codigo: code, minutos: String(minutes) },
    to,
    subject: `${code} é o seu código da ${brandName}`,
    heading: `Olá, ${username}!`,
    paragraphs: [
      'Para confirmar que é você, digite este código na tela que pediu.',
      `Ele vale por ${minutes} minutos e só naquela tela. A ${brandName} nunca pede este código por mensagem ou telefone.`,
    ],
    code,
    note: 'Se não foi você, alguém sabe a sua senha: troque-a agora.',
  };
}

/** A change of the sign-in methods of an account. */
export type SecurityChange =
  | { kind: 'totp_on' | 'totp_off' | 'codes_renewed' }
  | { kind: 'code_used'; left: number }
  | { kind: 'passkey_added' | 'passkey_removed'; name: string };

/** The mail that tells the owner about a changed sign-in method, so that a thief cannot do it unseen (ASVS 6.3.7). */
export function securityChangeMail({
  to,
  username,
  change,
  url,
}: Letter & { change: SecurityChange; url: string }): LetterParts {
  const { subject, happened } = changeText(change);
  return {
    name: 'duas-etapas',
    values: { nome: username, mudanca: subject, explicacao: happened },
    to,
    subject,
    heading: subject,
    paragraphs: [`Olá, ${username}! ${happened}`],
    button: { label: 'Ver a segurança da conta', url },
    note: 'Se não foi você, entre na sua conta, encerre as outras sessões e troque a senha.',
  };
}

function changeText(change: SecurityChange): { subject: string; happened: string } {
  switch (change.kind) {
    case 'totp_on':
      return {
        subject: 'Verificação em duas etapas ativada',
        happened:
          'A verificação em duas etapas por aplicativo foi ativada na sua conta. As outras sessões foram encerradas.',
      };
    case 'totp_off':
      return {
        subject: 'Aplicativo autenticador desativado',
        happened:
          'A verificação em duas etapas por aplicativo foi desativada na sua conta. As outras sessões foram encerradas.',
      };
    case 'codes_renewed':
      return {
        subject: 'Códigos reserva novos',
        happened: 'Códigos reserva novos foram criados na sua conta. Os anteriores não valem mais.',
      };
    case 'code_used':
      return {
        subject: 'Um código reserva foi usado',
        happened: `Um código reserva foi usado na sua conta. Restam ${change.left}.`,
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
