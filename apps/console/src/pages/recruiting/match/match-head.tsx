import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useConsole } from '../../../console-context.ts'
import { Button, IconButton } from '../../../parts/form/button.tsx'
import { useForm } from '../../../parts/form/use-form.ts'
import { PageHead } from '../../../parts/page-head.tsx'
import { FaultNotice } from '../../../parts/states/fault-notice.tsx'
import { isShortcut } from '../../../shell/keyboard/shortcuts.ts'
import { matchTexts as texts } from '../../../words/en/recruiting/match.ts'
import { hiddenName } from '../../../words/en/recruiting/matches.ts'
import { BandBadge } from '../job/match-marks.tsx'
import { type MatchResult, revealTalentName } from './match.generated.ts'

type MatchHeadProps = { name: { companyId: string; jobId: string; talentId: string }; data: MatchResult }

/**
 * Who it is stays hidden until someone asks, which the audit log records. Until the match of the address is loaded, `data`
 * is that of the one before, of which only the order of the list is shown.
 */
export function MatchHead({
  name: { companyId, jobId, talentId },
  data: { match, matches },
}: MatchHeadProps) {
  const { ask } = useConsole()
  const job = `/c/${companyId}/jobs/${jobId}`
  const [name, setName] = useState<string>()
  const form = useForm([], async () => {
    const { revealTalent } = await ask(revealTalentName, { companyId, talentId })
    setName(revealTalent.name ?? texts.noName)
  })
  return (
    <>
      <PageHead
        title={name ?? hiddenName(talentId)}
        text={
          match.talentId === talentId ? (
            <span className="row-line-text">
              <strong className="match-total">{match.score}</strong>
              <BandBadge band={match.band} />
              <span>{texts.coverage(Math.floor(match.coveragePercent))}</span>
              {name === undefined ? null : <span>{texts.shown}</span>}
            </span>
          ) : undefined
        }
        actions={
          <>
            <Neighbours job={job} talentId={talentId} order={matches.nodes} />
            {name === undefined ? (
              <form onSubmit={form.onSubmit}>
                <Button type="submit" isBusy={form.isBusy}>
                  {texts.showName}
                </Button>
              </form>
            ) : (
              <Link className="button" to={`/c/${companyId}/talents/${talentId}`}>
                {texts.openTalent}
              </Link>
            )}
          </>
        }
      />
      {form.fault ? <FaultNotice fault={form.fault} /> : null}
    </>
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
