import { Suspense } from 'react';
import { api, apiContext } from '#web/api/api.ts';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { useSession } from '#web/session.tsx';
import { LegalText } from './legal-text.tsx';
import { loadPageText, pageTextMeta } from './page-text.ts';
import type { Route } from './+types/terms-page';

export { PageError as ErrorBoundary } from './page-error.tsx';

export const loader = ({ context, request }: Route.LoaderArgs) =>
  loadPageText(context.get(apiContext), 'termos', request.url);
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => loadPageText(api, 'termos', request.url);

export const meta = ({ loaderData }: Route.MetaArgs) => pageTextMeta(loaderData);

const AcceptTerms = lazyPart(() =>
  import('./accept-terms.tsx').then((module) => ({ default: module.AcceptTerms })),
);

/** `/termos`. A member who has not accepted the newest version can accept it below the text. */
export default function TermsPage({ loaderData: { text } }: Route.ComponentProps) {
  const { newTerms, acceptedTerms } = useSession();
  return (
    <LegalText text={text}>
      {newTerms?.version === text.version && (
        <Suspense>
          <AcceptTerms terms={newTerms} onAccepted={acceptedTerms} />
        </Suspense>
      )}
    </LegalText>
  );
}
