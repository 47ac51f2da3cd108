import { Link } from '@tanstack/react-router'
import { Button } from '../../../parts/form/button.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { Badge, type BadgeTone } from '../../../parts/text/badge.tsx'
import { formatDay } from '../../../time/moments.ts'
import { talentTexts as texts } from '../../../words/en/recruiting/talent.ts'
import { maskContact } from '../talents/mask-contact.ts'
import { correctLocation } from './correct/correction.ts'
import { Source } from './source.tsx'
import type { BlindDetail } from './blind-detail.ts'
import type { TalentPart } from './talent-part.ts'

const bandTones: Record<BlindDetail['matches'][number]['band'], BadgeTone> = {
  EXCELLENT: 'good',
  GOOD: 'accent',
  WEAK: 'neutral',
  UNRELATED: 'neutral',
}

export function JobsPanel({ companyId, talent: { id, matches } }: TalentPart) {
  return (
    <Panel title={texts.jobs} isFlush={matches.length > 0}>
      {matches.length === 0 ? <p className="soft">{texts.jobsNone}</p> : null}
      <ul className="found">
        {matches.map(({ jobId, jobTitle, score, band }) => (
          <li key={jobId}>
            <Link className="found-link" to={`/c/${companyId}/jobs/${jobId}/matches/${id}`}>
              <span className="found-head">
                <span className="found-title">{jobTitle}</span>
                <span className="found-about figures">
                  {Number(score).toFixed(1)} <Badge tone={bandTones[band]}>{texts.bands[band]}</Badge>
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** The line of the location often has the address and the number beside it, so only its number is shown. */
export function LocationPanel({ talent: { location }, documentPath, onCorrect }: TalentPart) {
  return (
    <Panel
      title={texts.location}
      aside={
        <Button
          size="s"
          kind="quiet"
          aria-label={texts.correct(texts.location)}
          onClick={() => onCorrect(correctLocation(location))}
        >
          {texts.correctShort}
        </Button>
      }
    >
      {location === null ? (
        <p className="soft">{texts.locationNone}</p>
      ) : (
        <div className="stack">
          <p>{location.text}</p>
          {location.isRemoteOk || location.canRelocate ? (
            <p className="row-line-text">
              {location.isRemoteOk ? <Badge>{texts.remote}</Badge> : null}
              {location.canRelocate ? <Badge>{texts.relocate}</Badge> : null}
            </p>
          ) : null}
          <Source source={location.source} documentPath={documentPath} isTextHidden />
        </div>
      )}
    </Panel>
  )
}

export function FlaggedPanel({ talent: { flaggedLines }, documentPath }: TalentPart) {
  if (flaggedLines.length === 0) return null
  return (
    <Panel title={texts.flagged}>
      <div className="stack">
        <p className="soft small">{texts.flaggedText}</p>
        <ul className="stack">
          {flaggedLines.map(({ line, text }) => (
            <li key={line} className="hidden-text">
              <p className="hidden-text-how">
                <Source
                  source={{ line, text, isCorrection: false }}
                  documentPath={documentPath}
                  isTextHidden
                />
              </p>
              <blockquote>{maskContact(text)}</blockquote>
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  )
}

export function PapersPanel({ companyId, talent: { documents } }: TalentPart) {
  return (
    <Panel title={texts.documents}>
      {documents.length === 0 ? (
        <p className="soft">{texts.documentsNone}</p>
      ) : (
        <div className="stack">
          <ul>
            {documents.map(({ id, kind, createdAt }) => (
              <li key={id}>
                <Link className="link source-link" to={`/c/${companyId}/documents/${id}`}>
                  {(kind === 'CV' ? texts.documentOf : texts.otherOf)(formatDay(new Date(createdAt)))}
                </Link>
              </li>
            ))}
          </ul>
          <p className="soft small">{texts.documentsNote}</p>
        </div>
      )}
    </Panel>
  )
}
