import { fillNames, unknownNames } from './placeholders.ts';

/** The institutional pages whose texts the operator writes (N08). */
export const pageSlugs = [
  'termos',
  'privacidade',
  'perguntas-frequentes',
  'como-funciona',
  'tarifas',
  'formas-de-pagamento',
] as const;
export type PageSlug = (typeof pageSlugs)[number];

/** Pages that change only after an announcement: people are notified and can read the next version in advance. */
export const announcedPages = ['termos', 'privacidade'] as const satisfies readonly PageSlug[];
export const isAnnounced = (slug: PageSlug): boolean =>
  (announcedPages as readonly PageSlug[]).includes(slug);

/** Placeholders that a text may use between `{{` and `}}`; they show the current settings. */
export const placeholders = [
  'marca',
  'prazo.pix',
  'prazo.comprovante',
  'prazo.complemento',
  'prazo.cartao',
  'prazo.boleto',
  'prazo.compensacao',
  'cartao.parcelas',
  'cartao.juros',
  'prazo.confirmacao',
  'prazo.codigos',
  'prazo.conta',
  'prazo.inicio',
  'prazo.tolerancia',
  'prazo.atrasado',
  'prazo.cancelamento',
  'prazo.resposta',
  'prazo.mediacao',
  'prazo.decisao',
  'prazo.recurso',
  'prazo.liberacao',
  'prazo.arrependimento',
  'prazo.revisao',
  'prazo.senha',
  'prazo.exclusao',
  'prazo.registros',
  'prazo.provas',
  'prazo.fundo',
  'prazo.contestar',
  'prazo.decidir',
  'prazo.bloqueio',
  'prazo.documento',
  'idade.minima',
  'idade.compras',
  'idade.venda',
  'niveis.liberacao',
  'niveis.desconto',
  'ferias.limite',
  'tarifas.planos',
  'tarifas.minima',
  'tarifas.maxima',
  'saque.minimo',
  'saque.tarifa',
  'saque.gratis',
  'empresa.nome',
  'empresa.documento',
  'empresa.endereco',
  'empresa.email',
] as const;
export type Placeholder = (typeof placeholders)[number];

/** The unknown placeholders of a text; a text with one cannot be published. */
export function unknownPlaceholders(markdown: string): string[] {
  return unknownNames(markdown, placeholders);
}

/** The text with its placeholders filled in. An unknown placeholder stays as written. */
export function fillPlaceholders(markdown: string, values: Record<Placeholder, string>): string {
  return fillNames(markdown, values);
}
