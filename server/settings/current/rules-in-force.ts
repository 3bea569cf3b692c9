import { defaultRules } from '#domain/settings/rules.ts';
import type { Rules } from '#domain/settings/rules.ts';

/**
 * The rules as this process read them last, for letters and notices, which are composed without a context (decision
 * 25); refreshed at most a second after a change (`currentRules`). Decisions must read `currentRules` itself.
 */
export let rulesInForce: Rules = defaultRules;

/** Sets the current rules. */
export function setCurrentRules(rules: Rules): void {
  rulesInForce = rules;
}
