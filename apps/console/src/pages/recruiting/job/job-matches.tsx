import { Link, useNavigate } from '@tanstack/react-router'
import type { AskedPages, MoreRows } from '../../../graphql/use-asked-pages.ts'
import { type Column, Grid } from '../../../parts/grid/grid.tsx'
import { Empty } from '../../../parts/states/empty.tsx'
import { Badge } from '../../../parts/text/badge.tsx'
import { jobMatchTexts as texts } from '../../../words/en/recruiting/job.ts'
import { hiddenName } from '../../../words/en/recruiting/matches.ts'
import type { JobResult } from './job.generated.ts'
import { BandBadge, type ListedMatch, StatusMarks, shortScore } from './match-marks.tsx'

type JobMatchesProps = {
  companyId: string
  data: AskedPages<JobResult, ListedMatch>
  address: string
  more: MoreRows
}

/** The best talents without their names, best first. */
export function JobMatches({ companyId, data, address, more }: JobMatchesProps) {
  const { first, rows, hasMore } = data
  const navigate = useNavigate()
  if (rows.length === 0) {
    const isActive = first.job.status === 'ACTIVE'
    return (
      <div className="panel">
        <Empty
          icon="talents"
          title={isActive ? texts.none : texts.inactive}
          action={
            isActive ? (
              <Link className="button" to={`/c/${companyId}/documents`}>
                {texts.upload}
              </Link>
            ) : undefined
          }
        >
          <p>{isActive ? texts.noneText : texts.inactiveText}</p>
        </Empty>
      </div>
    )
  }
  return (
    <>
      <Grid
        label={texts.list}
        columns={columns}
        rows={rows}
        idOf={({ talentId }) => talentId}
        total={hasMore ? -1 : rows.length}
        onOpen={({ talentId }) => void navigate({ to: `${address}/matches/${talentId}` })}
        heightMax={640}
        {...more}
      />
      <p className="soft small">{texts.blind}</p>
    </>
  )
}

const columns: readonly Column<ListedMatch>[] = [
  {
    name: 'score',
    title: texts.score,
    width: '80px',
    isNumber: true,
    cell: ({ score }) => (
      <span className="match-score" data-tip={score}>
        {shortScore(score)}
      </span>
    ),
  },
  { name: 'band', title: texts.band, width: '104px', cell: ({ band }) => <BandBadge band={band} /> },
  {
    name: 'talent',
    title: texts.talent,
    width: 'minmax(104px, 128px)',
    cell: ({ talentId }) => hiddenName(talentId),
  },
  {
    name: 'requirements',
    title: texts.requirements,
    width: 'minmax(120px, 1fr)',
    isMinor: true,
    cell: ({ rows, isUpToDate }) =>
      isUpToDate ? (
        <StatusMarks rows={rows} />
      ) : (
        <Badge tone="warn">
          <span title={texts.outdatedText}>{texts.outdated}</span>
        </Badge>
      ),
  },
  {
    name: 'missing',
    title: texts.missing,
    width: 'minmax(160px, 2fr)',
    isMinor: true,
    cell: ({ rows, flaggedLines }) => (
      <>
        {flaggedLines.length > 0 ? <Badge tone="bad">{texts.flagged}</Badge> : null}{' '}
        <span className="soft">{missingOf(rows)}</span>
      </>
    ),
  },
  {
    name: 'coverage',
    title: texts.coverage,
    width: '96px',
    isNumber: true,
    isMinor: true,
    cell: ({ coveragePercent }) => `${Math.floor(coveragePercent)}%`,
  },
]

/** Must-haves first. */
function missingOf(rows: ListedMatch['rows']): string {
  const missing = rows.filter(({ status }) => status === 'NOT_SHOWN' || status === 'CONTRADICTED')
  const must = missing.filter(({ importance }) => importance === 'must')
  const others = missing.filter(({ importance }) => importance !== 'must')
  return [...must, ...others].map(({ text }) => text).join(', ')
}
