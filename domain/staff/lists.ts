/** The team's lists that are set up to one's liking and had as a file; each is called as its address is. */
export const staffLists = ['anuncios', 'pagamentos', 'pedidos', 'registro', 'usuarios'] as const;
export type StaffList = (typeof staffLists)[number];

/** Where the list of this name is. */
export function staffListPath(name: string): string {
  return name === 'registro' ? '/dashboard?aba=registro' : `/dashboard/${name}`;
}
