import { Segments } from '../../../../parts/form/segments.tsx'
import { historyTexts as texts } from '../../../../words/en/settings/billing.ts'
import type { BillingProps } from '../billing-data.ts'
import type { BillingSearch } from '../billing-search.ts'
import { InvoiceList } from './invoice-list.tsx'
import { PurchaseList } from './purchase-list.tsx'

type HistoryProps = BillingProps & { search: BillingSearch; onSearch: (search: BillingSearch) => void }

const options = [
  { value: 'invoices', label: texts.invoices },
  { value: 'purchases', label: texts.purchases },
] as const

export function History({ companyId, data, search, onSearch }: HistoryProps) {
  const { list, ...rest } = search
  return (
    <section className="stack" aria-label={texts.title}>
      <div className="row-line">
        <h2>{texts.title}</h2>
        <Segments
          label={texts.choice}
          value={list ?? 'invoices'}
          options={options}
          onChange={(next) => onSearch(next === 'purchases' ? { ...rest, list: next } : rest)}
        />
      </div>
      {list === 'purchases' ? (
        <PurchaseList companyId={companyId} first={data.purchases} packs={data.creditPacks} />
      ) : (
        <InvoiceList companyId={companyId} first={data.invoices} />
      )}
    </section>
  )
}
