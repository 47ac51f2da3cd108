/** Whether a time limit ran out, ours or the connection's, rather than that something broke. */
export function isTimeout(error: Error | undefined): boolean {
  return error !== undefined && 'code' in error && /TIMEOUT/.test(String(error.code))
}
