import { useNavigate } from '@tanstack/react-router'
import { changeInWords, percentOf } from '../../../amounts/compare.ts'
import { formatExact, parseCredits } from '../../../amounts/credits.ts'
import { type Column, Grid } from '../../../parts/grid/grid.tsx'
import { Amount } from '../../../parts/text/amount.tsx'
import { useCompanyId } from '../../../shell/use-frame.ts'
import { spendTexts as texts } from '../../../words/en/company/spend.ts'
import type { SpendGroup, SpendSpan } from './spend-period.ts'
import type { SpendResult } from './spend.generated.ts'

type SpendGroupsProps = {
  group: SpendGroup
  result: SpendResult
  span: SpendSpan
  nameOfKey: (keyId: string) => string
}

type GroupRow = {
  id: string
  name: string
  credits: string
  requests: number
  failed: number
  tokens: number
  percent: number
  change: string | undefined
}

/** The sums of each key or model, the most expensive first. Opening one leads to its calls in the period. */
export function SpendGroups({ group, result, span, nameOfKey }: SpendGroupsProps) {
  const navigate = useNavigate()
  const companyId = useCompanyId() ?? ''
  const title = group === 'KEY' ? texts.keys : texts.models
  const rows = rowsOf(result, group, group === 'KEY' ? nameOfKey : (id) => id)
  if (rows.length === 0) return null
  return (
    <section className="stack-1">
      <h2>{title}</h2>
      <Grid
        label={title}
        columns={columnsOf(group)}
        rows={rows}
        idOf={({ id }) => id}
        heightMax={360}
        onOpen={({ id }) =>
          void navigate({
            to: `/c/${companyId}/calls`,
            search: {
              from: span.from.toISOString(),
              to: span.to.toISOString(),
              [group === 'KEY' ? 'keyId' : 'model']: id,
            },
          })
        }
      />
    </section>
  )
}

function rowsOf(result: SpendResult, group: SpendGroup, nameOf: (id: string) => string): GroupRow[] {
  const total = parseCredits(result.steps.totals.credits)
  const [now, before] =
    group === 'KEY'
      ? [result.keys.rows.map(withKey), result.keysBefore.rows.map(withKey)]
      : [result.models.rows.map(withModel), result.modelsBefore.rows.map(withModel)]
  const earlier = new Map(before.map(({ id, credits }) => [id, parseCredits(credits)]))
  return now
    .toSorted((one, other) => (parseCredits(one.credits) < parseCredits(other.credits) ? 1 : -1))
    .map(({ id, credits, requests, failedRequests, totalTokens }) => ({
      id,
      name: nameOf(id),
      credits,
      requests,
      failed: failedRequests,
      tokens: totalTokens,
      percent: percentOf(parseCredits(credits), total),
      change: changeInWords(parseCredits(credits), earlier.get(id) ?? 0n),
    }))
}

function withKey<Row extends { keyId: string | null }>(row: Row): Row & { id: string } {
  return { ...row, id: row.keyId ?? '' }
}

function withModel<Row extends { model: string | null }>(row: Row): Row & { id: string } {
  return { ...row, id: row.model ?? '' }
}

function columnsOf(group: SpendGroup): readonly Column<GroupRow>[] {
  const number = { isNumber: true, isMinor: true } as const
  return [
    { name: 'name', title: texts.name[group], width: 'minmax(120px, 2fr)', cell: ({ name }) => name },
    {
      name: 'share',
      title: texts.share,
      width: '120px',
      isMinor: true,
      cell: ({ percent }) => (
        <span className="share">
          <progress max={100} value={percent} aria-label={texts.share} />
          {texts.percent(percent)}
        </span>
      ),
    },
    {
      name: 'calls',
      title: texts.calls,
      width: '88px',
      ...number,
      cell: ({ requests }) => requests.toLocaleString('en'),
    },
    {
      name: 'failed',
      title: texts.notCharged,
      width: '104px',
      ...number,
      cell: ({ failed }) => failed.toLocaleString('en'),
    },
    {
      name: 'tokens',
      title: texts.tokens,
      width: '120px',
      ...number,
      cell: ({ tokens }) => tokens.toLocaleString('en'),
    },
    {
      name: 'change',
      title: texts.change,
      width: 'minmax(76px, 96px)',
      isNumber: true,
      cell: ({ change }) => change ?? texts.isNew,
    },
    {
      name: 'credits',
      title: texts.credits,
      width: 'minmax(104px, 140px)',
      isNumber: true,
      cell: ({ credits }) => <Amount credits={credits} shown={formatExact(parseCredits(credits))} />,
    },
  ]
}
