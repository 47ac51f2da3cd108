import { formatMoney } from '../../../../amounts/money.ts'
import { useMorePages } from '../../../../graphql/use-more-pages.ts'
import { type Column, Grid } from '../../../../parts/grid/grid.tsx'
import { Empty } from '../../../../parts/states/empty.tsx'
import { Amount } from '../../../../parts/text/amount.tsx'
import { Badge, type BadgeTone } from '../../../../parts/text/badge.tsx'
import { Moment } from '../../../../parts/text/moment.tsx'
import { historyTexts as texts } from '../../../../words/en/settings/billing.ts'
import type { Pack, Purchase } from '../billing-data.ts'
import { type BillingResult, morePurchases } from '../billing.generated.ts'

const tones: Record<Purchase['status'], BadgeTone> = {
  COMPLETED: 'good',
  EXPIRED: 'neutral',
  FAILED: 'bad',
  PARTIALLY_REFUNDED: 'warn',
  PENDING: 'accent',
  REFUNDED: 'neutral',
}

function purchaseColumns(packs: readonly Pack[]): readonly Column<Purchase>[] {
  const names = new Map(packs.map(({ id, name }) => [id, name]))
  return [
    {
      name: 'date',
      title: texts.date,
      width: '152px',
      cell: ({ createdAt }) => <Moment at={createdAt} />,
    },
    {
      name: 'pack',
      title: texts.pack,
      width: 'minmax(120px, 2fr)',
      isMinor: true,
      cell: ({ packId }) => names.get(packId) ?? <span className="soft">{texts.oldPack}</span>,
    },
    {
      name: 'status',
      title: texts.status,
      width: 'minmax(84px, 1fr)',
      cell: ({ status, isPaymentProcessing }) => (
        <Badge tone={tones[status]}>
          {isPaymentProcessing ? texts.processing : texts.purchaseStatus[status]}
        </Badge>
      ),
    },
    {
      name: 'completed',
      title: texts.completed,
      width: '160px',
      isMinor: true,
      cell: ({ completedAt }) => (completedAt === null ? null : <Moment at={completedAt} />),
    },
    {
      name: 'credits',
      title: texts.credits,
      width: '104px',
      isNumber: true,
      isMinor: true,
      cell: ({ credits }) => <Amount credits={credits} />,
    },
    {
      name: 'price',
      title: texts.price,
      width: '100px',
      isNumber: true,
      cell: ({ price, currency }) => formatMoney(price, currency),
    },
  ]
}

type PurchaseListProps = {
  companyId: string
  first: BillingResult['purchases']
  packs: readonly Pack[]
}

export function PurchaseList({ companyId, first, packs }: PurchaseListProps) {
  const { rows, hasMore, ...more } = useMorePages(
    morePurchases,
    { companyId },
    { first, read: ({ purchases }) => purchases },
  )
  if (rows.length === 0)
    return (
      <div className="panel">
        <Empty icon="spend" title={texts.noPurchases}>
          <p>{texts.noPurchasesText}</p>
        </Empty>
      </div>
    )
  return (
    <Grid
      label={texts.purchases}
      columns={purchaseColumns(packs)}
      rows={rows}
      idOf={({ id }) => id}
      total={hasMore ? -1 : rows.length}
      heightMax={400}
      {...more}
    />
  )
}
