import { formatExact, parseCredits } from '../../../../amounts/credits.ts'
import { type Price, costOf, estimateCost } from '../gateway/estimate-cost.ts'
import type { Run } from '../gateway/run.ts'
import { formatDuration } from '../../../../time/durations.ts'
import { answerTexts as texts } from '../../../../words/en/company/playground.ts'

type RunFiguresProps = { run: Run | undefined; price: Price | null }

/** What the call costs and how long it takes: before, during and after. The places stay, so that nothing moves. */
export function RunFigures({ run, price }: RunFiguresProps) {
  const cost = run && price ? costNow(run, price) : undefined
  const figures = [
    { label: texts.held, value: run?.dryRun ? formatExact(parseCredits(run.dryRun.hold)) : undefined },
    { label: cost?.label ?? texts.exact, value: cost?.value },
    { label: texts.firstWord, value: run && durationTo(run, run.firstMs) },
    { label: texts.duration, value: run && durationTo(run, run.endedMs) },
  ]
  return (
    <dl className="run-figures">
      {figures.map(({ label, value }, index) => (
        // The label of the cost changes while the call runs, and stays at its place.
        <div key={index}>
          <dt>{label}</dt>
          <dd>{value ?? texts.none}</dd>
        </div>
      ))}
    </dl>
  )
}

type CostNow = { label: string; value: string }

function costNow({ phase, charged, usage, dryRun, text }: Run, price: Price): CostNow | undefined {
  if (charged !== undefined) return { label: texts.charged, value: formatExact(parseCredits(charged)) }
  if (phase === 'failed' || phase === 'stopped') return undefined
  if (usage) return { label: texts.exact, value: formatExact(costOf(usage, price)) }
  if (phase !== 'streaming' || !dryRun) return undefined
  return {
    label: texts.soFar,
    value: `≈ ${formatExact(estimateCost({ inputTokens: dryRun.inputTokens, text }, price))}`,
  }
}

function durationTo({ startedMs }: Run, atMs: number | undefined): string | undefined {
  return atMs === undefined ? undefined : formatDuration(Math.round(atMs - startedMs))
}
