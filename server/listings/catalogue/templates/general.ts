import { figure, oneOf, required, words, yesOrNo } from './template.ts';
import type { TemplateBranch } from './template.ts';

const condition = oneOf('Condição', 'Novo', 'Seminovo', 'Usado', 'Com defeito');
const brand = required(words('Marca'));
const model = words('Modelo');
const colour = words('Cor');
const voltage = oneOf('Voltagem', '110 V', '220 V', 'Bivolt', 'Não se aplica');
const size = required(words('Tamanho', 'Como na etiqueta.'));

/** Second-hand things that are posted or picked up: their state decides, so each listing says it. */
export const generalTemplate: readonly TemplateBranch[] = [
  {
    slug: 'eletronicos',
    name: 'Eletrônicos',
    icon: 'smartphone',
    kind: 'physical',
    rulesText:
      'Fotografe o aparelho ligado e todos os defeitos. Celulares sem bloqueio, fora da lista de roubados e com a conta de antes removida. São proibidos réplicas e aparelhos sem origem. Mande nota fiscal quando tiver.',
    leaves: [
      {
        slug: 'celulares',
        name: 'Celulares',
        warrantyDays: 14,
        attributes: [
          condition,
          brand,
          required(model),
          oneOf('Memória', 'Até 64 GB', '128 GB', '256 GB', '512 GB ou mais'),
          figure('Saúde da bateria em %'),
          yesOrNo('Com nota fiscal'),
        ],
      },
      {
        slug: 'computadores',
        name: 'Computadores',
        icon: 'laptop',
        attributes: [condition, brand, model, words('Processador'), figure('Memória em GB')],
      },
      {
        slug: 'videogames',
        name: 'Videogames',
        icon: 'gamepad-2',
        attributes: [condition, oneOf('Console', 'PlayStation', 'Xbox', 'Nintendo', 'Outro'), model],
      },
      {
        slug: 'tv-e-audio',
        name: 'TV e áudio',
        icon: 'tv',
        attributes: [condition, brand, figure('Polegadas'), voltage],
      },
      { slug: 'cameras', name: 'Câmeras', icon: 'camera', attributes: [condition, brand, model] },
    ],
  },
  {
    slug: 'casa',
    name: 'Casa',
    icon: 'sofa',
    kind: 'physical',
    rulesText:
      'Dê as medidas e fotografe marcas de uso. Móveis grandes costumam pedir retirada: diga o andar e se há elevador. Eletrodomésticos são testados antes de anunciar, e a voltagem fica no anúncio.',
    leaves: [
      {
        slug: 'moveis',
        name: 'Móveis',
        attributes: [
          condition,
          words('Material'),
          required(words('Medidas', 'Largura, profundidade e altura em cm.')),
        ],
      },
      {
        slug: 'eletrodomesticos',
        name: 'Eletrodomésticos',
        icon: 'cooking-pot',
        attributes: [condition, brand, voltage],
      },
      {
        slug: 'decoracao',
        name: 'Decoração',
        icon: 'lamp',
        attributes: [condition, words('Material'), colour],
      },
      { slug: 'ferramentas', name: 'Ferramentas', icon: 'hammer', attributes: [condition, brand, voltage] },
      {
        slug: 'jardim-e-animais',
        name: 'Jardim e animais',
        icon: 'sprout',
        attributes: [condition, words('Para qual animal ou planta')],
      },
    ],
  },
  {
    slug: 'moda',
    name: 'Moda',
    icon: 'shirt',
    kind: 'physical',
    rulesText:
      'Roupa lavada, com foto da etiqueta e de cada marca de uso. São proibidas réplicas e cópias de marcas, mesmo avisadas. Roupa íntima só nova, na embalagem.',
    leaves: [
      { slug: 'roupas', name: 'Roupas', attributes: [condition, words('Marca'), size, colour] },
      {
        slug: 'calcados',
        name: 'Calçados',
        attributes: [condition, brand, required(figure('Número')), colour],
      },
      {
        slug: 'bolsas-e-acessorios',
        name: 'Bolsas e acessórios',
        icon: 'handbag',
        attributes: [condition, words('Marca'), colour],
      },
      {
        slug: 'relogios-e-joias',
        name: 'Relógios e joias',
        icon: 'watch',
        warrantyDays: 14,
        attributes: [condition, brand, words('Material')],
      },
    ],
  },
  {
    slug: 'bebes-e-criancas',
    name: 'Bebês e crianças',
    icon: 'baby',
    kind: 'physical',
    rulesText:
      'Brinquedos e carrinhos inteiros, limpos e sem peças soltas. Cadeirinhas de carro só dentro da validade e sem acidente. São proibidos mamadeiras e chupetas usadas, e remédios.',
    leaves: [
      { slug: 'roupas-infantis', name: 'Roupas infantis', attributes: [condition, size] },
      {
        slug: 'brinquedos',
        name: 'Brinquedos',
        icon: 'toy-brick',
        attributes: [condition, words('Idade indicada')],
      },
      {
        slug: 'carrinhos-e-bercos',
        name: 'Carrinhos e berços',
        attributes: [condition, brand, words('Medidas')],
      },
    ],
  },
  {
    slug: 'esporte-e-lazer',
    name: 'Esporte e lazer',
    icon: 'volleyball',
    kind: 'physical',
    rulesText:
      'Diga o tamanho, o estado e o que foi trocado. Bicicletas com número de série visível na foto. São proibidos capacetes que já sofreram batida, armas e suplementos.',
    leaves: [
      {
        slug: 'bicicletas',
        name: 'Bicicletas',
        icon: 'bike',
        attributes: [condition, brand, words('Aro'), words('Tamanho do quadro')],
      },
      {
        slug: 'academia-e-esportes',
        name: 'Academia e esportes',
        attributes: [condition, words('Esporte'), words('Marca')],
      },
      {
        slug: 'acessorios-de-carro',
        name: 'Peças e acessórios de carro',
        icon: 'car',
        attributes: [condition, required(words('Serve em', 'Marca, modelo e ano.'))],
      },
    ],
  },
  {
    slug: 'livros-musica-e-colecao',
    name: 'Livros, música e coleção',
    icon: 'book-open',
    kind: 'physical',
    rulesText:
      'Fotografe capa, miolo e defeitos. São proibidos cópias, apostilas fotocopiadas e itens de coleção sem dizer que são reedição.',
    leaves: [
      { slug: 'livros', name: 'Livros', attributes: [condition, words('Autor'), words('Edição')] },
      {
        slug: 'instrumentos',
        name: 'Instrumentos musicais',
        icon: 'guitar',
        attributes: [condition, brand, model],
      },
      {
        slug: 'discos-e-filmes',
        name: 'Discos e filmes',
        icon: 'disc-3',
        attributes: [condition, oneOf('Tipo', 'Vinil', 'CD', 'DVD', 'Blu-ray', 'Outro')],
      },
      {
        slug: 'jogos-de-mesa-e-colecao',
        name: 'Jogos de mesa e coleção',
        icon: 'dices',
        attributes: [condition, yesOrNo('Completo')],
      },
    ],
  },
];
