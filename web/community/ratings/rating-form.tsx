import { useState } from 'react';
import type { OrderRatings } from '#contract/community/ratings.ts';
import { rateOrder } from '#contract/community/ratings.ts';
import { ratingLimits } from '#domain/community/ratings.ts';
import type { RatingRole } from '#domain/community/ratings.ts';
import { useMaskedContacts } from '#web/community/contacts.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Field, FieldSet } from '#web/ui/forms/field.tsx';
import { RatingInput } from '#web/ui/forms/rating-input.tsx';
import { maxOf } from '#web/settings/sizes.ts';
import { Textarea } from '#web/ui/forms/textarea.tsx';
import { detailLabels } from './rating-labels.ts';

interface RatingFormProps {
  hash: string;
  role: RatingRole;
  /** The rating that is being changed. */
  mine: OrderRatings['mine'];
  onDone: (ratings: OrderRatings) => void | Promise<void>;
  onLeave?: () => void;
}

type Grades = Record<'stars' | 'description' | 'punctuality' | 'service', number | null>;

export const maskedContactHint =
  'Para sua segurança, telefone, e-mail, @ e links não aparecem: ficam como «•••».';

/** Asks for the stars alone; the other fields, which are optional, appear once they are given. */
export function RatingForm({ hash, role, mine, onDone, onLeave }: RatingFormProps) {
  const [grades, setGrades] = useState<Grades>({
    stars: mine?.stars ?? null,
    description: mine?.details?.description ?? null,
    punctuality: mine?.details?.punctuality ?? null,
    service: mine?.details?.service ?? null,
  });
  const [text, setText] = useState(mine?.text ?? '');
  const { formProps, errors, setErrors, problem, pending } = useSubmission(rateOrder, {
    params: { hash },
    read: () => bodyOf(role, grades, text),
    onDone,
  });
  const grade = (name: keyof Grades, label: string) => (
    <FieldSet key={name} label={label} error={errors[name]} announceError>
      <RatingInput
        aria-label={label}
        value={grades[name]}
        invalid={Boolean(errors[name])}
        onValueChange={(value) => {
          setGrades({ ...grades, [name]: value });
          setErrors(({ [name]: _mended, ...others }) => others);
        }}
      />
    </FieldSet>
  );
  return (
    <form {...formProps} method="post" className="flex flex-col items-start gap-5">
      <ProblemBanner problem={problem} />
      {grade('stars', 'Nota geral')}
      {grades.stars !== null && (
        <>
          {role === 'buyer' && (
            <div className="flex flex-col gap-3">
              <p className="text-sm text-ink-2">Se quiser, conte também como foi cada parte.</p>
              <div className="flex flex-wrap gap-x-8 gap-y-4">
                {detailLabels.map(({ name, question }) => grade(name, question))}
              </div>
            </div>
          )}
          <RatingText role={role} value={text} error={errors.text} onChange={setText} />
        </>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant={role === 'buyer' ? 'primary' : 'secondary'} loading={pending}>
          {mine ? 'Salvar avaliação' : role === 'buyer' ? 'Avaliar compra' : 'Avaliar venda'}
        </Button>
        {onLeave && (
          <Button variant="quiet" onClick={onLeave}>
            Cancelar edição
          </Button>
        )}
      </div>
    </form>
  );
}

interface RatingTextProps {
  role: RatingRole;
  value: string;
  error?: string;
  onChange: (text: string) => void;
}

function RatingText({ role, value, error, onChange }: RatingTextProps) {
  const masked = useMaskedContacts(value.trim());
  const byBuyer = role === 'buyer';
  return (
    <Field
      label={byBuyer ? 'O que outras pessoas devem saber' : 'Como foi vender para esta pessoa'}
      optional
      error={error}
      announceError
      hint={masked ? maskedContactHint : undefined}
      className="w-full"
    >
      <Textarea
        name="text"
        value={value}
        limit={maxOf(ratingLimits.text)}
        placeholder={
          byBuyer
            ? 'Ex.: chegou antes do prazo e igual às fotos.'
            : 'Ex.: pagou na hora e confirmou assim que recebeu.'
        }
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}

/** Missing stars are 0, so that the contract's schema gives the error. */
function bodyOf(role: RatingRole, grades: Grades, text: string) {
  const { stars, description, punctuality, service } = grades;
  return {
    stars: stars ?? 0,
    text,
    ...(role === 'buyer' && {
      description: description ?? undefined,
      punctuality: punctuality ?? undefined,
      service: service ?? undefined,
    }),
  };
}
