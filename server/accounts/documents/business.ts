import { sql } from 'kysely';
import { formattedCnpj } from '#domain/accounts/documents.ts';

/** A company's name and CNPJ, bare. A proof is of the CNPJ alone: the name stays what the seller declared. */
export interface Business {
  name: string;
  cnpj: string;
  proven: boolean;
}

/** Who `users u` sells as, for queries; null for a private person, whose CPF is nobody's business. */
export const businessOf = sql<Business | null>`(case when u.cnpj is not null and u.identity_verified_at is not null
  then json_build_object('name', u.full_name, 'cnpj', u.cnpj,
    'proven', u.document_proven_at is not null) end)`;

/** As buyers read it. */
export function presentBusiness(business: Business | null): Business | null {
  return business && { ...business, cnpj: formattedCnpj(business.cnpj) };
}
