import { holidaysError } from '#domain/business-days.ts';
import { durationText } from '#domain/text/durations.ts';
import { fail } from '#domain/errors.ts';
import { sellerLevelContradictions } from '#domain/accounts/seller-levels/fields.ts';
import type { FieldErrors } from '#domain/errors.ts';
import { oneLine } from '#domain/text/lines.ts';
import { exampleLeft } from './company.ts';
import { placeholderOf, unknownNames } from './placeholders.ts';
import type { Rules } from './rules.ts';
import { completeRules } from './rules.ts';
import { hoursFault } from '#domain/tickets/service-hours.ts';
import type { SettingField } from './groups.ts';

/** A value of the rules: cents, basis points and milliseconds are integers; null means no limit. */
export type SettingValue = number | boolean | string | string[] | null;

export type SettingChanges = Readonly<Record<string, SettingValue>>;

/** The value at a path; undefined when the rules have no such path. */
export function settingAt(rules: Rules, path: string): SettingValue | undefined {
  let at: unknown = rules;
  for (const name of path.split('.')) {
    if (typeof at !== 'object' || at === null || Array.isArray(at) || !Object.hasOwn(at, name))
      return undefined;
    at = (at as Record<string, unknown>)[name];
  }
  return at as SettingValue;
}

/** The paths of all values of the rules. */
export function settingPaths(rules: Rules): string[] {
  return leaves(rules, '');
}

function leaves(value: unknown, at: string): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [at];
  return Object.entries(value).flatMap(([name, inner]) => leaves(inner, at === '' ? name : `${at}.${name}`));
}

/**
 * The rules with some values changed.
 * @throws `invalid_request` with a message for each value that its field does not allow, or when nothing changes
 */
export function changeRules(rules: Rules, changes: SettingChanges, fields: readonly SettingField[]): Rules {
  const errors: FieldErrors = {};
  const changed = structuredClone(rules);
  for (const [path, value] of Object.entries(changes)) {
    const field = fields.find((one) => one.path === path);
    const fault = field ? faultOf(field, value) : 'Esta configuração não existe.';
    if (fault) errors[path] = fault;
    else setAt(changed, path, value);
  }
  Object.assign(errors, contradictions(changed, fields), exampleLeft(rules.company, changed.company));
  if (Object.keys(errors).length > 0) fail('invalid_request', { errors });
  if (differences(rules, changed).length === 0)
    fail('invalid_request', { detail: 'Nada mudou. Altere um valor antes de salvar.' });
  return changed;
}

/** The error message for a value that its field does not allow; null when it is allowed. */
export function faultOf(field: SettingField, value: SettingValue): string | null {
  if (value === null) return field.optional ? null : 'Informe um valor.';
  if (field.unit === 'switch') return typeof value === 'boolean' ? null : 'Escolha sim ou não.';
  if (field.unit === 'choice')
    return field.choices?.some((choice) => choice.value === value) ? null : 'Escolha uma das opções.';
  if (field.unit === 'choices') return choicesFault(field, value);
  if (field.unit === 'words') return wordsFault(value);
  if (field.unit === 'holidays')
    return Array.isArray(value)
      ? (holidaysError(value) ?? linesFault(value))
      : 'Informe uma lista de feriados.';
  if (field.unit === 'hours')
    return Array.isArray(value) ? hoursFault(value) : 'Informe uma lista de horários.';
  if (field.unit === 'text') return textFault(field, value);
  if (field.unit === 'wording') return wordingFault(field, value);
  if (field.unit === 'picture') return pictureFault(value);
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) return 'Informe um número inteiro.';
  const { min = 0, max = Number.MAX_SAFE_INTEGER } = field;
  if (value < min) return `O menor valor é ${formatBound(field, min)}.`;
  return value > max ? `O maior valor é ${formatBound(field, max)}.` : null;
}

function choicesFault({ choices = [] }: SettingField, value: SettingValue): string | null {
  if (!Array.isArray(value) || value.length === 0) return 'Escolha ao menos uma opção.';
  const known = value.every((one) => choices.some((choice) => choice.value === one));
  return known && new Set(value).size === value.length ? null : 'Escolha entre as opções.';
}

function wordsFault(value: SettingValue): string | null {
  if (!Array.isArray(value) || value.some((word) => typeof word !== 'string'))
    return 'Informe uma lista de palavras.';
  if (value.length > 500) return 'Use até 500 palavras.';
  if (value.some((word) => word.trim().length < 2 || word.length > 60))
    return 'Cada palavra tem de 2 a 60 letras.';
  return linesFault(value);
}

