import { Link } from 'react-router';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';

/** «Li e aceito os termos e a privacidade». */
export function TermsCheckbox({ error, onChange }: { error: string | undefined; onChange: () => void }) {
  return (
    <Checkbox name="termsAccepted" error={error} onCheckedChange={onChange}>
      Li e aceito os{' '}
      <Link to="/termos" className="font-semibold text-brand underline">
        termos
      </Link>{' '}
      e a{' '}
      <Link to="/privacidade" className="font-semibold text-brand underline">
        privacidade
      </Link>
    </Checkbox>
  );
}
