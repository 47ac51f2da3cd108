// Sends the mails of the outbox. While the mail server is away they wait in their queue, uncounted, and the breaker lets
// one through from time to time; readiness says `degraded`.
import { type DeliveryDeps, deliverMail } from '@gatehouse/mail/deliver-mail'
import { sendMailTask } from '@gatehouse/mail/send-mail-task'
import { type CallVerdict, type Permit, createCircuitBreaker } from '@gatehouse/runtime/circuit-breaker'
import type { Clock } from '@gatehouse/runtime/clock'
import { Fault } from '@gatehouse/runtime/fault'
import { type HandledKind, TaskPostponed, handleTask } from '@gatehouse/tasks/handle-task'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import type { Metrics } from '@gatehouse/telemetry/create-metrics'
import { Counter } from 'prom-client'

export type SendMailDeps = DeliveryDeps & { clock: Clock; logger: Logger; metrics: Metrics }

// A mail server answers one mail in a second or two; more at once from one process earn nothing but 421.
const concurrencyMax = 8
const unreachableDelayMs = 15_000
const rampSuccesses = 16

export function sendMailHandler({ clock, logger, metrics, ...delivery }: SendMailDeps): HandledKind {
  const breaker = createCircuitBreaker({
    name: 'mail server',
    clock,
    rampSuccesses,
    // A server may take ten minutes to answer, and has answered then.
    testTimeoutMs: sendMailTask.timeLimitMs,
    onTransition: (from, to) => logger.warn('the breaker of the mail server moved', { from, to }),
  })
  const mails = new Counter({
    name: 'gatehouse_mails_total',
    help: 'Attempts to deliver mails, by template and by what came of them',
    labelNames: ['template', 'outcome'],
    registers: [metrics],
  })

  return handleTask(sendMailTask, {
    concurrencyMax,
    allowedNow: () => breaker.callsMax(),
    async work({ input: { mailId }, signal }) {
      const permit = breaker.tryAcquire()
      if (!permit) throw new TaskPostponed('the mail server does not answer', breaker.retryAfterMs())
      // Only an answer of the server, or its silence, speaks of the server; a database that is away does not.
      const attempt = await deliverMail(delivery, mailId, signal).catch((thrown: unknown) => {
        permit.abandon()
        throw thrown
      })
      switch (attempt.kind) {
        case 'nothing':
          permit.abandon()
          return undefined
        case 'unreachable':
          permit.fail()
          mails.inc({ template: attempt.template, outcome: 'unreachable' })
          logger.warn('the mail server cannot be reached', { mail_id: mailId, reason: attempt.reason })
          throw new TaskPostponed('the mail server does not answer', unreachableDelayMs)
        case 'deferred':
          permit.succeed()
          mails.inc({ template: attempt.template, outcome: 'deferred' })
          throw new Fault({
            kind: 'unavailable',
            code: 'mail.deferred',
            publicMessage: 'The mail server put the mail off. It is tried again by itself.',
            context: { answer: attempt.answer },
          })
        case 'settled': {
          report(permit, attempt.server)
          const { outcome, template } = attempt
          const fields = { mail_id: mailId, template, answer: outcome.answer }
          if (outcome.status === 'SENT') logger.info('a mail was sent', fields)
          else logger.error('a mail did not certainly arrive', { ...fields, status: outcome.status })
          mails.inc({ template, outcome: outcome.status.toLowerCase() })
          return (tx) => delivery.store.settle(tx, mailId, outcome)
        }
      }
    },
  })
}

function report(permit: Permit, verdict: CallVerdict): void {
  switch (verdict) {
    case 'answered':
      return permit.succeed()
    case 'failed':
      return permit.fail()
    case 'nothing':
      return permit.abandon()
  }
}
