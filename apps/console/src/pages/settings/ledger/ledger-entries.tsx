import { Link } from '@tanstack/react-router'
import { formatExact, parseCredits } from '../../../amounts/credits.ts'
import type { AskedPages, MoreRows } from '../../../graphql/use-asked-pages.ts'
import { type Column, Grid } from '../../../parts/grid/grid.tsx'
import { Empty } from '../../../parts/states/empty.tsx'
import { Amount } from '../../../parts/text/amount.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { transactionWords } from '../../../words/en/settings/billing.ts'
import { ledgerTexts as texts } from '../../../words/en/settings/ledger.ts'
import type { LedgerEntry } from './compare-moments.ts'
import { signed } from './ledger-moment.tsx'
import type { LedgerResult } from './ledger.generated.ts'

const columns: readonly Column<LedgerEntry>[] = [
  {
    name: 'time',
    title: texts.time,
    width: '164px',
    cell: ({ createdAt }) => <Moment at={createdAt} as="millisecond" />,
  },
  { name: 'what', title: texts.what, width: 'minmax(96px, 1fr)', cell: ({ type }) => transactionWords[type] },
  {
    name: 'reason',
    title: texts.reason,
    width: 'minmax(120px, 2fr)',
    isMinor: true,
    cell: ({ reason }) => reason,
  },
  {
    name: 'credits',
    title: texts.credits,
    width: '124px',
    isNumber: true,
    cell: ({ credits }) => <Amount credits={credits} shown={signed(credits)} />,
  },
  {
    name: 'balance',
    title: texts.balance,
    width: '132px',
    isNumber: true,
    isMinor: true,
    cell: ({ balanceAfter }) => (
      <Amount credits={balanceAfter} shown={formatExact(parseCredits(balanceAfter))} />
    ),
  },
]

type LedgerEntriesProps = {
  companyId: string
  data: AskedPages<LedgerResult, LedgerEntry>
  more: MoreRows
  onOpen: (at: string) => void
}

export function LedgerEntries({ companyId, data: { rows, hasMore }, more, onOpen }: LedgerEntriesProps) {
  return (
    <section className="stack" aria-label={texts.entries}>
      <div className="row-line">
        <h2>{texts.entries}</h2>
        <p className="soft small">{texts.entriesText}</p>
      </div>
      {rows.length === 0 ? (
        <div className="panel">
          <Empty
            icon="card"
            title={texts.none}
            action={
              <Link className="button" data-kind="primary" to={`/c/${companyId}/profile/billing`}>
                {texts.topUp}
              </Link>
            }
          >
            <p>{texts.noneText}</p>
          </Empty>
        </div>
      ) : (
        <Grid
          label={texts.entries}
          hasOnlyText
          columns={columns}
          rows={rows}
          idOf={({ id }) => id}
          total={hasMore ? -1 : rows.length}
          heightMax={480}
          onOpen={({ createdAt }) => onOpen(createdAt)}
          {...more}
        />
      )}
    </section>
  )
}
