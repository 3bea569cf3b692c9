import { Download, PencilLine, UserX } from '#web/ui/icons/icons.tsx';
import { Link } from 'react-router';
import { api, apiContext } from '#web/api/api.ts';
import { LegalText } from './legal-text.tsx';
import { loadPageText, pageTextMeta } from './page-text.ts';
import type { Route } from './+types/privacy-page';

export { PageError as ErrorBoundary } from './page-error.tsx';

export const loader = ({ context, request }: Route.LoaderArgs) =>
  loadPageText(context.get(apiContext), 'privacidade', request.url);
export const clientLoader = ({ request }: Route.ClientLoaderArgs) =>
  loadPageText(api, 'privacidade', request.url);

export const meta = ({ loaderData }: Route.MetaArgs) => pageTextMeta(loaderData);

const requestLinks = [
  { to: '/conta/privacidade', icon: Download, label: 'Baixar meus dados' },
  { to: '/conta/perfil', icon: PencilLine, label: 'Corrigir meus dados' },
  { to: '/conta/privacidade', icon: UserX, label: 'Excluir minha conta' },
];

/** `/privacidade`: the privacy notice, and links to one's own data. */
export default function PrivacyPage({ loaderData: { text } }: Route.ComponentProps) {
  return (
    <LegalText text={text}>
      <section aria-labelledby="seus-dados" className="print:hidden">
        <h2 id="seus-dados" className="text-h2">
          Seus dados
        </h2>
        <ul className="mt-3 grid gap-3 sm:grid-cols-3">
          {requestLinks.map(({ to, icon: Icon, label }) => (
            <li key={label}>
              <Link
                to={to}
                className="flex min-h-14 items-center gap-3 rounded-lg border border-border bg-surface px-4 text-ui font-semibold text-brand hover:bg-surface-2"
              >
                <Icon aria-hidden="true" className="size-5" /> {label}
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </LegalText>
  );
}
