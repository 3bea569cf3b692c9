import { fieldsOfGroup } from '#domain/settings/groups.ts';
import type { SettingField } from '#domain/settings/groups.ts';
import type { FieldErrors } from '#domain/errors.ts';
import { maxLevelHoldDays, sellerColours, sellerLevelNames, sellerLevels } from './rules.ts';
import type { ColourRule, EarnedLevel, SellerColour, SellerLevelRules } from './rules.ts';

const levels = fieldsOfGroup('levels');

const earned = sellerLevels.filter((level) => level !== 'new');
const limited = sellerColours.filter((colour) => colour !== 'red');

const colourNames: Record<Exclude<SellerColour, 'red'>, string> = {
  green: 'Verde',
  yellow: 'Amarelo',
  orange: 'Laranja',
};

function days(path: string, label: string, bounds: { min: number; max: number }): SettingField {
  return { path: `sellerLevels.${path}`, group: 'levels', label, unit: 'days', ...bounds };
}

function levelFields(level: EarnedLevel): SettingField[] {
  const name = `Vendedor ${sellerLevelNames[level]}`;
  return [
    levels.count(`sellerLevels.${level}.sales`, `${name}: vendas concluídas`, { min: 1 }),
    days(`${level}.holdDays`, `${name}: retenção depois da entrega`, { min: 1, max: maxLevelHoldDays }),
    levels.share(`sellerLevels.${level}.rebateBps`, `${name}: desconto na tarifa`, {
      max: 1_000,
      help: 'Em pontos da tarifa do plano: 0,5 faz de 9,9 % uma tarifa de 9,4 %.',
    }),
  ];
}

function colourFields(colour: Exclude<SellerColour, 'red'>): SettingField[] {
  const name = colourNames[colour];
  const path = `sellerLevels.${colour}`;
  return [
    levels.share(`${path}.claimsBps`, `${name}: reclamações abaixo de`, { min: 1 }),
    levels.share(`${path}.cancellationsBps`, `${name}: cancelamentos por quem vende abaixo de`, { min: 1 }),
    levels.share(`${path}.lateBps`, `${name}: entregas atrasadas abaixo de`, { min: 1 }),
  ];
}

/** The settings of levels and thermometer (§4.13), in display order. */
export const sellerLevelFields: readonly SettingField[] = [
  ...earned.flatMap(levelFields),
  fieldsOfGroup('withdrawals').money(
    'withdrawal.automaticCents',
    'Saque sem conferência por dia, de vendedor Prata em diante, até',
    { help: 'Com algum sinal de risco, uma pessoa confere.' },
  ),
  levels.share('sellerLevels.goldOnTimeBps', 'Vendedor Ouro: entregas no prazo, ao menos'),
  ...limited.flatMap(colourFields),
  days('windowDays', 'Termômetro: conta os últimos', { min: 7, max: 180 }),
  levels.count('sellerLevels.windowOrders', 'Termômetro: se houver ao menos tantos pedidos', {
    min: 1,
    max: 1_000,
  }),
  days('longWindowDays', 'Termômetro: com menos pedidos, conta os últimos', { min: 180, max: 730 }),
  levels.count('sellerLevels.fewestOrders', 'Termômetro: pedidos até mostrar a cor', { min: 1, max: 1_000 }),
  levels.count('sellerLevels.fewestIncidents', 'Termômetro: casos de um tipo até passar do amarelo', {
    min: 1,
    max: 100,
  }),
  levels.count('sellerLevels.badMonths', 'Vendedor perde o nível depois de tantos meses abaixo dele', {
    min: 2,
    max: 12,
    help: 'No primeiro mês a pessoa é avisada.',
  }),
];

/** Error messages for levels that ask less or bring less than the one below, and for colours that cross. */
export function sellerLevelContradictions(rules: SellerLevelRules): FieldErrors {
  const errors: FieldErrors = {};
  for (const [index, level] of earned.entries()) {
    const below = earned[index - 1];
    if (!below) continue;
    const path = `sellerLevels.${level}`;
    if (rules[level].sales <= rules[below].sales)
      errors[`${path}.sales`] = 'Este nível precisa de mais vendas que o anterior.';
    if (rules[level].holdDays > rules[below].holdDays)
      errors[`${path}.holdDays`] = 'A retenção não pode ser maior que a do nível anterior.';
    if (rules[level].rebateBps < rules[below].rebateBps)
      errors[`${path}.rebateBps`] = 'O desconto não pode ser menor que o do nível anterior.';
  }
  for (const [index, colour] of limited.entries()) {
    const better = limited[index - 1];
    if (!better) continue;
    for (const kind of ['claimsBps', 'cancellationsBps', 'lateBps'] satisfies (keyof ColourRule)[])
      if (rules[colour][kind] < rules[better][kind])
        errors[`sellerLevels.${colour}.${kind}`] = 'O limite não pode ser menor que o da cor melhor.';
  }
  return errors;
}
