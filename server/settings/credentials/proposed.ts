import { sql } from 'kysely';
import type { Service } from '#domain/settings/credentials.ts';
import { record } from '#server/events/events.ts';
import type { Applier } from '#server/staff/proposals/applier.ts';
import { serviceState } from './queries.ts';
import { isInEnvironment, lockService, opensAccount } from './stored.ts';

/** The payload of proposed credentials: never a secret, only the hash of the sealed value. */
export interface AccountPayload extends Record<string, unknown> {
  serviceLabel: string;
  /** The version they are based on; null where none was stored. */
  basedOn: number | null;
  /** Null removes the account. */
  provider: string | null;
  sealedHash: string | null;
  /** The providers by name, and the labels of the changed fields. */
  before: string | null;
  after: string | null;
  changed: string;
}

export const proposedAccount: Applier = {
  async outdated(ctx, tx, { subjectKey, payload, sealed }) {
    const service = subjectKey as Service;
    const { basedOn, provider } = payload as AccountPayload;
    await lockService(tx, service);
    if (isInEnvironment(ctx.config.serviceEnvironment, service))
      return 'O ambiente do servidor define este serviço agora.';
    const state = await serviceState(ctx, tx, service);
    if (state.version !== basedOn) return 'As credenciais mudaram depois da proposta.';
    if (provider === null)
      return state.removable
        ? null
        : 'Sem este provedor o servidor não pode rodar, porque aqui não há simuladores.';
    return sealed && opensAccount(ctx.keys, service, sealed)
      ? null
      : 'A chave do servidor mudou depois da proposta.';
  },
  async apply(_ctx, tx, proposal, confirmer) {
    const service = proposal.subjectKey as Service;
    const { provider, before, changed } = proposal.payload as AccountPayload;
    if (provider === null) await sql`delete from credentials where service = ${service}`.execute(tx);
    else
      await sql`
        insert into credentials (service, provider, sealed, author_id)
        values (${service}, ${provider}, ${proposal.sealed}, ${proposal.proposedBy})
        on conflict (service) do update set provider = excluded.provider, sealed = excluded.sealed,
          author_id = excluded.author_id, version = credentials.version + 1, set_at = market_now()`.execute(
        tx,
      );
    await record(tx, {
      kind: provider === null ? 'settings.credentials_removed' : 'settings.credentials_set',
      actor: confirmer,
      subject: { kind: 'installation', id: 1 },
      data: {
        before: { serviço: service, provedor: before },
        after: { serviço: service, provedor: provider, ...(provider !== null && { mudou: changed }) },
        reason: proposal.reason,
        proposedBy: proposal.proposedByName,
      },
    });
  },
};
