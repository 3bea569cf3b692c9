import type { Account } from '#contract/accounts/account.ts';
import { formatCents, formatNumber } from '#web/ui/data/formats.ts';

type Limits = Account['limits'];

export interface LevelRow {
  name: string;
  now: string;
  /** The limit of the next level; null at the last level. */
  later: string | null;
}

/** The limits of a level beside those of the next one (§4.14). */
export function levelRows({ limits, next }: Pick<Account, 'limits' | 'next'>): LevelRow[] {
  const row = (name: string, read: (of: Limits) => string): LevelRow => ({
    name,
    now: read(limits),
    later: next && read(next.limits),
  });
  return [
    row('Comprar por dia', (of) => money(of.buyPerDayCents)),
    row('Anúncios ativos', (of) => (of.activeListings === 0 ? 'Nenhum' : formatNumber(of.activeListings))),
    row('Preço de um anúncio', (of) => money(of.maxPriceCents)),
    row('Vender por mês', (of) =>
      of.salesPerMonthCents === null ? 'Sem limite fixo' : money(of.salesPerMonthCents),
    ),
    row('Sacar por dia', (of) => money(of.withdrawPerDayCents)),
  ];
}

/** The step that leads to the next level; null when staff grant it. */
export function levelStep({
  level,
  emailVerified,
}: Pick<Account, 'level' | 'emailVerified'>): { to: string; label: string } | null {
  if (level === 'N0')
    return emailVerified
      ? { to: '/verification-phone?returnTo=/conta', label: 'Confirmar celular' }
      : { to: '/verification?returnTo=/conta', label: 'Confirmar e-mail' };
  return level === 'N1' ? { to: '/conta/perfil#identidade', label: 'Informar CPF ou CNPJ' } : null;
}

function money(cents: number): string {
  return cents === 0 ? 'Ainda não' : formatCents(cents);
}
