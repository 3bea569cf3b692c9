export type Environment = Record<string, string | undefined>;

/** How settings are read, one by one; what is wrong is added to the faults. */
export type SettingsReader = ReturnType<typeof reader>;

/** Reads values of an environment one by one; a line is added to `faults` for each that can't be. */
export function reader(environment: Environment, faults: string[]) {
  const text = (name: string) => environment[name]?.trim() || null;

  function oneOf<T extends string>(name: string, values: readonly T[], usual: T): T {
    const given = text(name);
    if (given === null) return usual;
    const found = values.find((value) => value === given);
    if (!found) faults.push(`${name}: «${given}» não serve; use ${values.join(', ')}.`);
    return found ?? usual;
  }

  function whole(name: string, least: number, most: number, usual: number): number {
    const given = text(name);
    if (given === null) return usual;
    const value = /^\d+$/.test(given) ? Number(given) : Number.NaN;
    if (value >= least && value <= most) return value;
    faults.push(`${name}: «${given}» não serve; use um número inteiro de ${least} a ${most}.`);
    return usual;
  }

  function yesOrNo(name: string, usual: boolean): boolean {
    return { '1': true, '0': false }[oneOf(name, ['0', '1'], usual ? '1' : '0')];
  }

  /** The value stays out of the message: it may hold a password. */
  function url(name: string, protocols: readonly string[]): string | null {
    const given = text(name);
    if (given === null) return null;
    if (URL.canParse(given) && protocols.includes(new URL(given).protocol)) return given;
    faults.push(
      `${name}: não é um endereço que comece com ${protocols.map((each) => `${each}//`).join(' ou ')}.`,
    );
    return null;
  }

  return { text, oneOf, whole, yesOrNo, url };
}
