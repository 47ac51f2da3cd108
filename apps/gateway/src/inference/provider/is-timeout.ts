/** Whether the error is a timeout, of the call or of the connection, rather than a failure. */
export function isTimeout(error: Error | undefined): boolean {
  return error !== undefined && 'code' in error && /TIMEOUT/.test(String(error.code))
}
