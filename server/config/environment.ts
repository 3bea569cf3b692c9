import { serversFault } from '#db/servers.ts';

export type Environment = Record<string, string | undefined>;

/** Typed access to environment variables; invalid values add to the list of faults. */
export type SettingsReader = ReturnType<typeof reader>;

/** Reads typed values from the environment; each invalid one adds a line to `faults`. */
export function reader(environment: Environment, faults: string[]) {
  const text = (name: string) => environment[name]?.trim() || null;

  function oneOf<T extends string>(name: string, values: readonly T[], fallback: T): T {
    const given = text(name);
    if (given === null) return fallback;
    const found = values.find((value) => value === given);
    if (!found) faults.push(`${name}: «${given}» não serve; use ${values.join(', ')}.`);
    return found ?? fallback;
  }

  function whole(name: string, min: number, max: number, fallback: number): number {
    const given = text(name);
    if (given === null) return fallback;
    const value = /^\d+$/.test(given) ? Number(given) : Number.NaN;
    if (value >= min && value <= max) return value;
    faults.push(`${name}: «${given}» não serve; use um número inteiro de ${min} a ${max}.`);
    return fallback;
  }

  function yesOrNo(name: string, fallback: boolean): boolean {
    return { '1': true, '0': false }[oneOf(name, ['0', '1'], fallback ? '1' : '0')];
  }

  /** The message omits the value, which may contain a password. */
  function url(name: string, protocols: readonly string[]): string | null {
    const given = text(name);
    if (given === null) return null;
    if (URL.canParse(given) && protocols.includes(new URL(given).protocol)) return given;
    faults.push(
      `${name}: não é um endereço que comece com ${protocols.map((each) => `${each}//`).join(' ou ')}.`,
    );
    return null;
  }

  /** The URL of a PostgreSQL, which may name several servers. The message omits the value. */
  function database(name: string): string | null {
    const given = text(name);
    if (given === null) return null;
    const fault = /^postgres(ql)?:\/\//.test(given)
      ? serversFault(given)
      : 'não é um endereço que comece com postgres:// ou postgresql://.';
    if (fault === null) return given;
    faults.push(`${name}: ${fault}`);
    return null;
  }

  return { text, oneOf, whole, yesOrNo, url, database };
}
