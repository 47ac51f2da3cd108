// Sends the mails of the outbox. While the mail server is unavailable they wait in their queue without using up attempts, the
// breaker lets a test mail through from time to time, and readiness reports `degraded`.
import { type DeliveryDeps, deliverMail } from '@gatehouse/mail/deliver-mail'
import { sendMailTask } from '@gatehouse/mail/send-mail-task'
import { type CallVerdict, type Permit, createCircuitBreaker } from '@gatehouse/runtime/circuit-breaker'
import { Fault } from '@gatehouse/runtime/fault'
import { type HandledKind, TaskPostponed, handleTask } from '@gatehouse/tasks/handle-task'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import type { Metrics } from '@gatehouse/telemetry/create-metrics'
import { Counter } from 'prom-client'

export type SendMailDeps = DeliveryDeps & { logger: Logger; metrics: Metrics }

// A mail server takes a second or two per mail; more concurrent connections from one process would be answered with 421.
const concurrencyMax = 8
const unreachableDelayMs = 15_000
const rampSuccesses = 16

export function sendMailHandler({ logger, metrics, ...delivery }: SendMailDeps): HandledKind {
  const breaker = createCircuitBreaker({
    name: 'mail server',
    clock: delivery.clock,
    rampSuccesses,
    // The mail that tests an open breaker gets the time limit of any mail: a mail server may take ten minutes to reply.
    testTimeoutMs: sendMailTask.timeLimitMs,
    onTransition: (from, to) => logger.warn('circuit breaker of the mail server changed state', { from, to }),
  })
  const mails = new Counter({
    name: 'gatehouse_mails_total',
    help: 'Attempts to deliver mails, by template and outcome',
    labelNames: ['template', 'outcome'],
    registers: [metrics],
  })

  return handleTask(sendMailTask, {
    concurrencyMax,
    allowedNow: () => breaker.callsMax(),
    async work({ input: { mailId }, signal }) {
      const permit = breaker.tryAcquire()
      if (!permit) throw new TaskPostponed('the mail server is not responding', breaker.retryAfterMs())
      // Only the server's replies, or their absence, count for its breaker; a database error does not.
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
          logger.warn('mail server unreachable', { mail_id: mailId, reason: attempt.reason })
          throw new TaskPostponed('the mail server is not responding', unreachableDelayMs)
        case 'deferred':
          permit.succeed()
          mails.inc({ template: attempt.template, outcome: 'deferred' })
          throw new Fault({
            kind: 'unavailable',
            code: 'mail.deferred',
            publicMessage: 'The mail server deferred the mail. It is retried automatically.',
            context: { answer: attempt.answer },
          })
        case 'settled': {
          report(permit, attempt.server)
          const { outcome, template } = attempt
          const fields = { mail_id: mailId, template, answer: outcome.answer }
          if (outcome.status === 'SENT') logger.info('mail sent', fields)
          else logger.error('mail delivery failed or outcome unknown', { ...fields, status: outcome.status })
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
