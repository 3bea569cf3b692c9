import { Suspense, useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { addTicketNote } from '#contract/tickets/staff-tickets.ts';
import type { TicketMacro } from '#contract/tickets/macros.ts';
import { fillMacro, ticketLimits } from '#domain/tickets/tickets.ts';
import { api, ApiError } from '#web/api/api.ts';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { useSession } from '#web/session.tsx';
import { useTicketFiles } from '#web/tickets/ticket-files.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { cn } from '#web/ui/styles/class-names.ts';
import { Composer } from '#web/ui/conversation/composer.tsx';
import { useDraft } from '#web/ui/conversation/use-draft.ts';
import { useLatest } from '#web/ui/page/use-latest.ts';
import { maxOf } from '#web/settings/sizes.ts';
import { useShortcuts } from '#web/staff/shell/use-shortcuts.ts';
import { MacroPicker } from './macro-picker.tsx';
import type { DeskDraft, DeskTicket } from './use-desk-ticket.ts';

const MacroEditor = lazyPart(() =>
  import('./macro-editor.tsx').then((module) => ({ default: module.MacroEditor })),
);

export interface DeskComposerProps {
  ticket: DeskTicket;
  macros: readonly TicketMacro[];
  onAnswer: (draft: DeskDraft) => void;
  onNoteSaved: () => void;
  /** Called while typing an answer, or a note that only colleagues may see. */
  onType: (note: boolean) => void;
}

/** Answers and notes. `/` at the beginning finds a macro; R and N focus the composer from anywhere. */
export function DeskComposer({ ticket, macros, onAnswer, onNoteSaved, onType }: DeskComposerProps) {
  const [mode, setMode] = useState<'answer' | 'note'>('answer');
  const box = useRef<HTMLDivElement>(null);
  const focusNext = useRef(false);
  const ended = ticket.state === 'resolved' || ticket.state === 'closed';
  const note = mode === 'note' || ended;

  function go(to: 'answer' | 'note'): void {
    focusNext.current = true;
    setMode(to);
    box.current?.querySelector('textarea')?.focus();
  }
  useEffect(() => {
    if (focusNext.current) box.current?.querySelector('textarea')?.focus();
    focusNext.current = false;
  });
  useShortcuts({ r: () => !ended && go('answer'), n: () => go('note') });
  return (
    <div ref={box} className={cn(note && 'bg-warning-soft')}>
      <fieldset className="flex gap-1 border-t border-border px-3 pt-2">
        <legend className="sr-only">O que escrever</legend>
        {!ended && (
          <Mode chosen={!note} onChoose={() => go('answer')}>
            Responder
          </Mode>
        )}
        <Mode chosen={note} onChoose={() => go('note')}>
          Nota interna
        </Mode>
        {note && <p className="self-center px-2 text-sm text-on-warning-soft">Só a equipe vê</p>}
      </fieldset>
      {note ? (
        <NoteComposer ticketId={ticket.id} onNoteSaved={onNoteSaved} onType={() => onType(true)} />
      ) : (
        <AnswerComposer ticket={ticket} macros={macros} onAnswer={onAnswer} onType={() => onType(false)} />
      )}
    </div>
  );
}

function Mode({ chosen, onChoose, children }: { chosen: boolean; onChoose: () => void; children: string }) {
  return (
    <button
      type="button"
      aria-pressed={chosen}
      onClick={onChoose}
      className={cn(
        'min-h-9 rounded-md px-3 text-sm hit-44',
        chosen ? 'bg-surface-3 font-semibold text-ink' : 'text-ink-2 hover:text-ink',
      )}
    >
      {children}
    </button>
  );
}

function AnswerComposer({
  ticket,
  macros,
  onAnswer,
  onType,
}: Pick<DeskComposerProps, 'ticket' | 'macros' | 'onAnswer'> & { onType: () => void }) {
  const { user } = useSession();
  const [text, setText] = useDraft(`mesa-${ticket.id}`);
  const [waitsForUser, setWaits] = useState(true);
  const [editing, setEditing] = useState(false);
  const [marked, setMarked] = useState(0);
  const files = useTicketFiles();
  const search = /^\/([^\n]{0,40})$/.exec(text)?.[1];
  const found = search === undefined ? [] : matching(macros, search);

  function take(macro: TicketMacro): void {
    const order = ticket.about?.kind === 'order' ? /Pedido (\S+)/.exec(ticket.about.label)?.[1] : undefined;
    setText(
      fillMacro(macro.text, {
        nome: ticket.username,
        protocolo: ticket.protocol,
        atendente: user.username,
        ...(order && { pedido: order }),
      }),
    );
    setMarked(0);
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (search === undefined || !(event.target instanceof HTMLTextAreaElement)) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && found.length > 0) setMarked((marked + step + found.length) % found.length);
    else if (event.key === 'Enter' && found[marked]) take(found[marked]);
    else if (event.key === 'Escape') setText('');
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- arrows and Enter of the field inside choose a ready answer
    <div onKeyDownCapture={onKeyDown}>
      <Composer
        label={`Resposta para @${ticket.username}`}
        placeholder="Escreva a resposta, ou / para respostas prontas"
        text={text}
        limit={maxOf(ticketLimits.text)}
        attachments={files.composer}
        warning={
          search === undefined ? undefined : (
            <MacroPicker found={found} marked={marked} onChoose={take} onEdit={() => setEditing(true)} />
          )
        }
        onText={(next) => {
          setText(next);
          setMarked(0);
          if (next !== '' && !next.startsWith('/')) onType();
        }}
        onSend={(trimmed) => {
          onAnswer({ text: trimmed, files: files.take(), waitsForUser });
          setText('');
        }}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-4 bg-surface px-3 pb-1 text-sm">
        <Checkbox checked={waitsForUser} onCheckedChange={setWaits}>
          Esperar resposta
        </Checkbox>
        <Button variant="quiet" size="sm" onClick={() => setEditing(true)}>
          Respostas prontas
        </Button>
      </div>
      {editing && (
        <Suspense fallback={null}>
          <MacroEditor macros={macros} open onOpenChange={setEditing} />
        </Suspense>
      )}
    </div>
  );
}

