import type { DossierReader } from '#domain/dossiers/readers.ts';
import { maskContacts } from '#domain/text/contacts.ts';
import { ownHosts } from '#server/config/own-hosts.ts';
import type { Ctx } from '#server/context.ts';

/** Who reads a dossier, and how texts of the sides are shown to them. */
export interface Redaction {
  reader: DossierReader;
  /** The user who reads as a side; null for the team and authorities. */
  partyId: number | null;
  /** The text of a side, without the contacts of the other one. */
  textBy: (side: string, text: string) => string;
}

/** @param viewerId who makes the dossier */
export function redactionFor(ctx: Pick<Ctx, 'config'>, reader: DossierReader, viewerId: number): Redaction {
  const isParty = reader === 'buyer' || reader === 'seller';
  return {
    reader,
    partyId: isParty ? viewerId : null,
    textBy: (side, text) => (isParty && side !== reader ? maskContacts(text, ownHosts(ctx.config)) : text),
  };
}
