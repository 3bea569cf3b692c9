import { sql } from 'kysely';
import { formattedCnpj } from '#domain/accounts/documents.ts';

/** A company's name and unformatted CNPJ. Only the CNPJ can be proven; the name is what the seller declared. */
export interface Business {
  name: string;
  cnpj: string;
  proven: boolean;
}

/** SQL: the company that `users u` sells as; null for a private person, whose CPF is not public. */
export const businessOf = sql<Business | null>`(case when u.cnpj is not null and u.identity_verified_at is not null
  then json_build_object('name', u.full_name, 'cnpj', u.cnpj,
    'proven', u.document_proven_at is not null) end)`;

/** A business with a formatted CNPJ, as buyers read it. */
export function presentBusiness(business: Business | null): Business | null {
  return business && { ...business, cnpj: formattedCnpj(business.cnpj) };
}
