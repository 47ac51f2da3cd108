import { Navigate } from '@tanstack/react-router'
import { PageHead } from '../../../parts/page-head.tsx'
import { Empty } from '../../../parts/states/empty.tsx'
import { Loaded } from '../../../parts/states/loaded.tsx'
import { lastCompany } from '../../../shell/last-company.ts'
import { useFrame } from '../../../shell/use-frame.ts'
import { useSessionState } from '../../../console-context.ts'
import { startTexts as texts } from '../../../words/en/company/home.ts'

/** Leads to the company that was open last, or to the first one. Operators without a company start at the platform. */
export function StartPage() {
  const frame = useFrame()
  const state = useSessionState()
  const isOperator = state.kind === 'open' && state.session.user.isSuperAdmin
  return (
    <div className="page">
      <Loaded asked={frame}>
        {({ companies }) => {
          const last = lastCompany()
          const company = companies.find(({ companyId }) => companyId === last) ?? companies[0]
          if (company) return <Navigate to={`/c/${company.companyId}`} replace />
          if (isOperator) return <Navigate to="/admin" replace />
          return (
            <>
              <PageHead title={texts.title} />
              <Empty icon="mail" title={texts.noCompany}>
                <p>{texts.noCompanyText}</p>
              </Empty>
            </>
          )
        }}
      </Loaded>
    </div>
  )
}
