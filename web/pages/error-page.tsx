import { brandName } from '#web/ui/theme/brand.ts';
import { ErrorScreen } from './error-screen.tsx';

export const meta = () => [{ title: `Algo quebrou · ${brandName}` }, { name: 'robots', content: 'noindex' }];

/** `/err`: the error screen with its own URL. */
export default function ErrorPage() {
  return <ErrorScreen status={500} />;
}
