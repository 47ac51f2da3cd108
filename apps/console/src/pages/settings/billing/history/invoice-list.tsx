import { formatMoney } from '../../../../amounts/money.ts'
import { useMorePages } from '../../../../graphql/use-more-pages.ts'
import { type Column, Grid } from '../../../../parts/grid/grid.tsx'
import { Icon } from '../../../../parts/icon.tsx'
import { Empty } from '../../../../parts/states/empty.tsx'
import { Badge, type BadgeTone } from '../../../../parts/text/badge.tsx'
import { Moment } from '../../../../parts/text/moment.tsx'
import { historyTexts as texts } from '../../../../words/en/settings/billing.ts'
import { type BillingResult, moreInvoices } from '../billing.generated.ts'

type Invoice = BillingResult['invoices']['nodes'][number]

const tones: Record<Invoice['status'], BadgeTone> = {
  DRAFT: 'neutral',
  OPEN: 'warn',
  PAID: 'good',
  UNCOLLECTIBLE: 'bad',
  VOID: 'neutral',
}

const columns: readonly Column<Invoice>[] = [
  {
    name: 'number',
    title: texts.number,
    width: 'minmax(110px, 2fr)',
    cell: ({ number }) => number ?? <span className="soft">{texts.noNumber}</span>,
  },
  {
    name: 'date',
    title: texts.date,
    width: '120px',
    isMinor: true,
    cell: ({ createdAt }) => <Moment at={createdAt} as="day" />,
  },
  {
    name: 'due',
    title: texts.due,
    width: '120px',
    isMinor: true,
    cell: ({ dueAt, status }) =>
      dueAt === null || status !== 'OPEN' ? null : <Moment at={dueAt} as="day" />,
  },
  {
    name: 'status',
    title: texts.status,
    width: 'minmax(84px, 1fr)',
    cell: ({ status, isActionRequired }) => (
      <Badge tone={isActionRequired ? 'bad' : tones[status]}>
        {isActionRequired ? texts.actionRequired : texts.invoiceStatus[status]}
      </Badge>
    ),
  },
  {
    name: 'total',
    title: texts.total,
    width: '104px',
    isNumber: true,
    cell: ({ total, currency }) => formatMoney(total, currency),
  },
  {
    name: 'documents',
    title: texts.documents,
    width: '84px',
    cell: (invoice) => <DocumentLink {...invoice} />,
  },
]

/** An open invoice is paid on the page of the payment provider; of others the PDF is what people need. */
function DocumentLink({ number, status, hostedInvoiceUrl, invoicePdfUrl }: Invoice) {
  const name = number ?? ''
  const [href, text, label] =
    status === 'OPEN' && hostedInvoiceUrl !== null
      ? [hostedInvoiceUrl, texts.pay, texts.payLabel(name)]
      : invoicePdfUrl !== null
        ? [invoicePdfUrl, texts.pdf, texts.pdfLabel(name)]
        : [hostedInvoiceUrl, texts.view, texts.viewLabel(name)]
  if (href === null) return null
  return (
    <a className="cell-link" href={href} target="_blank" rel="noreferrer" aria-label={label}>
      {text}
      <Icon name={text === texts.pdf ? 'download' : 'external'} size={14} />
    </a>
  )
}

type InvoiceListProps = { companyId: string; first: BillingResult['invoices'] }

export function InvoiceList({ companyId, first }: InvoiceListProps) {
  const { rows, hasMore, ...more } = useMorePages(
    moreInvoices,
    { companyId },
    { first, read: ({ invoices }) => invoices },
  )
  if (rows.length === 0)
    return (
      <div className="panel">
        <Empty icon="documents" title={texts.noInvoices}>
          <p>{texts.noInvoicesText}</p>
        </Empty>
      </div>
    )
  return (
    <Grid
      label={texts.invoices}
      columns={columns}
      rows={rows}
      idOf={({ id }) => id}
      total={hasMore ? -1 : rows.length}
      heightMax={400}
      onOpen={({ hostedInvoiceUrl, invoicePdfUrl }) => {
        const url = hostedInvoiceUrl ?? invoicePdfUrl
        if (url !== null) window.open(url, '_blank', 'noreferrer')
      }}
      {...more}
    />
  )
}
