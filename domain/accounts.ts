/** Role slugs (specification §3). */
export const roles = ['user', 'support', 'admin'] as const;
export type Role = (typeof roles)[number];

/** Who is asking. `null` is the anonymous visitor. */
export interface Viewer {
  id: number;
  username: string;
  role: Role;
  emailVerified: boolean;
  sessionId: number;
}

/** Staff are the people of the dashboard. */
export function isStaff(role: Role): boolean {
  return role === 'admin' || role === 'support';
}

/** Username rule of product §4.17: 3–20 of a–z, 0–9, `_`; case does not tell two names apart. */
export const usernamePattern = /^[a-z0-9_]{3,20}$/;

/** Names nobody may take, because they would look like the house's own. */
export const reservedUsernames: readonly string[] = [
  'admin',
  'administrador',
  'suporte',
  'support',
  'praca',
  'equipe',
  'moderacao',
  'moderador',
  'sistema',
  'api',
  'dashboard',
  'conta',
  'perfil',
  'auth',
  'sair',
  'anunciar',
  'anuncios',
  'ajuda',
  'oficial',
  'root',
];

export const passwordLimits = { min: 8, max: 200 } as const;
