import { fieldsOfGroup } from '#domain/settings/groups.ts';
import type { SettingField } from '#domain/settings/groups.ts';
import { riskSignals } from './rules.ts';
import { riskSignalNames } from './names.ts';

const { count, money, time, share, toggle } = fieldsOfGroup('security');
const hour = 3_600_000;
const day = 24 * hour;

/** The settings of risk (F55), in display order. */
export const riskFields: readonly SettingField[] = [
  toggle('risk.active', 'Risco: examinar cada pedido'),
  count('risk.holdFrom', 'Risco: a equipe confere um pedido pago a partir de', { min: 1, max: 1_000 }),
  count('risk.refuseFrom', 'Risco: a compra não é feita a partir de', { min: 20, max: 5_000 }),
  ...riskSignals.map((signal) =>
    count(`risk.weights.${signal}`, `Pontos: ${riskSignalNames[signal].toLowerCase()}`, { max: 500 }),
  ),
  count('risk.velocity.devicePerHour', 'Risco: compras por hora em um aparelho', { min: 1 }),
  count('risk.velocity.devicePerDay', 'Risco: compras por dia em um aparelho', { min: 1 }),
  money('risk.velocity.deviceCentsPerDay', 'Risco: valor por dia em um aparelho', { min: 100 }),
  count('risk.velocity.networkPerHour', 'Risco: compras por hora em uma rede', { min: 1 }),
  count('risk.velocity.documentPerDay', 'Risco: compras por dia com um documento', { min: 1 }),
  money('risk.velocity.documentCentsPerDay', 'Risco: valor por dia com um documento', { min: 100 }),
  count('risk.velocity.cardPerDay', 'Risco: compras por dia com um cartão até a equipe conferir', { min: 1 }),
  money('risk.largeFirstCents', 'Risco: primeira compra alta a partir de', { min: 100 }),
  time('risk.newAccountMs', 'Risco: conta nova por', { min: hour, max: 90 * day }),
  time('risk.newDeviceMs', 'Risco: aparelho novo por', { min: hour, max: 30 * day }),
  time('risk.securityMs', 'Risco: mudança de segurança recente por', { min: hour, max: 30 * day }),
  time('risk.newSellerMs', 'Risco: quem vende é novo por', { min: hour, max: 180 * day }),
  count('risk.timesUsual', 'Risco: vezes a maior compra anterior', { min: 2, max: 100 }),
  share('risk.cheapBps', 'Risco: preço baixo até esta parte do preço comum', { max: 9_000 }),
  share('risk.refundedBps', 'Risco: compras devolvidas a partir de', { min: 500 }),
  share('risk.claimsBps', 'Risco: vendas com reclamação a partir de', { min: 500 }),
  {
    path: 'risk.keepDays',
    group: 'security',
    label: 'Risco: apagar rastros depois de',
    unit: 'days',
    min: 31,
    max: 365,
  },
];
