import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useConsole } from '../../../console-context.ts'
import { useAskedPages } from '../../../graphql/use-asked-pages.ts'
import { Button } from '../../../parts/form/button.tsx'
import { BackLink, PageHead } from '../../../parts/page-head.tsx'
import { Loaded } from '../../../parts/states/loaded.tsx'
import { Skeleton } from '../../../parts/states/skeleton.tsx'
import { useCompanyId, useFrame } from '../../../shell/use-frame.ts'
import { exportCsv } from '../../../shell/tray/export-csv.ts'
import { dayMs } from '../../../time/periods.ts'
import { ledgerTexts as texts } from '../../../words/en/settings/ledger.ts'
import { LedgerCompare } from './ledger-compare.tsx'
import { LedgerEntries } from './ledger-entries.tsx'
import { LedgerMoment } from './ledger-moment.tsx'
import { LedgerPlot } from './ledger-plot.tsx'
import { type LedgerSearch, daysDefault, readLedgerSearch } from './ledger-search.ts'
import { type LedgerResult, ledger } from './ledger.generated.ts'

export function LedgerPage() {
  const companyId = useCompanyId() ?? ''
  const { session } = useConsole()
  const navigate = useNavigate()
  const search = readLedgerSearch(useSearch({ strict: false }))
  const [nowMs] = useState(() => Date.now())
  const span = spanOf(search, nowMs)
  // Only admins may read the ledger; the shell explains the page to others.
  const isAdmin = useFrame().data?.balance !== undefined
  const { asked, ...more } = useAskedPages(
    ledger,
    { companyId, at: search.at ?? span.to, since: search.since ?? search.at ?? span.to, ...span },
    { read: readTransactions, topics: ['BALANCE', 'BILLING', 'CALLS'], isEnabled: isAdmin },
  )
  const onSearch = (next: LedgerSearch) =>
    void navigate({ to: `/c/${companyId}/profile/billing/ledger`, search: next, resetScroll: false })
  return (
    <div className="page">
      <BackLink to={`/c/${companyId}/profile/billing`}>{texts.back}</BackLink>
      <PageHead
        title={texts.title}
        actions={
          <Button
            icon="download"
            onClick={() => void exportCsv(session, { kind: 'transactions', query: { companyId } })}
          >
            {texts.export}
          </Button>
        }
      />
      <Loaded asked={asked} skeleton={<Skeleton lines={3} height={180} />}>
        {(data) =>
          data ? (
            <div className="stack-3">
              <LedgerMoment companyId={companyId} data={data.first} search={search} onSearch={onSearch} />
              <LedgerPlot data={data} search={search} onSearch={onSearch} />
              <LedgerCompare data={data} search={search} onSearch={onSearch} now={span.to} />
              <LedgerEntries
                companyId={companyId}
                data={data}
                more={more}
                onOpen={(at) => onSearch({ ...search, at })}
              />
            </div>
          ) : null
        }
      </Loaded>
    </div>
  )
}

const readTransactions = (result: LedgerResult) => result.creditTransactions

/** Whole days in UTC: the end is in the future and counts as now, so the answer stays the same for a day. */
function spanOf({ days = daysDefault, at, since }: LedgerSearch, nowMs: number) {
  const toMs = (Math.floor(nowMs / dayMs) + 1) * dayMs
  const wanted = [at, since].flatMap((moment) => (moment === undefined ? [] : [Date.parse(moment)]))
  const fromMs = Math.min(toMs - days * dayMs, ...wanted)
  return { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() }
}
