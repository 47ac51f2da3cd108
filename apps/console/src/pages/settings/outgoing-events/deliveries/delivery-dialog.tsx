import { useConsole } from '../../../../console-context.ts'
import { Dialog, DialogActions } from '../../../../parts/dialog.tsx'
import { Fact } from '../../../../parts/facts.tsx'
import { Button } from '../../../../parts/form/button.tsx'
import { useForm } from '../../../../parts/form/use-form.ts'
import { FaultNotice } from '../../../../parts/states/fault-notice.tsx'
import { Badge } from '../../../../parts/text/badge.tsx'
import { CopyText } from '../../../../parts/text/copy-text.tsx'
import { Moment } from '../../../../parts/text/moment.tsx'
import { Snippet } from '../../../../parts/text/snippet.tsx'
import { formatDuration } from '../../../../time/durations.ts'
import { deliveryTexts as texts } from '../../../../words/en/settings/outgoing-events.ts'
import { replayDelivery } from '../outgoing-events.generated.ts'
import { type Delivery, answerOf, deliveryTones } from './delivery.ts'

type DeliveryDialogProps = {
  companyId: string
  delivery: Delivery
  endpoint: { url: string; isEnabled: boolean } | undefined
  onChanged: () => void
  onClose: () => void
}

/** One event on its way to one endpoint: every attempt with its answer, and what was sent. */
export function DeliveryDialog({ companyId, delivery, endpoint, onChanged, onClose }: DeliveryDialogProps) {
  const { ask } = useConsole()
  const form = useForm([], async () => {
    await ask(replayDelivery, { companyId, deliveryId: delivery.id })
    onChanged()
  })
  return (
    <Dialog title={texts.dialog(delivery.type)} onClose={onClose} width="l">
      <form className="stack" onSubmit={form.onSubmit}>
        {form.fault ? <FaultNotice fault={form.fault} /> : null}
        <dl className="facts">
          <Fact label={texts.status}>
            <Badge tone={deliveryTones[delivery.status]}>{texts.statuses[delivery.status]}</Badge>
          </Fact>
          <Fact label={texts.to}>{endpoint?.url}</Fact>
          <Fact label={texts.id}>
            <CopyText text={delivery.eventId} label={texts.id} />
          </Fact>
          {delivery.nextAttemptAt === null ? null : (
            <Fact label={texts.next}>
              <Moment at={delivery.nextAttemptAt} as="second" />
            </Fact>
          )}
        </dl>
        <Attempts delivery={delivery} />
        <Snippet text={JSON.stringify(delivery.data, null, 2)} label={texts.data} />
        <DialogActions>
          <Button onClick={onClose}>{texts.close}</Button>
          {endpoint?.isEnabled === true ? (
            <Button type="submit" kind="primary" isBusy={form.isBusy}>
              {texts.replay}
            </Button>
          ) : null}
        </DialogActions>
      </form>
    </Dialog>
  )
}

function Attempts({ delivery: { attempts } }: { delivery: Delivery }) {
  return (
    <section className="stack-1" aria-label={texts.attempts}>
      <h3>{texts.attempts}</h3>
      {attempts.length === 0 ? <p className="soft small">{texts.notTried}</p> : null}
      <ol className="rows rows-inset">
        {attempts.map((attempt) => (
          <li key={attempt.startedAt} className="row">
            <span className="row-text">
              <span className="row-title">{answerOf(attempt)}</span>
              <span className="soft small">
                <Moment at={attempt.startedAt} as="second" /> {texts.took(formatDuration(attempt.durationMs))}
              </span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
