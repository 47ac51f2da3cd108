import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { IconButton } from '../../../parts/form/button.tsx'
import { PageHead } from '../../../parts/page-head.tsx'
import { isShortcut } from '../../../shell/keyboard/shortcuts.ts'
import { matchTexts as texts } from '../../../words/en/recruiting/match.ts'
import { hiddenName } from '../../../words/en/recruiting/matches.ts'
import { BandBadge } from '../job/match-marks.tsx'
import type { MatchResult } from './match.generated.ts'

type MatchHeadProps = { job: string; data: MatchResult }

/** Who it is stays hidden. */
export function MatchHead({ job, data: { match, matches } }: MatchHeadProps) {
  const { talentId } = match
  return (
    <PageHead
      title={hiddenName(talentId)}
      text={
        <span className="row-line-text">
          <strong className="match-total">{match.score}</strong>
          <BandBadge band={match.band} />
          <span>{texts.coverage(Math.floor(match.coveragePercent))}</span>
        </span>
      }
      actions={<Neighbours job={job} talentId={talentId} order={matches.nodes} />}
    />
  )
}

type NeighboursProps = { job: string; talentId: string; order: MatchResult['matches']['nodes'] }

/** The matches before and after this one in the list of the job; `[` and `]` lead there, too. */
function Neighbours({ job, talentId, order }: NeighboursProps) {
  const navigate = useNavigate()
  const place = order.findIndex((one) => one.talentId === talentId)
  const before = order[place - 1]?.talentId
  const after = order[place + 1]?.talentId
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      const target = event.key === '[' ? before : event.key === ']' ? after : undefined
      if (target !== undefined && isShortcut(event)) void navigate({ to: `${job}/matches/${target}` })
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [navigate, job, before, after])
  const open = (target: string | undefined) =>
    target === undefined ? undefined : () => void navigate({ to: `${job}/matches/${target}` })
  return (
    <div className="neighbours">
      <IconButton
        icon="chevron"
        label={texts.previous}
        aria-keyshortcuts="["
        disabled={before === undefined}
        onClick={open(before)}
      />
      <span className="soft figures">{texts.of(place + 1, order.length)}</span>
      <IconButton
        icon="chevron"
        label={texts.next}
        aria-keyshortcuts="]"
        disabled={after === undefined}
        onClick={open(after)}
      />
    </div>
  )
}
