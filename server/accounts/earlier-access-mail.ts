import { brandName } from '#server/settings/current/brand.ts';
import type { LetterParts } from '#server/letters/letters.ts';
import type { RemovedAccess } from './earlier-access.ts';

interface EarlierAccess {
  to: string;
  username: string;
  removed: RemovedAccess;
  /** Whether the account has no password left. */
  needsPassword: boolean;
  url: string;
}

/** The mail that tells the owner of a newly proven address which earlier access was removed (ADR 70, T50). */
export function earlierAccessMail({ to, username, removed, needsPassword, url }: EarlierAccess): LetterParts {
  const list = removedTexts(removed).join('; ');
  return {
    name: 'acessos-encerrados',
    values: { nome: username, lista: list },
    to,
    subject: `Encerramos os acessos anteriores da sua conta na ${brandName}`,
    heading: 'Acessos anteriores encerrados',
    paragraphs: [
      `Olá, ${username}! Seu e-mail foi confirmado pela primeira vez. O que estava na conta antes podia ser de outra pessoa, por isso removemos: ${list}.`,
      needsPassword
        ? 'Crie uma senha para entrar. Pode ser a mesma que você escolheu no cadastro. O que for seu, ligue de novo na página de segurança.'
        : 'O que for seu, ligue de novo na página de segurança.',
    ],
    button: { label: needsPassword ? 'Criar senha' : 'Ver a segurança da conta', url },
    note: 'Se você não criou esta conta, ela agora é sua, com o seu e-mail: crie uma senha e exclua a conta, se preferir.',
  };
}

/** The removed access as Portuguese texts, most important first. */
function removedTexts(removed: RemovedAccess): string[] {
  const { sessions, passkeys, recoveryCodes, identities, devices } = removed;
  const words: [number, string][] = [
    [removed.password, 'a senha'],
    [sessions, counted(sessions, 'sessão aberta', 'sessões abertas')],
    [passkeys, counted(passkeys, 'chave de acesso', 'chaves de acesso')],
    [removed.totp, 'o aplicativo autenticador'],
    [recoveryCodes, counted(recoveryCodes, 'código reserva', 'códigos reserva')],
    [
      identities,
      counted(
        identities,
        'entrada por outro serviço, como o Google',
        'entradas por outros serviços, como o Google',
      ),
    ],
    [removed.phone, 'o celular'],
    [devices, counted(devices, 'aparelho de confiança', 'aparelhos de confiança')],
    [removed.emailChanges, 'um pedido de troca de e-mail'],
    [removed.noticePreferences, 'as escolhas de avisos'],
    [removed.closures, 'um pedido de exclusão da conta'],
  ];
  return words.filter(([count]) => count > 0).map(([, text]) => text);
}

function counted(count: number, singular: string, plural: string): string {
  return `${count} ${count === 1 ? singular : plural}`;
}
