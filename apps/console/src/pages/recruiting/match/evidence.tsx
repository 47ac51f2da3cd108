import { useEffect } from 'react'
import { Button } from '../../../parts/form/button.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { Notice } from '../../../parts/states/notice.tsx'
import { isShortcut } from '../../../shell/keyboard/shortcuts.ts'
import {
  linesTexts,
  questionTexts,
  requirementTexts,
  whatIfTexts,
} from '../../../words/en/recruiting/match.ts'
import { NumberedLines } from '../numbered-lines.tsx'
import { type MatchSearch, toggleAssumption } from './match-search.ts'
import type { MatchIfResult, MatchResult } from './match.generated.ts'
import { PointsPlot } from './points-plot.tsx'
import { formatChange } from './points.ts'
import { RequirementList } from './requirement-list.tsx'

type Match = MatchResult['match']

type EvidenceProps = {
  data: MatchResult & Partial<MatchIfResult>
  search: MatchSearch
  onSearch: (search: MatchSearch) => void
}

/** Left the requirements and how they add up, right the lines that show them. */
export function Evidence({ data, search, onSearch }: EvidenceProps) {
  const { match, scoreWhatIf } = data
  const shown = scoreWhatIf ?? match
  const { requirement } = search
  const point = (id: string | undefined) => {
    const { requirement: _, ...rest } = search
    onSearch(id === undefined ? rest : { ...rest, requirement: id })
  }
  useRequirementKeys(match.rows, requirement, point)
  const cited = match.rows.find(({ requirementId }) => requirementId === requirement)?.lines ?? []
  return (
    <>
      {scoreWhatIf ? (
        <Notice
          tone="info"
          title={whatIfTexts.title}
          action={
            <Button size="s" onClick={() => onSearch({ without: [], met: [] })}>
              {whatIfTexts.clear}
            </Button>
          }
        >
          <p>{whatIfTexts.text(scoreWhatIf.score, formatChange(match.score, scoreWhatIf.score))}</p>
        </Notice>
      ) : null}
      <div className="evidence">
        <div className="stack">
          <Panel>
            <PointsPlot match={shown} requirement={requirement} onPoint={point} />
          </Panel>
          <Panel title={requirementTexts.title} isFlush>
            <RequirementList
              rows={match.rows}
              shown={shown.rows}
              search={search}
              onPoint={point}
              onAssume={(id, assumption) => onSearch(toggleAssumption(search, id, assumption))}
            />
          </Panel>
        </div>
        <div className="stack evidence-side">
          <Lines match={match} cited={cited} />
          <Questions questions={shown.questions} onPoint={point} />
        </div>
      </div>
    </>
  )
}

function Lines({ match, cited }: { match: Match; cited: readonly number[] }) {
  const flagged = match.flaggedLines.map(({ line, text }) => ({ line, text, isFlagged: true }))
  const isFlagged = new Set(flagged.map(({ line }) => line))
  const shown = match.lines.map((line, index) => ({ line, text: match.lineTexts[index] ?? '' }))
  const lines = [...shown.filter(({ line }) => !isFlagged.has(line)), ...flagged].sort(
    (a, b) => a.line - b.line,
  )
  return (
    <Panel title={linesTexts.title}>
      <p className="soft small">{linesTexts.text}</p>
      {lines.length === 0 ? (
        <p className="soft">{linesTexts.none}</p>
      ) : (
        <NumberedLines label={linesTexts.title} lines={lines} marked={cited} />
      )}
    </Panel>
  )
}

type QuestionsProps = { questions: Match['questions']; onPoint: (id: string) => void }

function Questions({ questions, onPoint }: QuestionsProps) {
  return (
    <Panel title={questionTexts.title}>
      {questions.length === 0 ? (
        <p className="soft">{questionTexts.none}</p>
      ) : (
        <>
          <p className="soft small">{questionTexts.text}</p>
          <ol className="questions">
            {questions.map(({ requirementId, text, wouldAdd }) => (
              <li key={requirementId}>
                <button type="button" className="question" onClick={() => onPoint(requirementId)}>
                  <span>{text}</span>
                  <span className="figures soft">{questionTexts.wouldAdd(wouldAdd)}</span>
                </button>
              </li>
            ))}
          </ol>
        </>
      )}
    </Panel>
  )
}

/** `j` and `k` move over the requirements. */
function useRequirementKeys(
  rows: Match['rows'],
  requirement: string | undefined,
  onPoint: (id: string | undefined) => void,
): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      const step = event.key === 'j' ? 1 : event.key === 'k' ? -1 : 0
      if (step === 0 || !isShortcut(event)) return
      const at = rows.findIndex(({ requirementId }) => requirementId === requirement)
      const next = at < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, at + step))
      onPoint(rows[next]?.requirementId)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  })
}
