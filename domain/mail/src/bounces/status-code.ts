/** The enhanced code (RFC 3463) of a mail server's answer, or its three digits where it gives no other. */
export function statusCodeOf(answer: string): string {
  return /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(answer)?.[0] ?? /^\d{3}/.exec(answer)?.[0] ?? '5.0.0'
}

/** 4: the mail may come through yet. */
export function bounceKindOf(statusCode: string): 'PERMANENT' | 'TEMPORARY' {
  return statusCode.startsWith('4') ? 'TEMPORARY' : 'PERMANENT'
}
