import { defaultRules } from '#domain/settings/rules.ts';
import type { Rules } from '#domain/settings/rules.ts';

/**
 * The rules as this process read them last, for letters and notices, which are composed far from any context (decision
 * 25); renewed at most a second after they changed (`currentRules`). What decides reads `currentRules` itself.
 */
export let rulesInForce: Rules = defaultRules;

/** Takes the rules over that are in force. */
export function knowRules(rules: Rules): void {
  rulesInForce = rules;
}
