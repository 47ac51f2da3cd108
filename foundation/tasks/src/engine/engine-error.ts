/**
 * The log message for every error that the engine reports. On-call engineers and the proofs (tests/proofs) search the
 * log for it.
 */
export const engineErrorMessage = 'task engine error'

/**
 * Restores errors that the engine emits as plain objects; the log would otherwise show them as objects without a
 * message.
 */
export function toEngineError(emitted: unknown): Error {
  if (emitted instanceof Error) return emitted
  if (typeof emitted !== 'object' || emitted === null) return new Error(String(emitted))
  const { message, stack, code, queue } = emitted as Readonly<Record<string, unknown>>
  const described = typeof message === 'string' ? message : JSON.stringify(emitted)
  const error = new Error(typeof queue === 'string' ? `${described} (queue ${queue})` : described)
  if (typeof stack === 'string') error.stack = stack
  return code === undefined ? error : Object.assign(error, { code })
}
