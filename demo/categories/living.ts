import { boolean, brand, color, condition, list, number, text } from './attributes.ts';
import type { Branch } from './tree.ts';

const clothingSize = list('tamanho', 'Tamanho', ['PP', 'P', 'M', 'G', 'GG', 'XGG']);
const author = text('autor', 'Autor', true);
const binding = list('capa', 'Capa', ['Comum', 'Dura', 'Brochura'], false);

/** What people wear, ride, read, play and collect. */
export const livingBranches: readonly Branch[] = [
  {
    slug: 'moda',
    name: 'Moda',
    icon: 'shirt',
    delivery: 'shipping',
    kind: 'physical',
    leaves: [
      {
        slug: 'tenis',
        name: 'Tênis',
        attributes: [brand, number('numero', 'Número (BR)', true), color, condition],
      },
      { slug: 'moda-feminina', name: 'Moda feminina', attributes: [clothingSize, color, condition] },
      { slug: 'moda-masculina', name: 'Moda masculina', attributes: [clothingSize, color, condition] },
      {
        slug: 'bolsas-e-mochilas',
        name: 'Bolsas e mochilas',
        icon: 'handbag',
        attributes: [color, number('litros', 'Volume (L)'), condition],
      },
      {
        slug: 'relogios-e-oculos',
        name: 'Relógios e óculos',
        icon: 'watch',
        attributes: [brand, color, condition],
      },
    ],
  },
  {
    slug: 'esporte',
    name: 'Esporte e lazer',
    icon: 'volleyball',
    delivery: 'shipping',
    kind: 'physical',
    leaves: [
      {
        slug: 'bolas-e-quadra',
        name: 'Bolas e quadra',
        attributes: [text('modalidade', 'Modalidade', true), condition],
      },
      {
        slug: 'camping-e-trilha',
        name: 'Camping e trilha',
        attributes: [number('pessoas', 'Pessoas'), condition],
      },
      { slug: 'academia', name: 'Academia em casa', attributes: [number('peso_kg', 'Peso (kg)'), condition] },
    ],
  },
  {
    slug: 'ciclismo',
    name: 'Ciclismo',
    icon: 'bike',
    delivery: 'shipping',
    kind: 'physical',
    leaves: [
      {
        slug: 'bicicletas',
        name: 'Bicicletas',
        attributes: [
          list('aro', 'Aro', ['16', '20', '26', '27.5', '29', '700c']),
          number('marchas', 'Marchas'),
          condition,
        ],
      },
      {
        slug: 'acessorios-de-ciclismo',
        name: 'Capacetes e acessórios',
        attributes: [brand, color, condition],
      },
    ],
  },
  {
    slug: 'bebes',
    name: 'Bebês e crianças',
    icon: 'baby',
    delivery: 'shipping',
    kind: 'physical',
    leaves: [
      {
        slug: 'carrinhos-e-passeio',
        name: 'Carrinhos e passeio',
        attributes: [brand, condition, boolean('dobravel', 'Dobrável')],
      },
      {
        slug: 'brinquedos',
        name: 'Brinquedos',
        icon: 'toy-brick',
        attributes: [
          list('idade', 'Idade', ['0 a 2 anos', '3 a 5 anos', '6 a 9 anos', '10 anos ou mais']),
          condition,
        ],
      },
    ],
  },
  {
    slug: 'livros',
    name: 'Livros e quadrinhos',
    icon: 'book-open',
    delivery: 'shipping',
    kind: 'physical',
    leaves: [
      { slug: 'ficcao', name: 'Ficção', attributes: [author, binding, condition] },
      { slug: 'estudo-e-nao-ficcao', name: 'Estudo e não ficção', attributes: [author, binding, condition] },
      {
        slug: 'quadrinhos-e-mangas',
        name: 'Quadrinhos e mangás',
        attributes: [text('editora', 'Editora'), number('volumes', 'Volumes'), condition],
      },
    ],
  },
  {
    slug: 'instrumentos',
    name: 'Instrumentos musicais',
    icon: 'guitar',
    delivery: 'shipping',
    kind: 'physical',
    leaves: [
      {
        slug: 'violoes-e-guitarras',
        name: 'Violões e guitarras',
        attributes: [brand, condition, boolean('canhoto', 'Para canhotos')],
      },
      { slug: 'teclas-e-percussao', name: 'Teclas e percussão', attributes: [brand, condition] },
    ],
  },
  {
    slug: 'colecionaveis',
    name: 'Colecionáveis',
    icon: 'bot',
    delivery: 'shipping',
    kind: 'physical',
    leaves: [
      {
        slug: 'bonecos-e-miniaturas',
        name: 'Bonecos e miniaturas',
        attributes: [number('altura_cm', 'Altura (cm)'), condition, boolean('com_caixa', 'Com caixa')],
      },
      {
        slug: 'discos-de-vinil',
        name: 'Discos de vinil',
        icon: 'disc-3',
        attributes: [text('artista', 'Artista', true), number('ano', 'Ano da prensagem'), condition],
      },
      {
        slug: 'jogos-de-mesa-e-cards',
        name: 'Jogos de mesa e cards',
        icon: 'dices',
        attributes: [number('jogadores', 'Jogadores (até)'), condition],
      },
    ],
  },
];
