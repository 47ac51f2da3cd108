import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useConsole } from '../../../console-context.ts'
import { exportCsv } from '../../../shell/tray/export-csv.ts'
import { useAsked } from '../../../graphql/use-asked.ts'
import { Button } from '../../../parts/form/button.tsx'
import { Segments } from '../../../parts/form/segments.tsx'
import { Select } from '../../../parts/form/select.tsx'
import { PageHead } from '../../../parts/page-head.tsx'
import { Empty } from '../../../parts/states/empty.tsx'
import { Loaded } from '../../../parts/states/loaded.tsx'
import { Skeleton } from '../../../parts/states/skeleton.tsx'
import { useCompanyId } from '../../../shell/use-frame.ts'
import { exportTexts } from '../../../words/en/company/exports.ts'
import { spendTexts as texts } from '../../../words/en/company/spend.ts'
import { nameKeys } from '../../settings/name-keys.ts'
import { SpendFigures } from './spend-figures.tsx'
import { SpendGroups } from './spend-groups.tsx'
import {
  type SpendGroup,
  type SpendPeriod,
  type SpendSpan,
  readSpendPeriod,
  spendPeriods,
  spendSpan,
} from './spend-period.ts'
import { SpendPlot } from './spend-plot.tsx'
import { type SpendResult, spend } from './spend.generated.ts'

export function SpendPage() {
  const companyId = useCompanyId() ?? ''
  const raw: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigate()
  const { session } = useConsole()
  const [nowMs] = useState(() => Date.now())
  const period = readSpendPeriod(raw)
  const by: SpendGroup = raw['by'] === 'key' ? 'KEY' : 'MODEL'
  const span = spendSpan(period, nowMs)
  const [from, to] = [span.from.toISOString(), span.to.toISOString()]
  const asked = useAsked(spend, variablesOf(companyId, span, by), { topics: ['CALLS', 'KEYS'] })
  const change = (next: { period?: SpendPeriod; by?: SpendGroup }) =>
    void navigate({
      to: `/c/${companyId}/spend`,
      search: { period: next.period ?? period, by: (next.by ?? by).toLowerCase() },
    })
  return (
    <div className="page">
      <PageHead
        title={texts.title}
        text={texts.text}
        actions={
          <Button
            icon="download"
            onClick={() => void exportCsv(session, { kind: 'usage', query: { companyId, from, to } })}
          >
            {exportTexts.button}
          </Button>
        }
      />
      <div className="stack-3">
        <div className="toolbar">
          <fieldset className="filters">
            <Select
              label={texts.period}
              isLabelHidden
              value={period}
              options={spendPeriods.map((value) => ({ value, label: texts.periods[value] }))}
              onChange={({ target }) => change({ period: readSpendPeriod({ period: target.value }) })}
            />
          </fieldset>
          <Segments
            label={texts.stackBy}
            value={by}
            options={[
              { value: 'MODEL', label: texts.byModel },
              { value: 'KEY', label: texts.byKey },
            ]}
            onChange={(value) => change({ by: value })}
          />
        </div>
        <Loaded asked={asked} skeleton={<SpendSkeleton />}>
          {(result) => <SpendReport result={result} span={span} by={by} companyId={companyId} />}
        </Loaded>
      </div>
    </div>
  )
}

function variablesOf(companyId: string, { unit, from, to, before }: SpendSpan, by: SpendGroup) {
  return {
    companyId,
    from: from.toISOString(),
    to: to.toISOString(),
    beforeFrom: before.from.toISOString(),
    beforeTo: before.to.toISOString(),
    time: [unit],
    timeAndGroup: [unit, by],
  }
}

type SpendReportProps = { result: SpendResult; span: SpendSpan; by: SpendGroup; companyId: string }

function SpendReport({ result, span, by, companyId }: SpendReportProps) {
  const nameOfKey = nameKeys(result.apiKeys.nodes)
  const isEmpty = result.steps.totals.requests === 0 && result.before.totals.requests === 0
  if (isEmpty)
    return (
      <div className="panel">
        <Empty
          icon="spend"
          title={texts.none}
          action={
            <Link className="button" data-kind="primary" to={`/c/${companyId}/playground`}>
              {texts.tryModel}
            </Link>
          }
        >
          <p>{texts.noneText}</p>
        </Empty>
      </div>
    )
  return (
    <>
      <SpendFigures result={result} />
      <SpendPlot result={result} span={span} by={by} nameOfKey={nameOfKey} />
      <SpendGroups group="KEY" result={result} span={span} nameOfKey={nameOfKey} />
      <SpendGroups group="MODEL" result={result} span={span} nameOfKey={nameOfKey} />
    </>
  )
}

function SpendSkeleton() {
  return (
    <div className="stack-3">
      <Skeleton lines={1} height={104} />
      <Skeleton lines={1} height={300} />
      <Skeleton lines={1} height={200} />
    </div>
  )
}
