import { useConsole } from '../../../console-context.ts'
import { useAskedPages } from '../../../graphql/use-asked-pages.ts'
import { PageHead } from '../../../parts/page-head.tsx'
import { Loaded } from '../../../parts/states/loaded.tsx'
import { Skeleton } from '../../../parts/states/skeleton.tsx'
import { useCompanyId, useFrame } from '../../../shell/use-frame.ts'
import { alertsTexts as texts } from '../../../words/en/settings/alerts.ts'
import { type AlertsResult, alerts } from './alerts.generated.ts'
import { BudgetList } from './budgets/budget-list.tsx'
import { FiredList } from './fired-list.tsx'
import { RuleList } from './rules/rule-list.tsx'

export function AlertsPage() {
  const companyId = useCompanyId() ?? ''
  const { queries } = useConsole()
  // Only admins may read the balance; the shell explains the page to others.
  const isAdmin = useFrame().data?.balance !== undefined
  const { asked, ...more } = useAskedPages(
    alerts,
    { companyId },
    { read: readFired, topics: ['BALANCE', 'BILLING', 'CALLS', 'KEYS'], isEnabled: isAdmin },
  )
  const onChanged = () => void queries.invalidateQueries({ queryKey: [alerts.name] })
  return (
    <div className="page">
      <PageHead title={texts.title} text={texts.text} />
      <Loaded asked={asked} skeleton={<Skeleton lines={3} height={200} />}>
        {(data) =>
          data ? (
            <div className="stack-3">
              <BudgetList companyId={companyId} data={data.first} onChanged={onChanged} />
              <RuleList companyId={companyId} data={data.first} onChanged={onChanged} />
              <FiredList rows={data.rows} hasMore={data.hasMore} more={more} />
            </div>
          ) : null
        }
      </Loaded>
    </div>
  )
}

const readFired = (result: AlertsResult) => result.alerts
