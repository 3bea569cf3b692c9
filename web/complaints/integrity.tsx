import { formatCount, formatDateTime } from '#web/ui/data/formats.ts';

export interface IntegrityProps {
  file: {
    /** SHA-256, in hexadecimal. */
    contentHash: string;
    /** Who opened it, newest first. */
    views: readonly { who: string; at: string }[];
  };
}

/** The file's SHA-256 and its access log, collapsed by default. */
export function Integrity({ file }: IntegrityProps) {
  return (
    <details className="text-sm text-ink-2">
      <summary className="inline-flex min-h-6 cursor-pointer items-center font-medium text-brand">
        {file.views.length === 0
          ? 'Integridade, ninguém abriu'
          : `Integridade, ${formatCount(file.views.length, 'abertura', 'aberturas')}`}
      </summary>
      <p className="mt-1">SHA-256 do arquivo guardado</p>
      <code className="block text-xs wrap-anywhere">{file.contentHash}</code>
      {file.views.length > 0 && (
        <ul className="mt-2">
          {file.views.map((view) => (
            <li key={view.at}>{`${view.who} em ${formatDateTime(view.at)}`}</li>
          ))}
        </ul>
      )}
    </details>
  );
}
