/** Staff lists with configurable columns and a CSV export; their names are their URL segments. */
export const staffLists = ['anuncios', 'pagamentos', 'pedidos', 'registro', 'usuarios'] as const;
export type StaffList = (typeof staffLists)[number];

/** The path of a staff list. */
export function staffListPath(name: string): string {
  return name === 'registro' ? '/dashboard?aba=registro' : `/dashboard/${name}`;
}
