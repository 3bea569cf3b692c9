import { hasContacts } from '#domain/text/contacts.ts';
import type { MessageWarningKind } from './conversations.ts';
import { hasSecret } from '#domain/accounts/secrets.ts';

/**
 * What its writer should think about before this text leaves; empty for most.
 * @param ownHosts host names of the marketplace, which are no contact
 */
export function findMessageWarnings(text: string, ownHosts: readonly string[]): MessageWarningKind[] {
  const cares: MessageWarningKind[] = [];
  if (hasContacts(text, ownHosts)) cares.push('contacts');
  if (hasSecret(text)) cares.push('secret');
  return cares;
}
