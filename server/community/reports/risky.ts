import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/** Why only an administrator may dismiss the reports of a listing. */
export const shelvesRiskyWords =
  'Este anúncio é de uma categoria de risco e voltaria a ser vendido. Um administrador decide esta denúncia.';

/** SQL condition: a listing of a risky category is suspended until its reports are decided. */
export const isShelvedRiskyListing = (id: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from listings l join categories c on c.id = l.category_id
    where l.id = ${id} and l.state = 'suspended' and l.flagged_at is not null and c.risk_class = 'risky')`;
