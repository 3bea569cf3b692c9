import type * as z from 'zod/mini';
import type { FieldErrors } from '#domain/errors.ts';

type Issue = z.core.$ZodIssue;

/** A longer list of unknown fields would help no client, and could exceed the request's size. */
const maxUnknownFields = 20;

/** Zod's issues as one Portuguese sentence per field: the first error of each. */
export function fieldErrors(issues: readonly Issue[]): FieldErrors {
  const errors: FieldErrors = {};
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys.slice(0, maxUnknownFields))
        errors[[...issue.path, key].join('.')] ??= 'Este campo não existe aqui. Retire-o.';
      continue;
    }
    errors[issue.path.join('.') || 'body'] ??= sentence(issue);
  }
  return errors;
}

function sentence(issue: Issue): string {
  // Messages written in the contract are Portuguese; zod's own English ones are replaced by what to do.
  if (!/^(Invalid|Too |Unrecognized|Required)/.test(issue.message)) return issue.message;
  if (issue.code === 'invalid_type') return 'Preencha este campo.';
  if (issue.code === 'too_big') return `Use no máximo ${issue.maximum}.`;
  if (issue.code === 'too_small') return `Use no mínimo ${issue.minimum}.`;
  if (issue.code === 'invalid_value') return `Escolha um destes valores: ${issue.values.join(', ')}.`;
  return 'Confira este campo.';
}
