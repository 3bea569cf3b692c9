import { hasContacts } from '#domain/text/contacts.ts';
import type { MessageWarningKind } from './conversations.ts';
import { hasSecret } from '#domain/accounts/secrets.ts';

/**
 * The warnings that the author of a text must confirm before it is sent; empty for most texts.
 * @param ownHosts host names of the marketplace, which are no contact
 */
export function findMessageWarnings(text: string, ownHosts: readonly string[]): MessageWarningKind[] {
  const cares: MessageWarningKind[] = [];
  if (hasContacts(text, ownHosts)) cares.push('contacts');
  if (hasSecret(text)) cares.push('secret');
  return cares;
}
