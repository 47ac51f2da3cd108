import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ConsoleFault } from '../../graphql/console-fault.ts'
import { stateTexts } from '../../words/en/parts.ts'
import { Moment } from '../text/moment.tsx'
import { FaultNotice } from './fault-notice.tsx'
import { Skeleton } from './skeleton.tsx'

type LoadedProps<Data> = {
  asked: Pick<UseQueryResult<Data, ConsoleFault>, 'data' | 'error' | 'isFetching' | 'dataUpdatedAt'> & {
    refetch: () => Promise<unknown>
  }
  skeleton?: ReactNode
  children: (data: Data) => ReactNode
}

/** The states of an answer: loading, failed, there, and there but outdated because the newest request failed. */
export function Loaded<Data>({ asked, skeleton, children }: LoadedProps<Data>) {
  const { data, error, isFetching, refetch, dataUpdatedAt } = asked
  const retry = () => void refetch()
  if (data === undefined && error)
    return <FaultNotice fault={error} onRetry={retry} isRetrying={isFetching} />
  if (data === undefined)
    return (
      <div aria-busy="true">
        <span className="visually-hidden" role="status">
          {stateTexts.loading}
        </span>
        {skeleton ?? <Skeleton />}
      </div>
    )
  return (
    <>
      {error ? (
        <div className="outdated">
          <FaultNotice fault={error} onRetry={retry} isRetrying={isFetching} />
          <p className="soft small">
            {stateTexts.asOf} <Moment at={new Date(dataUpdatedAt).toISOString()} as="time" /> {stateTexts.utc}
          </p>
        </div>
      ) : null}
      {children(data)}
    </>
  )
}
