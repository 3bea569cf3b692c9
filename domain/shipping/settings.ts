import { fieldsOfGroup } from '#domain/settings/groups.ts';
import type { SettingField } from '#domain/settings/groups.ts';
import { defaultShipmentClocks } from './clocks.ts';
import type { ShipmentClocks } from './clocks.ts';
import { correiosLimits, tableServiceCodes, tableServiceNames } from './services.ts';
import type { TableServiceCode } from './services.ts';
import { defaultTariffTable, weightBands } from './tariffs.ts';
import type { TableRules, WeightBand } from './tariffs.ts';
import { zoneNames, zones } from './zones.ts';
import type { Zone } from './zones.ts';

/** The settings of shipping (S02–S12). */
export interface ShippingRules extends TableRules {
  clocks: ShipmentClocks;
  /** Who gains or loses the difference between the quoted and the charged freight (S06). */
  freightDifference: 'platform' | 'seller';
  /** Who pays the way back of a regret (S06). */
  returnFreight: 'seller' | 'platform';
}

export const defaultShippingRules: ShippingRules = {
  services: tableServiceCodes,
  limits: { pac: correiosLimits, sedex: correiosLimits },
  table: defaultTariffTable,
  clocks: defaultShipmentClocks,
  freightDifference: 'platform',
  returnFreight: 'seller',
};

const { money, count, time } = fieldsOfGroup('shipping');

const maxCents = 1_000_000;
const days = (path: string, label: string, max: number, help?: string): SettingField => ({
  path: `shipping.clocks.${path}`,
  group: 'shipping',
  label,
  unit: 'days',
  min: 1,
  max,
  ...(help && { help }),
});

export const shippingFields: readonly SettingField[] = [
  {
    path: 'shipping.services',
    group: 'shipping',
    label: 'Serviços da tabela própria',
    help: 'A tabela vale sem conta em transportadora, e quando a cotação de fora não responde.',
    unit: 'choices',
    choices: tableServiceCodes.map((value) => ({ value, label: nameOf(value) })),
  },
  {
    path: 'shipping.freightDifference',
    group: 'shipping',
    label: 'Diferença entre o frete cotado e o cobrado',
    help: 'Quem fica com o que sobra e paga o que falta.',
    unit: 'choice',
    choices: [
      { value: 'platform', label: 'Do site' },
      { value: 'seller', label: 'De quem vende' },
    ],
  },
  {
    path: 'shipping.returnFreight',
    group: 'shipping',
    label: 'Frete de volta no arrependimento',
    help: 'Nunca é de quem comprou (CDC, art. 49).',
    unit: 'choice',
    choices: [
      { value: 'seller', label: 'Pago por quem vende' },
      { value: 'platform', label: 'Pago pelo site' },
    ],
  },
  days('maxHandlingDays', 'Prazo de postagem mais longo, em dias úteis', 5),
  days('cancelDays', 'Sem postagem, cancela depois de tantos dias úteis', 10),
  days('toleranceDays', 'Tolerância no prazo da transportadora, em dias úteis', 10),
  days('lostDays', 'Sem notícia, o pacote é extraviado depois de tantos dias úteis', 60),
  days('silentDays', 'Sem notícia, a equipe procura o pacote depois de tantos dias úteis', 30),
  days('collectionDays', 'Dias para retirar o pacote na agência', 30),
  days('returnDays', 'Dias para postar uma devolução', 30),
  time('shipping.clocks.returnCheckMs', 'Tempo de quem vende para conferir o que voltou'),
  days('pickupDays', 'Dias para a retirada em mãos depois do pagamento', 30),
  time('shipping.clocks.quoteMs', 'Validade de uma cotação de frete'),
  ...tableServiceCodes.flatMap(limitFields),
  ...tableServiceCodes.flatMap((code) => zones.flatMap((zone) => tariffFields(code, zone))),
];

function nameOf(code: TableServiceCode): string {
  const { carrier, name } = tableServiceNames[code];
  return `${carrier} ${name}`;
}

function limitFields(code: TableServiceCode): SettingField[] {
  const at = `shipping.limits.${code}`;
  const { name } = tableServiceNames[code];
  // Prices and limits have the legend of their part before the colon.
  const side = (path: string, label: string): SettingField[] => [
    count(`${at}.${path}.min`, `${name}, limites: menor ${label}, em cm`, { min: 1, max: 300 }),
    count(`${at}.${path}.max`, `${name}, limites: maior ${label}, em cm`, { min: 1, max: 300 }),
  ];
  return [
    count(`${at}.maxGrams`, `${name}, limites: maior peso, em gramas`, { min: 100, max: 100_000 }),
    ...side('length', 'comprimento'),
    ...side('width', 'largura'),
    ...side('height', 'altura'),
    count(`${at}.maxSumCm`, `${name}, limites: maior soma dos três lados, em cm`, { min: 3, max: 900 }),
  ];
}

function tariffFields(code: TableServiceCode, zone: Zone): SettingField[] {
  const at = `shipping.table.${code}.${zone}`;
  const title = `${tableServiceNames[code].name}, ${zoneNames[zone]}`;
  const price = (name: string, label: string) =>
    money(`${at}.${name}`, `${title}: ${label}`, { min: 1, max: maxCents });
  return [
    ...(Object.keys(weightBands) as WeightBand[]).map((band) => price(band, bandLabel(band))),
    price('extraKgCents', 'cada kg acima de 10 kg'),
    {
      path: `${at}.businessDays`,
      group: 'shipping',
      label: `${title}: dias úteis`,
      unit: 'days',
      min: 1,
      max: 60,
    },
  ];
}

function bandLabel(band: WeightBand): string {
  const grams = weightBands[band];
  return grams < 1_000 ? `até ${grams} g` : `até ${grams / 1_000} kg`;
}
