import type { AccountState } from '#domain/accounts/accounts.ts';
import { durationText } from '#domain/text/durations.ts';
import { rulesInForce } from '#server/settings/current/rules-in-force.ts';
import { brandName } from '#server/settings/current/brand.ts';
import type { LetterParts, NamedLetter } from '#server/letters/letters.ts';
import type { Addressee } from './people.ts';

const date = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'long', timeZone: 'America/Sao_Paulo' });

/** An export is ready. The mail has no link to the file itself, because it could be forwarded. */
export function exportMail(person: Addressee, publicUrl: string, keptDays: number): LetterParts {
  const named = { name: 'dados-prontos', values: { nome: person.username, dias: String(keptDays) } } as const;
  return mail(named, person, publicUrl, 'Seus dados estão prontos', [
    'O arquivo com seus dados está pronto. Entre na sua conta para baixar.',
    `Ele fica disponível por ${keptDays} dias. Se não foi você que pediu, troque sua senha.`,
  ]);
}

/** A closure was requested and is pending. */
export function closureAskedMail(person: Addressee, publicUrl: string, dueAt: string): LetterParts {
  const named = { name: 'exclusao-pedida', values: { nome: person.username, dia: day(dueAt) } } as const;
  return mail(named, person, publicUrl, 'Pedido de exclusão da sua conta', [
    `Recebemos o pedido de excluir sua conta. Ela será excluída em ${day(dueAt)}.`,
    'Seus anúncios foram pausados. Até lá, você pode entrar e desistir quando quiser.',
    'Se não foi você que pediu, entre agora, cancele a exclusão e troque sua senha.',
  ]);
}

/** The reminder shortly before a closure. */
export function closureNearMail(person: Addressee, publicUrl: string, dueAt: string): LetterParts {
  const named = { name: 'exclusao-perto', values: { nome: person.username, dia: day(dueAt) } } as const;
  return mail(named, person, publicUrl, 'Sua conta será excluída em breve', [
    `Sua conta será excluída em ${day(dueAt)}. Depois disso não dá para voltar atrás.`,
    'Para ficar com ela, entre e cancele a exclusão.',
  ]);
}

/** The account was closed. */
export function closedMail({ to, username }: Addressee): LetterParts {
  return {
    name: 'conta-excluida',
    values: { nome: username },
    to,
    subject: 'Sua conta foi excluída',
    heading: `Até logo, ${username}`,
    paragraphs: [
      `Sua conta na ${brandName} foi excluída e seus dados pessoais foram apagados.`,
      'Guardamos apenas o que a lei manda: pedidos, pagamentos e quem respondeu por eles por cinco anos, e os registros de acesso por seis meses.',
    ],
    reason: `Você recebe esta mensagem porque este e-mail estava em uma conta da ${brandName}. É a última.`,
  };
}

const headings: Record<'active' | 'restricted' | 'suspended' | 'banned', string> = {
  active: 'Sua conta voltou ao normal',
  restricted: 'Sua conta tem limites por enquanto',
  suspended: 'Sua conta foi suspensa',
  banned: 'Sua conta foi encerrada pela equipe',
};

const restrictedText =
  'Você compra e anuncia menos do que antes. Saques, pedidos abertos e saldo continuam como estavam.';

/** The decision of staff about an account, with its reason. */
export function standingMail(
  person: Addressee,
  publicUrl: string,
  news: { state: AccountState; reason: string; until: string | null; appealKey?: string | null },
): LetterParts {
  const heading = headings[news.state as keyof typeof headings];
  const reason = news.reason && `Motivo: ${news.reason}`;
  const explanation = news.until
    ? `A suspensão termina em ${day(news.until)}. Pedidos abertos e saldo continuam seus.`
    : news.state === 'restricted'
      ? restrictedText
      : '';
  const named = {
    name: 'conta-suspensa',
    values: { nome: person.username, novidade: heading, motivo: reason, explicacao: explanation },
  } as const;
  const letter = mail(named, person, publicUrl, heading, [
    reason,
    explanation,
    news.state === 'active' ? '' : appealText(),
  ]);
  if (news.state === 'active') return letter;
  const url = news.appealKey ? `${publicUrl}/recurso#${news.appealKey}` : `${publicUrl}/conta/decisoes`;
  return { ...letter, button: { label: 'Recorrer da decisão', url } };
}

const appealText = () =>
  `Se você não concorda, recorra em até ${durationText(rulesInForce.appeals.windowMs)}. Outra pessoa da equipe decide.`;

function mail(
  named: NamedLetter,
  { to, username }: Addressee,
  publicUrl: string,
  subject: string,
  lines: string[],
): LetterParts {
  return {
    ...named,
    to,
    subject,
    heading: subject,
    paragraphs: [`Olá, ${username}!`, ...lines],
    button: { label: 'Abrir minha conta', url: privacyUrl(publicUrl) },
  };
}

function day(instant: string): string {
  return date.format(new Date(instant));
}

function privacyUrl(publicUrl: string): string {
  return `${publicUrl}/conta/privacidade`;
}
