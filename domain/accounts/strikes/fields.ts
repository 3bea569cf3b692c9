import { fieldsOfGroup } from '#domain/settings/groups.ts';
import type { SettingField } from '#domain/settings/groups.ts';

const day = 86_400_000;
const levels = fieldsOfGroup('levels');

/** The settings of strikes and what they bring (F55), in display order. */
export const strikeFields: readonly SettingField[] = [
  levels.time('strikes.expireMs', 'Uma advertência conta por', { min: 30 * day, max: 365 * day }),
  levels.count('strikes.reviewFrom', 'Advertências até os anúncios passarem sempre pela revisão', {
    min: 1,
    max: 20,
  }),
  levels.time('strikes.reviewMs', 'Revisão de todos os anúncios por', { min: day, max: 90 * day }),
  levels.count('strikes.shortFrom', 'Advertências até a primeira suspensão', { min: 2, max: 20 }),
  levels.time('strikes.shortMs', 'Primeira suspensão por', { min: day, max: 30 * day }),
  levels.count('strikes.longFrom', 'Advertências até a suspensão longa', { min: 2, max: 20 }),
  levels.time('strikes.longMs', 'Suspensão longa por', { min: day, max: 90 * day }),
  levels.count('strikes.closeFrom', 'Advertências até a proposta de encerrar a conta', {
    min: 3,
    max: 20,
    help: 'Quem dá esta advertência não encerra a conta: outra pessoa da administração decide.',
  }),
];
