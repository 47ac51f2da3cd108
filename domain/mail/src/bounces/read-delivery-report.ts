// Reads a delivery status notification (RFC 3464) from the sender's mailbox: which mail it is about, and what happened
// to it. Returns undefined for any other message, and for a report that does not identify a mail.
export type DeliveryReport = { messageId: string; statusCode: string; diagnostic: string }

export function readDeliveryReport(message: string): DeliveryReport | undefined {
  const unfolded = message.replace(/\r\n/g, '\n').replace(/\n[ \t]+/g, ' ')
  const start = unfolded.search(/^content-type:\s*message\/delivery-status\b/im)
  if (start < 0) return undefined
  const report = unfolded.slice(start)
  const action = readField(report, 'action')?.toLowerCase()
  if (action !== 'failed' && action !== 'delayed') return undefined
  // The report's own Message-ID precedes this part; the first one after the status fields is that of the returned mail.
  const messageId = /<[^<>\s]+>/.exec(readField(report, 'message-id') ?? '')?.[0]
  const statusCode = /^[245]\.\d{1,3}\.\d{1,3}/.exec(readField(report, 'status') ?? '')?.[0]
  if (messageId === undefined || statusCode === undefined) return undefined
  const diagnostic = readField(report, 'diagnostic-code') ?? action
  return { messageId, statusCode, diagnostic }
}

function readField(report: string, name: string): string | undefined {
  return new RegExp(`^${name}:[ \\t]*(.+)$`, 'im').exec(report)?.[1]?.trim()
}

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
