/**
 * Extracts the enhanced status code (RFC 3463) from a mail server's reply, or its three-digit code if there is none.
 */
export function statusCodeOf(answer: string): string {
  return /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(answer)?.[0] ?? /^\d{3}/.exec(answer)?.[0] ?? '5.0.0'
}

/** A code of class 4 is temporary: the mail may still be delivered. */
export function bounceKindOf(statusCode: string): 'PERMANENT' | 'TEMPORARY' {
  return statusCode.startsWith('4') ? 'TEMPORARY' : 'PERMANENT'
}
