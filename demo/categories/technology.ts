import { boolean, brand, color, condition, invoice, list, number, text, voltage } from './attributes.ts';
import type { Branch } from './tree.ts';

const gameConsole = list('plataforma', 'Plataforma', [
  'PlayStation 5',
  'PlayStation 4',
  'Xbox Series',
  'Xbox One',
  'Nintendo Switch',
  'Retrô',
  'PC',
]);
const storage = list('armazenamento', 'Armazenamento', [
  '64 GB',
  '128 GB',
  '256 GB',
  '512 GB',
  '1 TB',
  '2 TB',
]);
const memory = list('memoria', 'Memória RAM', ['4 GB', '8 GB', '16 GB', '32 GB', '64 GB']);

/** Devices and what plugs into them. */
export const technologyBranches: readonly Branch[] = [
  {
    slug: 'celulares',
    name: 'Celulares',
    icon: 'smartphone',
    delivery: 'shipping',
    kind: 'physical',
    proof: 'file',
    leaves: [
      {
        slug: 'smartphones',
        name: 'Smartphones',
        proof: 'video',
        attributes: [brand, storage, condition, color, invoice],
      },
      {
        slug: 'acessorios-de-celular',
        name: 'Capas, carregadores e cabos',
        attributes: [text('compativel', 'Compatível com'), condition],
      },
      {
        slug: 'smartwatches',
        name: 'Smartwatches',
        icon: 'watch',
        attributes: [brand, number('tamanho_mm', 'Caixa (mm)'), condition],
      },
    ],
  },
  {
    slug: 'informatica',
    name: 'Informática',
    icon: 'laptop',
    delivery: 'shipping',
    kind: 'physical',
    proof: 'file',
    leaves: [
      {
        slug: 'notebooks',
        name: 'Notebooks',
        proof: 'video',
        attributes: [brand, memory, storage, number('tela_polegadas', 'Tela (pol.)'), condition],
      },
      {
        slug: 'teclados-e-mouses',
        name: 'Teclados e mouses',
        attributes: [
          brand,
          list('conexao', 'Conexão', ['Com fio', 'Bluetooth', 'Sem fio 2.4 GHz']),
          condition,
        ],
      },
      {
        slug: 'monitores',
        name: 'Monitores',
        attributes: [
          brand,
          number('tela_polegadas', 'Tela (pol.)', true),
          number('taxa_hz', 'Taxa (Hz)'),
          condition,
        ],
      },
      {
        slug: 'pecas-de-computador',
        name: 'Peças de computador',
        attributes: [
          brand,
          list('peca', 'Peça', ['Placa de vídeo', 'Memória', 'SSD', 'Processador', 'Placa-mãe', 'Fonte']),
          condition,
          invoice,
        ],
      },
      { slug: 'redes', name: 'Roteadores e redes', attributes: [brand, text('padrao', 'Padrão'), condition] },
    ],
  },
  {
    slug: 'games',
    name: 'Games e consoles',
    icon: 'gamepad-2',
    delivery: 'shipping',
    kind: 'physical',
    proof: 'file',
    leaves: [
      { slug: 'consoles', name: 'Consoles', proof: 'video', attributes: [gameConsole, condition, invoice] },
      { slug: 'controles', name: 'Controles e acessórios', attributes: [gameConsole, condition, color] },
      {
        slug: 'jogos-em-disco',
        name: 'Jogos em disco e cartucho',
        attributes: [gameConsole, condition, boolean('com_encarte', 'Com encarte')],
      },
    ],
  },
  {
    slug: 'audio-e-tv',
    name: 'Áudio e TV',
    icon: 'headphones',
    delivery: 'shipping',
    kind: 'physical',
    proof: 'file',
    leaves: [
      {
        slug: 'fones-de-ouvido',
        name: 'Fones de ouvido',
        attributes: [
          brand,
          list('tipo', 'Tipo', ['Sobre a orelha', 'Intra-auricular', 'Monitor de palco']),
          boolean('sem_fio', 'Sem fio'),
          condition,
        ],
      },
      {
        slug: 'caixas-de-som',
        name: 'Caixas de som',
        attributes: [brand, number('potencia_w', 'Potência (W)'), condition],
      },
      {
        slug: 'tvs',
        name: 'TVs',
        icon: 'tv',
        attributes: [brand, number('tela_polegadas', 'Tela (pol.)', true), condition, voltage],
      },
    ],
  },
  {
    slug: 'cameras',
    name: 'Câmeras e fotografia',
    icon: 'camera',
    delivery: 'shipping',
    kind: 'physical',
    proof: 'file',
    leaves: [
      {
        slug: 'cameras-digitais',
        name: 'Câmeras',
        proof: 'video',
        attributes: [
          brand,
          list('tipo', 'Tipo', ['Mirrorless', 'DSLR', 'Compacta', 'Analógica', 'De ação']),
          condition,
        ],
      },
      { slug: 'lentes', name: 'Lentes', attributes: [brand, text('montagem', 'Montagem', true), condition] },
    ],
  },
];
