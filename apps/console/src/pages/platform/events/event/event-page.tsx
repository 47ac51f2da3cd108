import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useAsked } from '../../../../graphql/use-asked.ts'
import { Fact } from '../../../../parts/facts.tsx'
import { BackLink, PageHead } from '../../../../parts/page-head.tsx'
import { Panel } from '../../../../parts/panel.tsx'
import { Loaded } from '../../../../parts/states/loaded.tsx'
import { CopyText } from '../../../../parts/text/copy-text.tsx'
import { Moment } from '../../../../parts/text/moment.tsx'
import { eventsTexts as texts } from '../../../../words/en/platform/events.ts'
import { EventStatusBadge } from '../event-status.tsx'
import { EventOutcome } from './event-outcome.tsx'
import { type ProviderEventResult, providerEvent } from './event.generated.ts'
import { IgnoreDialog } from './ignore-dialog.tsx'

export function EventPage() {
  const { eventId = '' } = useParams({ strict: false }) as { eventId?: string }
  const asked = useAsked(providerEvent, { eventId })
  const [isIgnoring, setIgnoring] = useState(false)
  const changed = () => void asked.refetch()
  return (
    <div className="page">
      <BackLink to="/admin/events">{texts.title}</BackLink>
      <PageHead title={texts.event} text={asked.data?.providerEvent.type} />
      <Loaded asked={asked}>
        {({ providerEvent: event }) => (
          <div className="pair">
            <Panel title={texts.facts} aside={<EventStatusBadge status={event.status} />}>
              <EventFacts event={event} />
              <p className="soft small">{texts.payloadText}</p>
            </Panel>
            <EventOutcome event={event} onChanged={changed} onIgnore={() => setIgnoring(true)} />
          </div>
        )}
      </Loaded>
      {isIgnoring ? (
        <IgnoreDialog eventId={eventId} onIgnored={changed} onClose={() => setIgnoring(false)} />
      ) : null}
    </div>
  )
}

type Event = ProviderEventResult['providerEvent']

/** The states in which an event is tried again automatically. */
const retried: ReadonlySet<Event['status']> = new Set(['RECEIVED', 'PARKED'])

function EventFacts({ event }: { event: Event }) {
  return (
    <dl className="facts">
      <Fact label={texts.id}>
        <CopyText text={event.id} label={texts.id} />
      </Fact>
      {event.objectId === null ? null : (
        <Fact label={texts.object}>
          <CopyText text={event.objectId} label={texts.object} />
        </Fact>
      )}
      {event.customerId === null ? null : (
        <Fact label={texts.customer}>
          <CopyText text={event.customerId} label={texts.customer} />
        </Fact>
      )}
      <Fact label={texts.stated}>
        <Moment at={event.statedAt} as="second" />
      </Fact>
      <Fact label={texts.received}>
        <Moment at={event.receivedAt} as="second" />
      </Fact>
      <Fact label={texts.source}>{event.source.toLowerCase()}</Fact>
      <Fact label={texts.attempts}>{event.attempts}</Fact>
      {event.nextAttemptAt === null || !retried.has(event.status) ? null : (
        <Fact label={texts.next}>
          <Moment at={event.nextAttemptAt} as="second" />
        </Fact>
      )}
      {event.waitsFor === null ? null : <Fact label={texts.waitsFor}>{event.waitsFor}</Fact>}
      {event.processedAt === null ? null : (
        <Fact label={texts.processed}>
          <Moment at={event.processedAt} as="second" />
        </Fact>
      )}
      {event.lastError === null ? null : <Fact label={texts.lastError}>{event.lastError}</Fact>}
      <Fact label={texts.mode}>{event.isLive ? texts.live : texts.test}</Fact>
    </dl>
  )
}
