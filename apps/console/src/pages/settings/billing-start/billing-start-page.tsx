import { Navigate, useSearch } from '@tanstack/react-router'
import { PageHead } from '../../../parts/page-head.tsx'
import { Empty } from '../../../parts/states/empty.tsx'
import { Loaded } from '../../../parts/states/loaded.tsx'
import { lastCompany } from '../../../shell/last-company.ts'
import { useFrame } from '../../../shell/use-frame.ts'
import { startTexts } from '../../../words/en/company/home.ts'
import { billingTexts as texts } from '../../../words/en/settings/billing.ts'
import { readBillingSearch } from '../billing/billing-search.ts'

/** An address without a company, as in messages of the gateway: leads to the billing of the last company. */
export function BillingStartPage() {
  const frame = useFrame()
  const search = readBillingSearch(useSearch({ strict: false }))
  return (
    <div className="page">
      <Loaded asked={frame}>
        {({ companies }) => {
          const last = lastCompany()
          const company = companies.find(({ companyId }) => companyId === last) ?? companies[0]
          if (company)
            return <Navigate to={`/c/${company.companyId}/profile/billing`} search={search} replace />
          return (
            <>
              <PageHead title={texts.title} />
              <Empty icon="card" title={startTexts.noCompany}>
                <p>{startTexts.noCompanyText}</p>
              </Empty>
            </>
          )
        }}
      </Loaded>
    </div>
  )
}