const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

function matching(macros: readonly TicketMacro[], search: string): TicketMacro[] {
  return macros.filter(({ title, text }) => plain(`${title} ${text}`).includes(plain(search))).slice(0, 6);
}

function NoteComposer({
  ticketId,
  onNoteSaved,
  onType,
}: {
  ticketId: number;
  onNoteSaved: () => void;
  onType: () => void;
}) {
  const [text, setText] = useDraft(`nota-${ticketId}`);
  const latest = useLatest(text);
  const [problem, setProblem] = useState<string | null>(null);
  const [attempt, setAttempt] = useState({ clientId: '', text: '' });

  async function send(trimmed: string): Promise<void> {
    setProblem(null);
    // A retry of the same note keeps its key.
    const present = attempt.text === trimmed ? attempt : { clientId: crypto.randomUUID(), text: trimmed };
    setAttempt(present);
    try {
      await api(addTicketNote, {
        params: { id: ticketId, clientId: present.clientId },
        body: { text: trimmed },
      });
      setAttempt({ clientId: '', text: '' });
      // What was typed since then is the start of the next note.
      if (latest.current.trim() === trimmed) setText('');
      onNoteSaved();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.detail);
    }
  }
  return (
    <>
      {problem && (
        <p role="alert" className="px-4 pt-2 text-sm font-medium text-danger">
          {problem}
        </p>
      )}
      <Composer
        label="Nota interna"
        placeholder="Escreva para a equipe"
        text={text}
        limit={maxOf(ticketLimits.text)}
        onText={(next) => {
          setText(next);
          if (next !== '') onType();
        }}
        onSend={(trimmed) => void send(trimmed)}
      />
    </>
  );
}
