import { fillNames, placeholderOf } from './placeholders.ts';

/** The operator's wording of an e-mail; an empty value means the default wording. */
export interface LetterWording {
  subject: string;
  /** Paragraphs separated by empty lines. */
  body: string;
}

/**
 * Every e-mail, with the placeholders its wording may contain between `{{` and `}}`. Heading, code, button and the
 * security note are fixed, so that a wording cannot remove them.
 */
export const letterKinds = {
  'confirmar-email': { title: 'Confirmação de e-mail', names: ['nome'] },
  'trocar-email-atual': { title: 'Troca de e-mail, ao endereço atual', names: ['nome', 'novo_email'] },
  'trocar-email-novo': { title: 'Troca de e-mail, ao endereço novo', names: ['nome', 'novo_email'] },
  'email-em-uso': { title: 'E-mail já usado em outra conta', names: ['nome'] },
  'email-alterado': { title: 'E-mail alterado', names: ['nome', 'novo_email'] },
  'mudanca-de-seguranca': { title: 'Mudança de segurança', names: ['nome', 'mudanca'] },
  'acessos-encerrados': { title: 'Acessos anteriores encerrados', names: ['nome', 'lista'] },
  'ja-tem-conta': { title: 'Cadastro com e-mail que já tem conta', names: [] },
  'nova-senha': { title: 'Criar nova senha', names: ['nome'] },
  'senha-trocada': { title: 'Senha trocada', names: ['nome'] },
  'codigo-de-confirmacao': { title: 'Código de confirmação', names: ['nome', 'codigo', 'minutos'] },
  'duas-etapas': { title: 'Mudança nas duas etapas', names: ['nome', 'mudanca', 'explicacao'] },
  'aparelho-novo': {
    title: 'Aparelho novo',
    names: ['nome', 'explicacao', 'aparelho', 'endereco', 'quando'],
  },
  'dados-prontos': { title: 'Cópia dos dados pronta', names: ['nome', 'dias'] },
  'exclusao-pedida': { title: 'Exclusão da conta pedida', names: ['nome', 'dia'] },
  'exclusao-perto': { title: 'Exclusão da conta em breve', names: ['nome', 'dia'] },
  'conta-excluida': { title: 'Conta excluída', names: ['nome'] },
  desistencia: { title: 'Desistência recebida', names: ['nome', 'titulo', 'protocolo', 'explicacao'] },
  'avalie-o-pedido': { title: 'Pedido de avaliação', names: ['nome', 'titulo'] },
  'avaliacoes-publicadas': {
    title: 'Avaliações publicadas',
    names: ['nome', 'titulo', 'novidade', 'explicacao'],
  },
  'avaliacao-respondida': { title: 'Resposta a uma avaliação', names: ['nome', 'titulo', 'quem'] },
  aviso: { title: 'Avisos do dia a dia', names: ['nome', 'assunto', 'texto'] },
  'conta-suspensa': { title: 'Situação da conta', names: ['nome', 'novidade', 'motivo', 'explicacao'] },
} as const satisfies Record<string, { title: string; names: readonly string[] }>;
export type LetterName = keyof typeof letterKinds;
export const letterNames = Object.keys(letterKinds) as LetterName[];

export type LetterRules = Record<LetterName, LetterWording>;

export const defaultLetterRules = Object.fromEntries(
  letterNames.map((name) => [name, { subject: '', body: '' }]),
) as LetterRules;

/** The placeholders of one e-mail: its own values and the name of the marketplace. */
export function namesOf(letter: LetterName): string[] {
  return [...letterKinds[letter].names, 'marca'];
}

export type LetterValues<L extends LetterName> = Record<(typeof letterKinds)[L]['names'][number], string>;

/** The wording of an e-mail with its values filled in: the operator's wording, or the default where it is empty. */
export function fillWording(
  own: LetterWording,
  standard: { subject: string; paragraphs: readonly string[] },
  values: Readonly<Record<string, string>>,
): { subject: string; paragraphs: readonly string[] } {
  return {
    subject: own.subject.trim() === '' ? standard.subject : fillNames(own.subject, values),
    paragraphs: own.body.trim() === '' ? standard.paragraphs : paragraphsOf(fillNames(own.body, values)),
  };
}

/** The default wording with placeholders instead of values, as a starting point for the operator. */
export function valuesToPlaceholders(
  standard: { subject: string; paragraphs: readonly string[] },
  values: Readonly<Record<string, string>>,
): LetterWording {
  // Longer values first, because one may contain another.
  const facts = Object.entries(values)
    .filter(([, value]) => value !== '')
    .toSorted(([, a], [, b]) => b.length - a.length);
  const named = (text: string) =>
    facts.reduce((words, [name, value]) => words.replaceAll(value, placeholderOf(name)), text);
  return { subject: named(standard.subject), body: named(standard.paragraphs.join('\n\n')) };
}

function paragraphsOf(body: string): string[] {
  return body
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean);
}
