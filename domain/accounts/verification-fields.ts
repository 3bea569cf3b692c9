import { fieldsOfGroup } from '#domain/settings/groups.ts';
import type { SettingField } from '#domain/settings/groups.ts';
import { verificationLevels } from './verification.ts';

const levels = fieldsOfGroup('levels');
const million = 100_000_000;

/** The settings of verification levels and their limits (§4.14), in display order. */
export const verificationFields: readonly SettingField[] = [
  ...verificationLevels.flatMap(levelFields),
  { path: 'verification.minAge', group: 'levels', label: 'Idade mínima', unit: 'years', min: 18, max: 30 },
  {
    path: 'verification.newcomerDays',
    group: 'levels',
    label: 'Conta nova tem metade dos limites por',
    unit: 'days',
    min: 0,
    max: 365,
  },
  levels.count('verification.cleanOrders', 'Ou até tantos pedidos sem problema', { max: 1_000 }),
  levels.share('verification.restrictedBps', 'Conta limitada pela equipe fica com'),
  levels.count('verification.grantSales', 'Nível 3 sem CNPJ: vendas sem problema', { max: 10_000 }),
];

function levelFields(level: (typeof verificationLevels)[number]): SettingField[] {
  const at = `verification.${level}`;
  const name = `Nível ${level.slice(1)}`;
  return [
    levels.count(`${at}.activeListings`, `${name}: anúncios ativos`),
    levels.money(`${at}.maxPriceCents`, `${name}: preço máximo`, { max: 5_000_000 }),
    levels.money(`${at}.salesPerMonthCents`, `${name}: vendas por mês`, {
      max: 10 * million,
      optional: true,
    }),
    levels.money(`${at}.withdrawPerDayCents`, `${name}: saque por dia`),
    levels.money(`${at}.buyPerDayCents`, `${name}: compras por dia`),
  ];
}
