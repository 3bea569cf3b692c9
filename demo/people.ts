import { fictionalCpf } from './cpf.ts';
import { areaCodes } from './people/area-codes.ts';
import { buyerRows } from './people/buyers.ts';
import { fixedRows } from './people/fixed.ts';
import { sellerRows, type PersonRow } from './people/sellers.ts';
import { createRandom, itemAt, seedFrom } from './random.ts';
import type { SeedPerson } from './types.ts';

/** The accounts anyone can sign in with at `/dev`; the lead of the seed gives them their roles. */
export const fixedPeople: readonly SeedPerson[] = fixedRows.map((row, index) => personFrom(row, index));

/** The others, sellers first. */
export const people: readonly SeedPerson[] = [...sellerRows, ...buyerRows].map((row, index) =>
  personFrom(row, index + 10),
);

function personFrom(row: PersonRow, ordinal: number): SeedPerson {
  const random = createRandom(seedFrom(row.username));
  const [city, state] = row.from;
  const areaCode = itemAt(areaCodes[state] ?? [11], random.int(0, 9));
  return {
    username: row.username,
    name: row.name,
    email: row.email ?? `${row.username.replaceAll('_', '.')}@demo.praca`,
    bio: row.bio,
    city,
    state,
    cpf: fictionalCpf(ordinal),
    phone: `+55${areaCode}9${String(ordinal).padStart(8, '0')}`,
    birthDate: birthDate(random.int(1962, 2004), random.int(1, 12), random.int(1, 28)),
    joinedDaysAgo: row.sells.length > 0 ? random.int(120, 900) : random.int(12, 700),
    verificationLevel: row.level,
    kind: row.kind ?? null,
    sells: row.sells,
  };
}

function birthDate(year: number, month: number, day: number): string {
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
