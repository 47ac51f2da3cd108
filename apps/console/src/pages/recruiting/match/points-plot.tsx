import { WaterfallPlot, type WaterfallStep } from '../../../parts/plot/waterfall-plot.tsx'
import { waterfallTexts as texts } from '../../../words/en/recruiting/match.ts'
import { bandTexts } from '../../../words/en/recruiting/matches.ts'
import type { RequirementStatus } from '../job/match-marks.tsx'
import type { MatchResult } from './match.generated.ts'

type Match = MatchResult['match']

const tones: Record<RequirementStatus, WaterfallStep['tone']> = {
  MET: 'good',
  PARTLY_MET: 'warn',
  NOT_SHOWN: 'neutral',
  CONTRADICTED: 'bad',
}

/** The widths of the bands: a full rank adds this much to the start. For drawing only. */
const widths: Record<Match['band'], number> = { EXCELLENT: 15, GOOD: 23, WEAK: 44, UNRELATED: 15 }

type PointsPlotProps = { match: Match; requirement: string | undefined; onPoint: (id: string) => void }

/** How the start of the band and all requirements add up to the score. */
export function PointsPlot({ match, requirement, onPoint }: PointsPlotProps) {
  const { band, rows, score } = match
  const bandStart = match.bandStart ?? '0.00000'
  const marked = rows.findIndex(({ requirementId }) => requirementId === requirement)
  return (
    <WaterfallPlot
      caption={texts.caption(score, bandTexts[band])}
      label={texts.label}
      height={184}
      start={{ label: texts.start(bandTexts[band]), value: bandStart, height: Number(bandStart) }}
      steps={rows.map(({ text, adds, share, status }, index) => {
        const atMost = (Number(share) * widths[band]) / 100
        return {
          label: `${index + 1}. ${text}`,
          tick: String(index + 1),
          value: `+${adds}`,
          adds: Number(adds),
          atMost,
          tone: tones[status],
        }
      })}
      end={{ label: texts.end, value: score, height: Number(score) }}
      marked={marked < 0 ? undefined : marked}
      onSelect={(step) => {
        const row = rows[step]
        if (row) onPoint(row.requirementId)
      }}
    />
  )
}
