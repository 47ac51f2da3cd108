import { useState } from 'react'
import { Button } from '../../../parts/form/button.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { talentTexts as texts } from '../../../words/en/recruiting/talent.ts'
import { formatExperience } from '../talents/experience.ts'
import { correctHeadline, correctRole } from './correct/correction.ts'
import { Source } from './source.tsx'
import type { BlindDetail } from './blind-detail.ts'
import type { TalentPart } from './talent-part.ts'
import { drawTimeline } from './timeline.ts'

type Role = BlindDetail['roles'][number]

/** Positions with their dates on a line of years. */
export function RolesPanel({ talent, documentPath, onCorrect }: TalentPart) {
  const [now] = useState(() => new Date())
  const { years, spans } = drawTimeline(talent.roles, now)
  return (
    <Panel
      title={texts.roles}
      aside={
        <Button size="s" kind="quiet" onClick={() => onCorrect(correctHeadline(talent))}>
          {texts.correct(texts.headline)}
        </Button>
      }
    >
      {talent.roles.length === 0 ? <p className="soft">{texts.rolesNone}</p> : null}
      {years.length === 0 ? null : (
        <div className="timeline-years" aria-hidden="true">
          {years.map(({ year, share }) => (
            <span key={year} style={{ left: `${share * 100}%` }}>
              {year}
            </span>
          ))}
        </div>
      )}
      <ol className="roles">
        {talent.roles.map((role, index) => (
          <li key={role.id}>
            <TimelineBar span={spans[index] ?? null} isCurrent={role.isCurrent} />
            <div className="role">
              <div>
                <p className="role-title">{role.title ?? texts.noTitle}</p>
                <p className="soft">{role.employer}</p>
              </div>
              <p className="role-dates figures">
                {datesOf(role)}
                {role.months === null ? null : <span className="soft">{formatExperience(role.months)}</span>}
              </p>
              <Button
                size="s"
                kind="quiet"
                aria-label={texts.correct(role.title ?? texts.noTitle)}
                onClick={() => onCorrect(correctRole(role))}
              >
                {texts.correctShort}
              </Button>
            </div>
            <Source source={role.source} documentPath={documentPath} />
          </li>
        ))}
      </ol>
    </Panel>
  )
}

function TimelineBar({
  span,
  isCurrent,
}: {
  span: { left: number; width: number } | null
  isCurrent: boolean
}) {
  if (span === null) return null
  return (
    <div className="timeline" aria-hidden="true">
      <span
        data-current={isCurrent || undefined}
        style={{ left: `${span.left * 100}%`, width: `${span.width * 100}%` }}
      />
    </div>
  )
}

function datesOf({ start, end, isCurrent }: Role): string {
  if (start === null && end === null) return texts.noDates
  return `${start ?? ''} – ${isCurrent ? texts.now : (end ?? '')}`
}
