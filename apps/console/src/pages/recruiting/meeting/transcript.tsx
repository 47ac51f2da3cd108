import { useEffect, useRef } from 'react'
import { Moment } from '../../../parts/text/moment.tsx'
import { meetingTexts as texts } from '../../../words/en/recruiting/meetings.ts'
import type { MeetingDetailResult } from './meeting.generated.ts'

type Line = MeetingDetailResult['meetingTranscript']['nodes'][number]

type TranscriptProps = { lines: readonly Line[]; shownLine: string | undefined }

/** What was said, with the speaker named where another one begins. It scrolls, so the keyboard must reach it. */
export function Transcript({ lines, shownLine }: TranscriptProps) {
  const shown = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (shownLine !== undefined) shown.current?.scrollIntoView({ block: 'nearest' })
  }, [shownLine])
  if (lines.length === 0) return <p className="soft transcript-none">{texts.noLines}</p>
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="transcript" role="group" aria-label={texts.transcript} tabIndex={0}>
      <ol>
        {lines.map(({ id, speaker, spokenAt, text }, index) => (
          <li
            key={id}
            ref={id === shownLine ? shown : undefined}
            aria-current={id === shownLine || undefined}
            data-begins={lines[index - 1]?.speaker !== speaker || undefined}
          >
            {lines[index - 1]?.speaker === speaker ? null : <p className="transcript-speaker">{speaker}</p>}
            <p className="transcript-line">
              <span className="soft small">
                <Moment at={spokenAt} as="time" />
              </span>
              <span>{text}</span>
            </p>
          </li>
        ))}
      </ol>
    </div>
  )
}
