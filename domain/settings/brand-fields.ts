import type { SettingField } from './groups.ts';

/** The settings of the brand. */
export const brandFields: readonly SettingField[] = [
  {
    path: 'brand.name',
    group: 'brand',
    label: 'Nome',
    help: 'Como aparece nas páginas, nos avisos e nos e-mails.',
    unit: 'text',
    max: 30,
  },
  {
    path: 'brand.hue',
    group: 'brand',
    label: 'Cor',
    help: 'Só o tom muda: claridade e contraste ficam.',
    unit: 'degrees',
    min: 0,
    max: 359,
  },
  {
    path: 'brand.logo',
    group: 'brand',
    label: 'Logotipo',
    help: 'Fica no topo de todas as páginas, com até 32 px de altura. Sem imagem, vale o símbolo com o nome.',
    unit: 'picture',
  },
];
