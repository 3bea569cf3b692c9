import { brandName } from '#web/ui/brand.ts';
import { data } from 'react-router';
import { ErrorScreen } from './error-screen.tsx';

/** Unknown addresses answer with the status they deserve. */
export const loader = () => data(null, { status: 404 });
export const clientLoader = () => null;

export const meta = () => [
  { title: `Endereço não encontrado · ${brandName}` },
  { name: 'robots', content: 'noindex' },
];

/** Any path that is not on the map (specification §2). */
export default function NotFoundPage() {
  return <ErrorScreen status={404} />;
}
