// A report of non-delivery (RFC 3464), as it arrives in the mailbox of the sender: which mail it is about, and what
// became of it. What is not such a report, or not about a mail of ours, is nobody's bounce.
export type DeliveryReport = { messageId: string; statusCode: string; diagnostic: string }

export function readDeliveryReport(message: string): DeliveryReport | undefined {
  const unfolded = message.replace(/\r\n/g, '\n').replace(/\n[ \t]+/g, ' ')
  const start = unfolded.search(/^content-type:\s*message\/delivery-status\b/im)
  if (start < 0) return undefined
  const report = unfolded.slice(start)
  const action = readField(report, 'action')?.toLowerCase()
  if (action !== 'failed' && action !== 'delayed') return undefined
  // The report's own id stands before; behind its fields comes the mail, or its head.
  const messageId = /<[^<>\s]+>/.exec(readField(report, 'message-id') ?? '')?.[0]
  const statusCode = /^[245]\.\d{1,3}\.\d{1,3}/.exec(readField(report, 'status') ?? '')?.[0]
  if (messageId === undefined || statusCode === undefined) return undefined
  const diagnostic = readField(report, 'diagnostic-code') ?? action
  return { messageId, statusCode, diagnostic }
}

function readField(report: string, name: string): string | undefined {
  return new RegExp(`^${name}:[ \\t]*(.+)$`, 'im').exec(report)?.[1]?.trim()
}
