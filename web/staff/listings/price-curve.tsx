import { Link } from 'react-router';
import { getPriceCurve } from '#contract/listings/staff-listings.ts';
import { api } from '#web/api/api.ts';
import { formatDateTime, formatNumber } from '#web/ui/data/formats.ts';
import { useDetail } from '#web/api/use-detail.ts';

/** Explains above the list what «fora da curva» currently means. */
export function PriceCurve() {
  const { value: curve } = useDetail(() => api(getPriceCurve));
  if (!curve) return null;
  return (
    <p className="max-w-measure text-sm text-ink-2">
      À venda por um preço {formatNumber(curve.outlierBps / 100)}% ou mais abaixo ou acima da mediana da
      categoria, onde há pelo menos {formatNumber(curve.fewestPrices)} preços.
      {curve.measuredAt &&
        ` Medido a cada 10 minutos; a medida mais antiga é de ${formatDateTime(curve.measuredAt)}.`}{' '}
      <Link
        to="/dashboard/configuracoes?secao=anuncios"
        className="hit-44 font-semibold text-brand hover:underline"
      >
        Mudar os números
      </Link>
    </p>
  );
}
