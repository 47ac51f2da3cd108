import { Panel } from '../../../parts/panel.tsx'
import { Badge, type BadgeTone } from '../../../parts/text/badge.tsx'
import { meetingTexts as texts } from '../../../words/en/recruiting/meetings.ts'
import { findQuotes } from './find-quotes.ts'
import type { MeetingDetailResult } from './meeting.generated.ts'

type Insight = MeetingDetailResult['meeting']['insights'][number]
type Line = MeetingDetailResult['meetingTranscript']['nodes'][number]

const tones: Readonly<Record<string, BadgeTone>> = { decision: 'good', action: 'accent', question: 'warn' }

type InsightListProps = {
  insights: readonly Insight[]
  lines: readonly Line[]
  shownLine: string | undefined
  onShow: (lineId: string) => void
}

/** Each insight with the words that it rests on; a quote leads to its line. */
export function InsightList({ insights, lines, shownLine, onShow }: InsightListProps) {
  return (
    <Panel title={texts.insights}>
      {insights.length === 0 ? <p className="soft">{texts.noInsights}</p> : null}
      <ul className="skills">
        {insights.map((insight) => (
          <li key={`${insight.kind} ${insight.text}`}>
            <p className="insight">
              <Badge tone={tones[insight.kind] ?? 'neutral'}>
                {texts.kinds[insight.kind] ?? insight.kind}
              </Badge>
              <span>{insight.text}</span>
            </p>
            <ul className="quotes">
              {findQuotes(insight, lines).map(({ quote, speaker, lineId }) => (
                <li key={`${speaker} ${quote}`}>
                  {lineId === undefined ? (
                    <span className="quote soft" title={texts.quoteNotShown}>
                      <Quote speaker={speaker} quote={quote} />
                    </span>
                  ) : (
                    <button
                      type="button"
                      className="quote"
                      title={texts.showLine}
                      aria-pressed={lineId === shownLine}
                      onClick={() => onShow(lineId)}
                    >
                      <Quote speaker={speaker} quote={quote} />
                    </button>
                  )}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Quote({ speaker, quote }: { speaker: string; quote: string }) {
  return (
    <>
      <span className="quote-speaker">{speaker}</span> <q>{quote}</q>
    </>
  )
}
