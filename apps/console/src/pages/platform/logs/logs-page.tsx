import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../../parts/form/button.tsx'
import { PageHead } from '../../../parts/page-head.tsx'
import { Empty } from '../../../parts/states/empty.tsx'
import { Notice } from '../../../parts/states/notice.tsx'
import { Skeleton } from '../../../parts/states/skeleton.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { logsTexts as texts } from '../../../words/en/platform/logs.ts'
import type { LogLine } from './live/log-line.ts'
import { LogDetails } from './log-details.tsx'
import { LogFilters } from './log-filters.tsx'
import { LogList } from './log-list.tsx'
import { type LogsSearch, readLogsSearch } from './logs-search.ts'
import { type Logs, useLogs } from './use-logs.ts'

export function LogsPage() {
  const search = readLogsSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const logs = useLogs(search)
  const [opened, setOpened] = useState<LogLine>()
  function onChange(next: LogsSearch): void {
    setOpened(undefined)
    void navigate({ to: '/admin/logs', search: next })
  }
  return (
    <div className="page page-wide">
      <PageHead title={texts.title} text={texts.text} actions={<PauseButton {...logs} />} />
      <div className="stack">
        <LogFilters search={search} onChange={onChange} />
        {logs.state.past.kind === 'failed' ? <PastFailed {...logs} /> : null}
        <section className="log-frame" aria-label={texts.list}>
          <Past {...logs} />
          <Lines logs={logs} isFiltered={Object.keys(search).length > 0} onOpen={setOpened} />
          <Status {...logs} />
        </section>
      </div>
      {opened ? <LogDetails line={opened} onFilter={onChange} onClose={() => setOpened(undefined)} /> : null}
    </div>
  )
}

function PauseButton({ store }: Logs) {
  const isPaused = store.isPaused()
  return (
    <Button
      icon={isPaused ? 'play' : 'pause'}
      kind={isPaused ? 'primary' : 'secondary'}
      onClick={() => store.setPaused(!isPaused)}
    >
      {isPaused ? texts.resume : texts.pause}
    </Button>
  )
}

type LinesProps = { logs: Logs; isFiltered: boolean; onOpen: (line: LogLine) => void }

function Lines({ logs: { store, state }, isFiltered, onOpen }: LinesProps) {
  if (store.shown() > 0) return <LogList store={store} onOpen={onOpen} />
  if (state.past.kind === 'searching')
    return (
      <div className="log-none" aria-busy="true">
        <Skeleton lines={12} height={16} />
      </div>
    )
  return (
    <div className="log-none">
      <Empty icon="logs" title={isFiltered ? texts.noneMatch : texts.none}>
        <p>{isFiltered ? texts.noneMatchText : texts.noneText}</p>
      </Empty>
    </div>
  )
}

/** What there is before the first line. */
function Past({ feed, store, state: { past } }: Logs) {
  return (
    <div className="log-bar">
      <span>
        {past.kind === 'more' && past.searchedTo !== null ? (
          <>
            {texts.searchedTo} <Moment at={past.searchedTo} as="second" /> {texts.utc}
          </>
        ) : past.kind === 'searching' ? (
          texts.searching
        ) : past.kind === 'end' ? (
          texts.end
        ) : past.kind === 'full' ? (
          texts.full
        ) : null}
      </span>
      {past.kind === 'more' ? (
        <Button
          size="s"
          kind="quiet"
          onClick={() => {
            store.setPaused(true)
            void feed.lookBack()
          }}
        >
          {texts.lookBack}
        </Button>
      ) : null}
    </div>
  )
}

function PastFailed({ feed }: Logs) {
  return (
    <Notice
      tone="warn"
      title={texts.pastFailed}
      action={
        <Button size="s" onClick={() => void feed.lookBack()}>
          {texts.tryAgain}
        </Button>
      }
    >
      <p>{texts.pastFailedText}</p>
    </Notice>
  )
}

function Status({ store, state: { connection } }: Logs) {
  const isPaused = store.isPaused()
  const waiting = store.waiting()
  const kind = connection === 'live' && isPaused ? 'paused' : connection
  return (
    <div className="log-bar log-status">
      <span className="log-state" data-kind={kind} role="status">
        {texts[kind]}
      </span>
      {connection === 'lost' ? <span>{texts.lostText}</span> : null}
      <span className="log-count figures">{texts.lines(store.shown())}</span>
      {waiting > 0 ? (
        <Button size="s" onClick={() => store.setPaused(false)}>
          {texts.waiting(waiting)}
        </Button>
      ) : null}
    </div>
  )
}
