// The events that a company can receive, with their data. Data contains ids, states and amounts, never personal data; the only
// chosen name is that of a key. A
// receiver that needs more asks for it with its own rights. Credits are decimal strings, times ISO 8601.

export type OutgoingEventData = {
  'balance.low': AlertData
  'budget.reached': AlertData
  /** More calls failed than the alert rule allows. */
  'alert.failure_share': AlertData
  'alert.days_left': AlertData
  'alert.daily_spend': AlertData
  'alert.unusual_spend': AlertData
  'alert.key_expiring': AlertData
  'key.created': { keyId: string; name: string }
  'key.revoked': { keyId: string; name: string }
  'invoice.created': InvoiceData
  'invoice.paid': InvoiceData
  'invoice.payment_failed': InvoiceData
  'top_up.completed': { purchaseId: string }
  /** The automatic top-up has stopped, because a payment failed. */
  'top_up.failed': { purchaseId: string; reason: string }
  /** It has stopped for another reason. */
  'top_up.stopped': { reason: string }
  'document.parsed': { documentId: string; talentId: string | null }
  'document.refused': { documentId: string; reason: string }
  /** A job that is new or was changed has been matched. */
  'match.ready': { jobId: string; matches: number }
  'meeting.insights': { meetingId: string }
  /** Sent by `testEventEndpoint` to one endpoint, regardless of the types that the endpoint asked for. */
  'endpoint.test': { endpointId: string }
}

export type OutgoingEventType = keyof OutgoingEventData

/** An event with its data, without the company. */
export type OutgoingEventContent = {
  [Type in OutgoingEventType]: { type: Type; data: OutgoingEventData[Type] }
}[OutgoingEventType]

/** Rule, threshold and measured value of an alert; the members depend on the kind of the rule. */
export type AlertData = Readonly<Record<string, string | number | boolean | null>>

export type InvoiceData = { invoiceId: string; number: string | null; status: string }

// A record, so that a type that is missing here does not compile.
const canBeWanted: Readonly<Record<OutgoingEventType, boolean>> = {
  'balance.low': true,
  'budget.reached': true,
  'alert.failure_share': true,
  'alert.days_left': true,
  'alert.daily_spend': true,
  'alert.unusual_spend': true,
  'alert.key_expiring': true,
  'key.created': true,
  'key.revoked': true,
  'invoice.created': true,
  'invoice.paid': true,
  'invoice.payment_failed': true,
  'top_up.completed': true,
  'top_up.failed': true,
  'top_up.stopped': true,
  'document.parsed': true,
  'document.refused': true,
  'match.ready': true,
  'meeting.insights': true,
  'endpoint.test': false,
}

/** The types that an endpoint can ask for. */
export const wantableEventTypes: readonly string[] = Object.entries(canBeWanted)
  .filter(([, canBe]) => canBe)
  .map(([type]) => type)
