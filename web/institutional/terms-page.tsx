import { api, apiContext } from '#web/api.ts';
import { LegalText } from './legal-text.tsx';
import { loadPageText, pageTextMeta } from './page-text.ts';
import type { Route } from './+types/terms-page';

export { PageError as ErrorBoundary } from '#web/institutional/page-error.tsx';

export const loader = ({ context, request }: Route.LoaderArgs) =>
  loadPageText(context.get(apiContext), 'termos', request.url);
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => loadPageText(api, 'termos', request.url);

export const meta = ({ loaderData }: Route.MetaArgs) => pageTextMeta(loaderData);

/** `/termos` (S11). */
export default function TermsPage({ loaderData: { text } }: Route.ComponentProps) {
  return <LegalText text={text} />;
}
