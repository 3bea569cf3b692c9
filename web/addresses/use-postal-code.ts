import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { getPostalCode } from '#contract/addresses/addresses.ts';
import { stateOfPostalCode } from '#domain/addresses/postal-codes.ts';
import { api, ApiError } from '#web/api/api.ts';
import { trackLatestRead } from '#web/api/latest-read.ts';
import { filledFieldsOf, filledText, fillIn, noFields } from './fill-in.ts';
import type { FilledFields } from './fill-in.ts';

interface PostalCodeOptions {
  /** The saved address's: its own postal code is not looked up again. */
  saved: (FilledFields & { postalCode: string }) | null;
  /** Looked up at once; null waits for the first `look`. */
  first: string | null;
  onUnknown: (error: string) => void;
  /** The names of the fields that were filled in, whose errors are over. */
  onFilled: (names: (keyof FilledFields)[]) => void;
}

/** The fields that a postal code fills in; they stay editable, also during the lookup. */
export function usePostalCode({ saved, first, onUnknown, onFilled }: PostalCodeOptions) {
  const [fields, setFields] = useState<FilledFields>(saved ? filledFieldsOf(saved) : noFields);
  const [text, setText] = useState('');
  const [start] = useState(trackLatestRead);
  const latest = useRef(fields);
  const filled = useRef(fields);
  const wanted = useRef(saved?.postalCode ?? '');
  useEffect(() => () => void (wanted.current = ''), []);

  function write(next: FilledFields): void {
    latest.current = next;
    setFields(next);
  }

  async function look(postalCode: string): Promise<void> {
    wanted.current = postalCode;
    setText('');
    if (postalCode.length !== 8 || postalCode === saved?.postalCode) return;
    const isLatest = start();
    setText('Buscando o endereço…');
    const { found, unknown } = await find(postalCode);
    if (!isLatest() || wanted.current !== postalCode) return;
    if (unknown !== null) onUnknown(unknown);
    const partial = found.city === '';
    const next = fillIn(latest.current, filled.current, found, partial);
    const changed = (Object.keys(next) as (keyof FilledFields)[]).filter((name) => next[name] !== '');
    filled.current = partial ? { ...filled.current, state: found.state } : found;
    write(next);
    onFilled(changed);
    setText(unknown === null ? filledText(found, next, partial) : '');
  }

  const lookUpFirst = useEffectEvent(() => void (first && look(first)));
  useEffect(() => queueMicrotask(() => lookUpFirst()), []);

  return {
    fields,
    /** For a polite live region. */
    text,
    look,
    change: (name: keyof FilledFields, value: string) => write({ ...latest.current, [name]: value }),
  };
}

/** What the server knows; without any reply, the state of the range. */
async function find(postalCode: string): Promise<{ found: FilledFields; unknown: string | null }> {
  const inRange = { ...noFields, state: stateOfPostalCode(postalCode) ?? '' };
  try {
    return { found: filledFieldsOf(await api(getPostalCode, { params: { postalCode } })), unknown: null };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { found: inRange, unknown: error.fields.postalCode ?? null };
  }
}