/** The error message for texts with line breaks; null when each is a single line. */
function linesFault(texts: readonly string[]): string | null {
  return texts.every((text) => oneLine(text) === text.trim()) ? null : 'Escreva em uma linha só.';
}

function textFault({ max = 120, pattern, fault }: SettingField, value: SettingValue): string | null {
  if (typeof value !== 'string' || value.trim() === '') return 'Escreva o texto.';
  if (value.length > max) return `Use até ${max} letras.`;
  const broken = linesFault([value]);
  if (broken) return broken;
  const fits = pattern === undefined || new RegExp(`^(?:${pattern})$`).test(value);
  return fits ? null : (fault ?? 'Confira o texto.');
}

function wordingFault(
  { names = [], max = 4_000, oneLine: inOneLine }: SettingField,
  value: SettingValue,
): string | null {
  if (typeof value !== 'string') return 'Escreva o texto.';
  if (value.length > max) return `Use até ${max} letras.`;
  const broken = inOneLine ? linesFault([value]) : null;
  if (broken) return broken;
  const unknown = unknownNames(value, names);
  return unknown.length > 0 ? `Estes nomes não existem: ${unknown.map(placeholderOf).join(', ')}.` : null;
}

function pictureFault(value: SettingValue): string | null {
  return typeof value === 'string' && /^(?:[0-9a-f]{32})?$/.test(value) ? null : 'Envie a imagem de novo.';
}

/** A bound formatted for an error message. */
function formatBound({ unit }: SettingField, value: number): string {
  if (unit === 'cents') return `R$\u00a0${(value / 100).toFixed(2).replace('.', ',')}`;
  if (unit === 'bps') return `${String(value / 100).replace('.', ',')}\u00a0%`;
  return unit === 'ms' ? durationText(value) : String(value);
}

/** Error messages for values that are valid alone but contradict each other. */
function contradictions(rules: Rules, fields: readonly SettingField[]): FieldErrors {
  const { plans } = rules;
  const errors = { ...crossedBounds(rules, fields), ...sellerLevelContradictions(rules.sellerLevels) };
  for (const [slug, plan] of Object.entries(plans)) {
    if (plan.minCommissionCents > plan.maxCommissionCents)
      errors[`plans.${slug}.maxCommissionCents`] = 'A tarifa máxima não pode ser menor que a mínima.';
    if (plan.guaranteeBps > plan.commissionBps)
      errors[`plans.${slug}.guaranteeBps`] =
        'A garantia sai da tarifa de venda e não pode ser maior que ela.';
  }
  return errors;
}

/** Error messages for a minimum above its maximum. */
function crossedBounds(rules: Rules, fields: readonly SettingField[]): FieldErrors {
  const errors: FieldErrors = {};
  for (const { path } of fields) {
    const most = path.replace(/\.min$/, '.max');
    if (most !== path && Number(settingAt(rules, path)) > Number(settingAt(rules, most)))
      errors[most] = 'O máximo não pode ser menor que o mínimo.';
  }
  return errors;
}

export interface SettingDifference {
  path: string;
  before: SettingValue;
  after: SettingValue;
}

/** The differences between two versions, by path. */
export function differences(before: Rules, after: Rules): SettingDifference[] {
  return settingPaths(after)
    .map((path) => ({
      path,
      before: settingAt(before, path) ?? null,
      after: settingAt(after, path) ?? null,
    }))
    .filter(({ before: was, after: is }) => JSON.stringify(was) !== JSON.stringify(is));
}

/**
 * A stored version with some values changed. Values that are not stored stay absent, so that PostgreSQL sees exactly
 * the changes.
 */
export function putChanges(stored: object, changes: SettingChanges): object {
  const changed = structuredClone(stored);
  for (const [path, value] of Object.entries(changes)) setAt(changed, path, value);
  return changed;
}

function setAt(rules: object, path: string, value: SettingValue): void {
  const names = path.split('.');
  const last = names.pop()!;
  let at = rules as Record<string, unknown>;
  for (const name of names) at = (at[name] ??= {}) as Record<string, unknown>;
  at[last] = value;
}

/** The differences between two stored versions, both completed with defaults. */
export function storedDifferences(before: object, after: object): SettingDifference[] {
  return differences(completeRules(before), completeRules(after));
}
