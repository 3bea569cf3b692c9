/**
 * A fault the person who starts the program can mend: its message is shown as it is, without a stack.
 * @param message what is wrong and what to do, in Portuguese
 * @param cause the error underneath, kept for the log
 */
export function fault(message: string, cause?: unknown): Error {
  const error = new Error(message, { cause });
  error.name = 'Fault';
  return error;
}

/** Whether `error` was made by {@link fault}. */
export function isFault(error: unknown): error is Error {
  return error instanceof Error && error.name === 'Fault';
}
