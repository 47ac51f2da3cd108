import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useConsole } from '../../../console-context.ts'
import { graphqlExplorerUrl } from '../../../shell/header/gateway-url.ts'
import { useAskedPages } from '../../../graphql/use-asked-pages.ts'
import { Button } from '../../../parts/form/button.tsx'
import { PageHead } from '../../../parts/page-head.tsx'
import { Loaded } from '../../../parts/states/loaded.tsx'
import { Skeleton } from '../../../parts/states/skeleton.tsx'
import { DocsLink } from '../../../parts/text/docs-link.tsx'
import { useCompanyId, useFrame } from '../../../shell/use-frame.ts'
import { eventsTexts as texts } from '../../../words/en/settings/outgoing-events.ts'
import { DeliveryList } from './deliveries/delivery-list.tsx'
import { EndpointList } from './endpoints/endpoint-list.tsx'
import { FirstEndpoint } from './endpoints/first-endpoint.tsx'
import { NewEndpoint } from './endpoints/new-endpoint.tsx'
import { type EventsSearch, readEventsSearch } from './outgoing-events-search.ts'
import { type OutgoingEventsResult, outgoingEvents } from './outgoing-events.generated.ts'

export function OutgoingEventsPage() {
  const companyId = useCompanyId() ?? ''
  const { queries } = useConsole()
  const navigate = useNavigate()
  const search = readEventsSearch(useSearch({ strict: false }))
  const [isAdding, setAdding] = useState(false)
  // Only admins may read endpoints; the shell explains the page to others.
  const isAdmin = useFrame().data?.balance !== undefined
  const { asked, ...more } = useAskedPages(
    outgoingEvents,
    { companyId, endpointId: search.endpoint, status: search.status },
    { read: readDeliveries, topics: ['COMPANY'], isEnabled: isAdmin },
  )
  const onChanged = () => void queries.invalidateQueries({ queryKey: [outgoingEvents.name] })
  const onSearch = (next: EventsSearch) =>
    void navigate({ to: `/c/${companyId}/profile/events`, search: next, replace: true, resetScroll: false })
  const endpoints = asked.data?.first.eventEndpoints
  const add = () => setAdding(true)
  return (
    <div className="page">
      <PageHead
        title={texts.title}
        text={texts.text}
        actions={
          <>
            <DocsLink href={graphqlExplorerUrl}>{texts.explorer}</DocsLink>
            {endpoints === undefined || endpoints.length === 0 ? null : (
              <Button onClick={add}>{texts.add}</Button>
            )}
          </>
        }
      />
      <Loaded asked={asked} skeleton={<Skeleton lines={2} height={200} />}>
        {(data) =>
          !data ? null : data.first.eventEndpoints.length === 0 ? (
            <FirstEndpoint onAdd={add} />
          ) : (
            <div className="stack-3">
              <EndpointList
                companyId={companyId}
                endpoints={data.first.eventEndpoints}
                onChanged={onChanged}
              />
              <DeliveryList
                companyId={companyId}
                data={data}
                search={search}
                onSearch={onSearch}
                onChanged={onChanged}
                more={more}
              />
            </div>
          )
        }
      </Loaded>
      {isAdding ? (
        <NewEndpoint companyId={companyId} onChanged={onChanged} onClose={() => setAdding(false)} />
      ) : null}
    </div>
  )
}

const readDeliveries = (result: OutgoingEventsResult) => result.eventDeliveries
