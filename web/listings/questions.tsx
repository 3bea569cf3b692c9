import { MessageCircleQuestion } from '#web/ui/icons/icons.tsx';
import { Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Link, useRevalidator } from 'react-router';
import { askQuestion } from '#contract/community/questions.ts';
import { useMaskedContacts } from '#web/community/contacts.ts';
import { verificationPath } from '#web/accounts/sign-in/return-path.ts';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { contactWarning } from '#web/community/questions/contact-warning.ts';
import { useSubmission } from '#web/api/submission.ts';
import { useIntentAfterSignIn } from '#web/api/use-intent-after-sign-in.ts';
import { storeIntent, readIntent } from '#web/api/intent-after-sign-in.ts';
import { Banner } from '#web/ui/page/banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Section } from '#web/ui/cards/card.tsx';
import { EmptyInline } from '#web/ui/page/empty-state.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Textarea } from '#web/ui/forms/textarea.tsx';
import { useLatest } from '#web/ui/page/use-latest.ts';
import { PublicQuestion } from './public-question.tsx';
import { matchingAnswers } from './question-hints.ts';
import type { Listing } from './purchase/use-purchase.ts';

// Few listings have more questions than the page includes.
const OlderQuestions = lazyPart(() =>
  import('./older-questions.tsx').then((module) => ({ default: module.OlderQuestions })),
);

/** Public questions and answers, with the field to ask. */
export function Questions({ listing, own }: { listing: Listing; own: boolean }) {
  const [sending, setSending] = useState<string | null>(null);
  return (
    <Section id="perguntas" title="Perguntas" className="scroll-mt-20">
      {!own && listing.state === 'published' && <AskForm listing={listing} onSending={setSending} />}
      {listing.questions.length === 0 && !sending && (
        <EmptyInline icon={<MessageCircleQuestion aria-hidden="true" />}>
          {listing.state === 'published' && !own
            ? 'Ninguém perguntou ainda. Sua dúvida pode ajudar mais gente.'
            : 'Ninguém perguntou ainda.'}
        </EmptyInline>
      )}
      {own && listing.questions.some(({ answer }) => answer === null) && (
        <Button asChild variant="secondary" className="self-start">
          <Link to="/conta/perguntas">Responder perguntas</Link>
        </Button>
      )}
      <ul className="flex flex-col gap-5">
        {sending && <PublicQuestion question={{ text: sending, answer: null, createdAt: null }} pending />}
        {listing.questions.map((question) => (
          <PublicQuestion key={question.id} question={question} id={question.id} />
        ))}
      </ul>
      {listing.questionsNext !== null && (
        <Suspense>
          <OlderQuestions key={listing.questionsNext} slug={listing.slug} before={listing.questionsNext} />
        </Suspense>
      )}
    </Section>
  );
}

/** A subscription that never fires: the stored intent changes only here. */
const subscribeNever = () => () => undefined;

interface AskFormProps {
  listing: Listing;
  /** The question being sent, shown at once. */
  onSending: (text: string | null) => void;
}

function AskForm({ listing, onSending }: AskFormProps) {
  const { revalidate } = useRevalidator();
  const path = `/anuncio/${listing.slug}#perguntas`;
  // The server can't know what was typed before signing in, so it is read after hydration.
  const storedText = useSyncExternalStore(
    subscribeNever,
    () => readIntent('perguntar', listing.slug),
    () => '',
  );
  const [typed, setText] = useState<string | null>(null);
  const [held, setHeld] = useState(false);
  const text = typed ?? storedText;
  const latest = useLatest(text);
  const sent = useRef(text);
  const masked = useMaskedContacts(text.trim());
  const { formProps, errors, problem, pending, send } = useSubmission(askQuestion, {
    params: { id: listing.id },
    read: (form) => ({ text: String(form.get('text') ?? '') }),
    onDone: async (asked) => {
      await revalidate();
      setHeld(asked.state === 'hidden');
      // What was typed since then is the start of the next question.
      if (latest.current === sent.current) setText('');
    },
  });
  const intent = useIntentAfterSignIn('perguntar', listing.slug, (stored) => {
    setText(stored);
    // Cleared once the field holds it.
    setTimeout(() => void send());
  });
  useEffect(() => {
    if (pending) sent.current = latest.current;
    onSending(pending ? sent.current.trim() : null);
  }, [latest, onSending, pending]);
  const answered = matchingAnswers(text, listing.questions);

  return (
    <form
      {...formProps}
      method="post"
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        intent(text, path);
      }}
    >
      <ProblemBanner
        problem={problem}
        action={
          problem?.code === 'email_not_verified' && (
            <Link
              to={verificationPath(path)}
              onClick={() => storeIntent('perguntar', listing.slug, text)}
              className="inline-flex min-h-11 items-center font-semibold underline underline-offset-2"
            >
              Confirmar e-mail
            </Link>
          )
        }
      />
      {held && (
        <Banner tone="info" onClose={() => setHeld(false)}>
          Sua pergunta está em conferência, porque tinha dados de contato. Ela aparece depois que a equipe
          olhar.
        </Banner>
      )}
      <Field
        label="Sua pergunta"
        error={errors.text}
        announceError
        hint={masked ? contactWarning(masked) : undefined}
      >
        <Textarea
          name="text"
          value={text}
          minRows={2}
          limit={listing.questionMax}
          placeholder="Ex.: funciona no meu aparelho?"
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <AnsweredBefore questions={answered} />
      <Button type="submit" variant="secondary" loading={pending} className="self-start">
        Perguntar
      </Button>
    </form>
  );
}

/** Answers to questions that are like the one being written. */
function AnsweredBefore({ questions }: { questions: Listing['questions'] }) {
  if (questions.length === 0) return null;
  return (
    <output className="block rounded-lg bg-surface-2 p-4 text-sm">
      <p className="font-semibold text-ink">Talvez já respondido</p>
      {questions.map((question) => (
        <p key={question.id} className="mt-2 text-ink-2">
          {question.text} <span className="block text-ink">{question.answer}</span>
        </p>
      ))}
    </output>
  );
}
