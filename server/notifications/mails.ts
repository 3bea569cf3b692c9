import type { LetterParts } from '#server/letters/letters.ts';

/** A notice as a letter with its text and a link to its page. */
export function noticeMail(
  { to, username }: { to: string; username: string },
  origin: string,
  { title, description, url }: { title: string; description: string; url: string },
): LetterParts {
  return {
    name: 'aviso',
    values: { nome: username, assunto: title, texto: description },
    to,
    subject: title,
    heading: title,
    paragraphs: [`Olá, ${username}! ${description}`],
    button: { label: 'Ver no site', url: `${origin}${url}` },
    reason: `Você recebe esta mensagem porque tem uma conta aqui. Escolha quais avisos chegam por e-mail em ${origin}/conta/avisos.`,
  };
}
