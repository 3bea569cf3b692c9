import { DatabaseError } from 'pg';
import { fail } from '#domain/errors.ts';

/** Why a seller has no new orders now, although the listing is on sale. */
interface Stops {
  /** By a red thermometer (§4.13). */
  isStopped: boolean;
  /** The last day of a vacation (F67), as Brazilians write it. */
  awayUntil: string | null;
}

const seeOthers = 'Os pedidos já feitos seguem normalmente. Veja anúncios parecidos.';

/** @throws `listing_unavailable` with the reason */
export function refuseStopped({ isStopped, awayUntil }: Stops): void {
  if (isStopped) refuse(`Quem vende não está vendendo agora. ${seeOthers}`);
  if (awayUntil !== null) refuse(`Quem vende está de férias até ${awayUntil}. ${seeOthers}`);
}

/** The order that is written, or the same refusal where a vacation began after the listing was read. */
export async function orRefuseAway<T>(written: Promise<T>): Promise<T> {
  try {
    return await written;
  } catch (error) {
    if (error instanceof DatabaseError && error.constraint === 'seller_is_here')
      refuse(`Quem vende saiu de férias agora. ${seeOthers}`);
    throw error;
  }
}

const refuse = (detail: string): never => fail('listing_unavailable', { detail });
