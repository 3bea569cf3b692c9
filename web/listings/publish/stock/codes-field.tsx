import { FileUp } from '#web/ui/icons/icons.tsx';
import { useRef, useState } from 'react';
import { decodeText } from '#domain/text/file-text.ts';
import { listingLimits } from '#domain/listings/limits.ts';
import type { OwnListing } from '#contract/listings/own-listings.ts';
import { addCodes } from '#contract/listings/codes.ts';
import { getOwnListing } from '#contract/listings/own-listings.ts';
import { sizeFault } from '#domain/settings/size-messages.ts';
import { api, ApiError } from '#web/api/api.ts';
import { useIdempotentAction } from '#web/api/idempotent-action.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { formatCount } from '#web/ui/data/formats.ts';
import { maxOf } from '#web/settings/sizes.ts';
import { Textarea } from '#web/ui/forms/textarea.tsx';
import { CodeList } from './code-list.tsx';
import type { CodeLine, ParsedCodes } from './codes.ts';
import { parseCodes, refusedLines } from './codes.ts';

export interface CodesFieldProps {
  listing: OwnListing;
  error?: string;
  /** Saves the draft first: the server accepts codes only once automatic delivery is saved. */
  beforeSending: () => Promise<boolean>;
  onChanged: (listing: OwnListing) => void;
}

/** Adds codes by paste, one per line. They are encrypted on arrival: only the last four characters are returned. */
export function CodesField({ listing, error, beforeSending, onChanged }: CodesFieldProps) {
  const [text, setText] = useState('');
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<ApiError | null>(null);
  const [refused, setRefused] = useState<CodeLine[]>([]);
  const once = useIdempotentAction();
  const field = useRef<HTMLDivElement>(null);
  const parsed = parseCodes(text);
  const faults = [...parsed.faults, ...refused].toSorted((a, b) => a.line - b.line);

  async function send(): Promise<void> {
    setPending(true);
    setProblem(null);
    try {
      const params = { id: listing.id };
      await beforeSending();
      const body = { codes: parsed.codes };
      await once(body, (idempotencyKey) => api(addCodes, { params, body, idempotencyKey }));
      onChanged(await api(getOwnListing, { params }));
      setText('');
    } catch (caught) {
      if (!(caught instanceof ApiError)) throw caught;
      const lines = refusedLines(caught.fields, parsed.lines);
      setRefused(lines);
      setProblem(lines.length > 0 ? null : caught);
    } finally {
      setPending(false);
      // The button that had the focus disappears, or is disabled until lines are corrected.
      field.current?.querySelector('textarea')?.focus();
    }
  }

  return (
    <div ref={field} tabIndex={-1} className="flex flex-col gap-4 outline-none">
      <CodeList
        key={listing.codesCount}
        listing={listing}
        onChanged={(fresh) => {
          onChanged(fresh);
          // The row that had the focus is gone, and so is its dialog.
          setTimeout(() => field.current?.focus({ preventScroll: true }), 100);
        }}
      />
      <Field
        label={listing.codesCount > 0 ? 'Adicionar mais códigos' : 'Códigos'}
        error={error}
        hint={countText(parsed)}
      >
        <Textarea
          value={text}
          minRows={4}
          spellCheck={false}
          autoComplete="off"
          placeholder={'ABCD-1234-EFGH\nIJKL-5678-MNOP'}
          className="font-mono"
          onChange={(event) => {
            setText(event.target.value);
            setRefused([]);
          }}
        />
      </Field>
      <CodesFile
        onText={(read) => {
          setText(read);
          setRefused([]);
        }}
      />
      <Faults faults={faults} />
      <ProblemBanner problem={problem} />
      {parsed.codes.length > 0 && (
        <Button
          variant="secondary"
          className="self-start"
          loading={pending}
          onClick={() => void send()}
          disabledReason={disabledReason(parsed.codes.length, refused.length)}
        >
          {`Guardar ${formatCount(parsed.codes.length, 'código', 'códigos')}`}
        </Button>
      )}
    </div>
  );
}

function disabledReason(count: number, refused: number): string | undefined {
  if (refused > 0) return 'Retire as linhas indicadas.';
  return sizeFault('codes', count, { min: 0, max: maxOf(listingLimits.codes) }) ?? undefined;
}

/** Reads codes from a spreadsheet file in the browser; only the codes are sent. */
function CodesFile({ onText }: { onText: (text: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div>
      <Button
        variant="quiet"
        icon={<FileUp aria-hidden="true" />}
        onClick={() => input.current?.click()}
        className="self-start"
      >
        Abrir um arquivo CSV
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,text/csv,text/plain"
        aria-label="Arquivo de códigos"
        className="hidden"
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          void file?.arrayBuffer().then((bytes) => onText(decodeText(new Uint8Array(bytes))));
        }}
      />
    </div>
  );
}

const shownFaults = 8;

function Faults({ faults }: { faults: readonly CodeLine[] }) {
  if (faults.length === 0) return null;
  const hidden = faults.length - shownFaults;
  return (
    <ul className="flex flex-col gap-1 rounded-md bg-warning-soft px-4 py-3 text-sm text-on-warning-soft">
      {faults.slice(0, shownFaults).map(({ line, reason }) => (
        <li key={line}>
          <strong className="font-semibold tabular-nums">Linha {line}:</strong> {reason}
        </li>
      ))}
      {hidden > 0 && <li>E mais {formatCount(hidden, 'linha', 'linhas')}.</li>}
    </ul>
  );
}

function countText({ codes, faults }: ParsedCodes): string {
  const repeated = faults.filter(({ reason }) => reason.startsWith('Repete')).length;
  if (codes.length + faults.length === 0)
    return 'Cole um código por linha. Cada um fica guardado com criptografia.';
  return [
    formatCount(codes.length, 'código pronto', 'códigos prontos'),
    repeated > 0 && formatCount(repeated, 'repetido', 'repetidos'),
  ]
    .filter(Boolean)
    .join(', ');
}
