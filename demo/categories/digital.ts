import { boolean, list, number, text } from './attributes.ts';
import type { Branch } from './tree.ts';

const region = list('regiao', 'Região', ['Brasil', 'Global', 'Estados Unidos', 'Europa']);
const platform = list('plataforma', 'Plataforma', [
  'Steam',
  'PlayStation',
  'Xbox',
  'Nintendo',
  'Celular',
  'Epic Games',
  'Battle.net',
  'Outra',
]);
const game = text('jogo', 'Jogo', true);
const format = list('formato', 'Formato', ['PDF', 'EPUB', 'Vídeo', 'Arquivo editável', 'Link de acesso']);

/** Goods that arrive as a code right after the payment, and some that are traded or made to order. */
export const digitalBranches: readonly Branch[] = [
  {
    slug: 'gift-cards',
    name: 'Gift cards',
    icon: 'gift',
    delivery: 'automatic',
    kind: 'code',
    leaves: [
      {
        slug: 'gift-cards-jogos',
        name: 'Gift cards de jogos',
        icon: 'gamepad-2',
        attributes: [platform, number('valor', 'Valor (R$)', true), region],
      },
      {
        slug: 'gift-cards-streaming',
        name: 'Gift cards de streaming',
        icon: 'clapperboard',
        attributes: [text('servico', 'Serviço', true), number('valor', 'Valor (R$)'), region],
      },
      {
        slug: 'gift-cards-lojas',
        name: 'Gift cards de lojas e apps',
        attributes: [text('loja', 'Loja', true), number('valor', 'Valor (R$)', true), region],
      },
    ],
  },
  {
    slug: 'jogos-digitais',
    name: 'Contas e itens de jogos',
    icon: 'swords',
    delivery: 'automatic',
    kind: 'code',
    proof: 'file',
    leaves: [
      {
        slug: 'contas-de-jogos',
        name: 'Contas de jogos',
        risky: true,
        kind: 'account',
        holdDays: 14,
        proof: 'video',
        attributes: [
          game,
          platform,
          text('nivel', 'Nível ou elo'),
          boolean('troca_de_email', 'Permite trocar o e-mail'),
        ],
      },
      {
        slug: 'chaves-de-jogos',
        name: 'Chaves de jogos',
        icon: 'key-round',
        attributes: [game, platform, region],
      },
      {
        slug: 'moedas-virtuais',
        name: 'Moedas virtuais',
        attributes: [game, platform, number('quantidade', 'Quantidade', true)],
      },
      {
        slug: 'itens-e-skins',
        name: 'Itens e skins',
        risky: true,
        byHand: true,
        attributes: [game, platform, text('raridade', 'Raridade')],
      },
    ],
  },
  {
    slug: 'licencas-e-assinaturas',
    name: 'Licenças e assinaturas',
    icon: 'key-round',
    delivery: 'automatic',
    kind: 'code',
    leaves: [
      {
        slug: 'licencas-de-software',
        name: 'Licenças de software',
        attributes: [
          text('programa', 'Programa', true),
          list('sistema', 'Sistema', ['Windows', 'macOS', 'Windows e macOS', 'Web']),
          number('dispositivos', 'Dispositivos'),
        ],
      },
      {
        slug: 'assinaturas',
        name: 'Assinaturas',
        attributes: [text('servico', 'Serviço', true), number('meses', 'Duração (meses)', true)],
      },
      {
        slug: 'arquivos-e-modelos',
        name: 'Arquivos e modelos',
        kind: 'file',
        attributes: [format, text('programa', 'Abre em')],
      },
      {
        slug: 'artes-e-textos',
        name: 'Artes e textos sob medida',
        kind: 'file',
        byHand: true,
        attributes: [format],
      },
    ],
  },
  {
    slug: 'cursos-e-ebooks',
    name: 'Cursos e e-books',
    icon: 'graduation-cap',
    delivery: 'automatic',
    kind: 'file',
    leaves: [
      {
        slug: 'cursos-online',
        name: 'Cursos on-line',
        attributes: [
          list('area', 'Área', [
            'Tecnologia',
            'Idiomas',
            'Design',
            'Negócios',
            'Música',
            'Gastronomia',
            'Outra',
          ]),
          number('horas', 'Carga horária (h)'),
          boolean('certificado', 'Com certificado'),
        ],
      },
      {
        slug: 'ebooks',
        name: 'E-books',
        icon: 'book-open',
        attributes: [format, number('paginas', 'Páginas')],
      },
    ],
  },
];
