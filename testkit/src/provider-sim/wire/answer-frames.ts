// The frames of a stream, one at a time. The choices of an answer alternate, as when a provider generates them in
// parallel.
import type { Choice } from '../answer/compose-choices.ts'
import { splitTokens } from '../answer/count-tokens.ts'
import type { UsagePlan } from '../plan/fault-plan.ts'
import { finalUsage, runningUsage, type TokenCounts } from './usage.ts'
import type { Frame } from './wire-answer.ts'

export type StreamedAnswer = {
  choices: readonly Choice[]
  counts: TokenCounts
  isUsageAsked: boolean
  usagePlan: UsagePlan | undefined
  /** The fields of every chunk apart from its choices and usage. */
  envelope: object
  entries: ChunkEntries
}

/** The JSON of one entry under `choices`, where chat and legacy completions differ. */
export type ChunkEntries = {
  opening?(index: number, choice: Choice): object
  content(index: number, choice: Choice, text: string): object
  finish(index: number, choice: Choice): object
}

type Step = { part: 'role' | 'content' | 'finish'; entry: object; tokens: number; isLast: boolean }

export function* answerFrames(answer: StreamedAnswer): Generator<Frame> {
  const { envelope, counts, usagePlan } = answer
  let completionTokens = 0
  for (const { part, entry, tokens, isLast } of choiceSteps(answer)) {
    completionTokens += tokens
    const usage = isLast ? usageAtFinish(answer) : usageOnTheWay(answer, completionTokens)
    yield { part, payload: { ...envelope, choices: [entry], ...usage } }
  }
  if (answer.isUsageAsked && placeOf(usagePlan) === 'own_chunk') {
    yield { part: 'usage', payload: { ...envelope, choices: [], usage: finalUsage(counts, usagePlan) } }
  }
  yield { part: 'done', payload: '[DONE]' }
}

function* choiceSteps({ choices, entries }: StreamedAnswer): Generator<Step> {
  const numbered = choices.map((choice, index) => ({ choice, index }))
  const silent = { tokens: 0, isLast: false }
  for (const { choice, index } of numbered) {
    if (entries.opening) yield { ...silent, part: 'role', entry: entries.opening(index, choice) }
  }
  for (const { choice, index } of numbered.filter((candidate) => candidate.choice.filler !== '')) {
    yield { ...silent, part: 'content', entry: entries.content(index, choice, choice.filler) }
  }
  for (const { choice, index, text } of takeTurns(choices)) {
    yield { ...silent, part: 'content', entry: entries.content(index, choice, text), tokens: 1 }
  }
  for (const { choice, index } of numbered) {
    const isLast = index === choices.length - 1
    yield { ...silent, part: 'finish', entry: entries.finish(index, choice), isLast }
  }
}

function* takeTurns(choices: readonly Choice[]): Generator<{ choice: Choice; index: number; text: string }> {
  let turns = choices.map((choice, index) => ({ choice, index, tokens: splitTokens(choice.text) }))
  while (turns.length > 0) {
    const unfinished: typeof turns = []
    for (const turn of turns) {
      const next = turn.tokens.next()
      if (next.done) continue
      yield { choice: turn.choice, index: turn.index, text: next.value }
      unfinished.push(turn)
    }
    turns = unfinished
  }
}

type UsageField = { usage?: object | null }

function usageAtFinish(answer: StreamedAnswer): UsageField {
  const place = placeOf(answer.usagePlan)
  if (place === 'own_chunk' || place === 'nowhere') return usageOnTheWay(answer, 0)
  return { usage: finalUsage(answer.counts, answer.usagePlan) }
}

/** In the wire format, chunks with choices have `"usage": null` if usage was requested, and no field otherwise. */
function usageOnTheWay(answer: StreamedAnswer, completionTokens: number): UsageField {
  const place = placeOf(answer.usagePlan)
  if (place === 'every_chunk') {
    return { usage: runningUsage({ ...answer.counts, completionTokens }, answer.usagePlan) }
  }
  return answer.isUsageAsked && place !== 'nowhere' ? { usage: null } : {}
}

function placeOf(plan: UsagePlan | undefined): NonNullable<UsagePlan['place']> {
  return plan?.place ?? 'own_chunk'
}
