import { Button } from '../../../parts/form/button.tsx'
import { Badge } from '../../../parts/text/badge.tsx'
import { requirementTexts as texts } from '../../../words/en/recruiting/match.ts'
import { StatusBadge } from '../job/match-marks.tsx'
import type { Assumption, MatchSearch } from './match-search.ts'
import type { MatchResult } from './match.generated.ts'

type Row = MatchResult['match']['rows'][number]

type RequirementListProps = {
  /** All requirements of the job. */
  rows: readonly Row[]
  /** Those that count with the assumptions. */
  shown: readonly Row[]
  search: MatchSearch
  onPoint: (id: string) => void
  onAssume: (id: string, assumption: Assumption) => void
}

export function RequirementList({ rows, shown, search, onPoint, onAssume }: RequirementListProps) {
  return (
    <>
      <p className="requirement-hint soft small">{texts.hint}</p>
      <ol className="requirements">
        {rows.map((row, index) => {
          const { requirementId: id } = row
          return (
            <RequirementItem
              key={id}
              number={index + 1}
              row={shown.find(({ requirementId }) => requirementId === id) ?? row}
              isPointed={search.requirement === id}
              isCrossedOut={search.without.includes(id)}
              isAssumed={search.met.includes(id)}
              onPoint={() => onPoint(id)}
              onAssume={(assumption) => onAssume(id, assumption)}
            />
          )
        })}
      </ol>
    </>
  )
}

type RequirementItemProps = {
  number: number
  row: Row
  isPointed: boolean
  isCrossedOut: boolean
  isAssumed: boolean
  onPoint: () => void
  onAssume: (assumption: Assumption) => void
}

function RequirementItem(props: RequirementItemProps) {
  const { number, row, isPointed, isCrossedOut, isAssumed, onPoint } = props
  return (
    <li
      className="requirement"
      data-pointed={isPointed || undefined}
      data-crossed={isCrossedOut || undefined}
    >
      <button
        type="button"
        className="requirement-main"
        aria-pressed={isPointed}
        onClick={onPoint}
        onPointerEnter={onPoint}
      >
        <span className="line-number">{number}</span>
        <span className="requirement-text">
          <span className="row-title">
            <span className="requirement-name">{row.text}</span>
            <StatusBadge status={row.status} />
            {row.isJudged ? <Badge tone="accent">{texts.judged}</Badge> : null}
            {isCrossedOut ? <Badge>{texts.crossedOut}</Badge> : null}
            {isAssumed ? <Badge>{texts.assumed}</Badge> : null}
          </span>
          <span className="soft small">{row.sentence}</span>
          {isPointed && row.isJudged
            ? row.quotes.map((quote) => (
                <q key={quote} className="small">
                  {quote}
                </q>
              ))
            : null}
        </span>
        <span className="requirement-points">
          <strong className="figures">{isCrossedOut ? '' : texts.points(row.adds)}</strong>
          <span className="soft small">{texts.importance[row.importance] ?? row.importance}</span>
        </span>
      </button>
      {isPointed ? <Assume {...props} /> : null}
    </li>
  )
}

function Assume({ row: { text, status }, isCrossedOut, isAssumed, onAssume }: RequirementItemProps) {
  return (
    <div className="requirement-actions">
      <Button
        size="s"
        aria-pressed={isCrossedOut}
        aria-label={texts.crossOutOf(text)}
        onClick={() => onAssume('without')}
      >
        {texts.crossOut}
      </Button>
      {status === 'MET' && !isAssumed ? null : (
        <Button
          size="s"
          aria-pressed={isAssumed}
          aria-label={texts.assumeOf(text)}
          onClick={() => onAssume('met')}
        >
          {texts.assume}
        </Button>
      )}
    </div>
  )
}
