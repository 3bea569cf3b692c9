import { brandName } from '#web/ui/theme/brand.ts';
import { data, redirect } from 'react-router';
import { getUserRole } from '#contract/accounts/accounts.ts';
import { isStaff } from '#domain/accounts/accounts.ts';
import { api } from '#web/api/api.ts';
import type { Route } from './+types/not-found-page';
import { ErrorScreen } from './error-screen.tsx';

/** Unknown addresses reply with 404. */
export const loader = () => data(null, { status: 404 });

/** Paths under the dashboard are guarded even when they do not exist (specification §2, §6). */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  if (!new URL(request.url).pathname.includes('/dashboard')) return null;
  const isTeam = await api(getUserRole).then(
    ({ slug }) => isStaff(slug),
    () => false,
  );
  return isTeam ? null : redirect('/');
}
clientLoader.hydrate = true as const;

export const meta = () => [
  { title: `Endereço não encontrado · ${brandName}` },
  { name: 'robots', content: 'noindex' },
];

/** Any path without a route (specification §2). */
export default function NotFoundPage() {
  return <ErrorScreen status={404} />;
}
