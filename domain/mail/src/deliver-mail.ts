// One attempt to deliver a mail. If the reply is lost after the content was sent, a retry could deliver the mail twice:
// the outcome is recorded as unknown and the mail is not sent again (docs/decisions/0017-mail.md).
import type { CallVerdict } from '@gatehouse/runtime/circuit-breaker'
import { type Clock, sleep } from '@gatehouse/runtime/clock'
import type { Ids } from '@gatehouse/runtime/ids'
import type { MailOutcome, MailStore, QueuedMail } from './mail-store.ts'
import type { MailTransport, SendResult } from './mail-transport.ts'
import { deferralsMax } from './send-mail-task.ts'

export type DeliveryDeps = { store: MailStore; transport: MailTransport; ids: Ids; clock: Clock }

export type Delivery =
  /** The mail was already settled, or does not exist. */
  | { kind: 'nothing' }
  /** `server`: how the mail server behaved, for the circuit breaker. */
  | { kind: 'settled'; template: string; outcome: MailOutcome; server: CallVerdict }
  | { kind: 'deferred'; template: string; answer: string }
  | { kind: 'unreachable'; template: string; reason: string }

export async function deliverMail(
  { store, transport, ids, clock }: DeliveryDeps,
  mailId: string,
  signal: AbortSignal,
): Promise<Delivery> {
  const mail = await store.readQueued(mailId)
  if (!mail) return { kind: 'nothing' }
  const { template } = mail
  if (mail.isHandedOver) {
    const answer = 'the worker was lost while handing the mail over'
    return { kind: 'settled', template, outcome: { status: 'UNKNOWN', answer }, server: 'nothing' }
  }
  const messageId = mail.messageId ?? `<${mail.id}@${transport.messageIdDomain}>`
  const handover: Handover = { mailId, id: ids.uuid(), messageId, signal }
  const attempt: { handover?: Promise<boolean> } = {}
  const result = await transport.send(
    { ...mail, messageId },
    {
      signal,
      async beforeContent() {
        attempt.handover = beginHandover({ store, clock }, handover)
        if (!(await attempt.handover)) throw new Error('another worker is handing the mail over')
      },
    },
  )
  const isNotAccepted = result.kind === 'deferred' || result.kind === 'unreachable'
  // If the connection was lost meanwhile, the handover may still be on its way. One that failed was taken back.
  const isBegun = await attempt.handover?.catch(() => false)
  if (isBegun && isNotAccepted) await takeBack({ store, clock }, handover)
  return judgeResult(store, mail, result)
}

type Handover = { mailId: string; id: string; messageId: string; signal: AbortSignal }
type HandoverDeps = Pick<DeliveryDeps, 'store' | 'clock'>

/** If the commit's outcome is unknown, the handover is taken back: no content has been sent yet, so nothing is lost. */
async function beginHandover(deps: HandoverDeps, handover: Handover): Promise<boolean> {
  try {
    return await deps.store.beginHandover(handover.mailId, handover)
  } catch (thrown) {
    await takeBack(deps, handover)
    throw thrown
  }
}

const takeBackEveryMs = 1_000

/**
 * Repeated until the attempt ends: the next attempt would take a handover that stays for one whose outcome is unknown,
 * and would never send the mail.
 */
async function takeBack({ store, clock }: HandoverDeps, { mailId, id, signal }: Handover): Promise<void> {
  for (;;) {
    try {
      return await store.takeBack(mailId, id)
    } catch (thrown) {
      if (signal.aborted) throw thrown
      await sleep(clock, takeBackEveryMs, signal)
    }
  }
}

async function judgeResult(store: MailStore, mail: QueuedMail, result: SendResult): Promise<Delivery> {
  const { template } = mail
  const settled = (outcome: MailOutcome, server: CallVerdict = 'answered'): Delivery => ({
    kind: 'settled',
    template,
    outcome,
    server,
  })
  switch (result.kind) {
    case 'accepted':
      return settled({ status: 'SENT', answer: result.answer })
    case 'rejected':
      return settled({ status: 'REJECTED', answer: result.answer })
    case 'unknown':
      return settled({ status: 'UNKNOWN', answer: result.reason }, 'failed')
    case 'unreachable':
      return { ...result, template }
    case 'deferred': {
      const deferrals = await store.recordDeferral(mail.id, result.answer)
      if (deferrals >= deferralsMax) return settled({ status: 'FAILED', answer: result.answer })
      return { ...result, template }
    }
  }
}
