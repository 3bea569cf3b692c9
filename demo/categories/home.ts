import { boolean, brand, color, condition, list, number, text, voltage } from './attributes.ts';
import type { Branch } from './tree.ts';

const material = list(
  'material',
  'Material',
  ['Madeira', 'Metal', 'Tecido', 'Vidro', 'Cerâmica', 'Plástico', 'Couro', 'Fibra natural', 'Misto'],
  false,
);

/** House, workshop and garden. */
export const homeBranches: readonly Branch[] = [
  {
    slug: 'casa-e-decoracao',
    name: 'Casa e decoração',
    icon: 'sofa',
    delivery: 'shipping',
    kind: 'physical',
    leaves: [
      {
        slug: 'sofas-e-cadeiras',
        name: 'Sofás e cadeiras',
        attributes: [material, color, condition, number('largura_cm', 'Largura (cm)')],
      },
      {
        slug: 'mesas-e-estantes',
        name: 'Mesas e estantes',
        attributes: [material, condition, number('largura_cm', 'Largura (cm)')],
      },
      { slug: 'iluminacao', name: 'Iluminação', icon: 'lamp', attributes: [material, voltage, condition] },
      {
        slug: 'objetos-e-quadros',
        name: 'Objetos e quadros',
        attributes: [material, condition, number('altura_cm', 'Altura (cm)')],
      },
    ],
  },
  {
    slug: 'cozinha',
    name: 'Cozinha',
    icon: 'cooking-pot',
    delivery: 'shipping',
    kind: 'physical',
    leaves: [
      {
        slug: 'panelas-e-utensilios',
        name: 'Panelas e utensílios',
        attributes: [material, number('pecas', 'Peças'), condition],
      },
      { slug: 'cafeteiras', name: 'Cafeteiras', icon: 'coffee', attributes: [brand, voltage, condition] },
      { slug: 'eletroportateis', name: 'Eletroportáteis', attributes: [brand, voltage, condition] },
    ],
  },
  {
    slug: 'ferramentas',
    name: 'Ferramentas',
    icon: 'hammer',
    delivery: 'shipping',
    kind: 'physical',
    leaves: [
      {
        slug: 'ferramentas-eletricas',
        name: 'Ferramentas elétricas',
        attributes: [brand, voltage, condition, boolean('a_bateria', 'A bateria')],
      },
      {
        slug: 'ferramentas-manuais',
        name: 'Ferramentas manuais',
        attributes: [brand, number('pecas', 'Peças'), condition],
      },
    ],
  },
  {
    slug: 'jardim',
    name: 'Jardim',
    icon: 'sprout',
    delivery: 'shipping',
    kind: 'physical',
    leaves: [
      {
        slug: 'plantas-e-vasos',
        name: 'Plantas e vasos',
        attributes: [
          text('especie', 'Espécie'),
          list('luz', 'Luz', ['Sol pleno', 'Meia-sombra', 'Sombra', 'Não se aplica']),
          number('altura_cm', 'Altura (cm)'),
        ],
      },
      { slug: 'jardinagem', name: 'Jardinagem', attributes: [material, condition] },
    ],
  },
];
