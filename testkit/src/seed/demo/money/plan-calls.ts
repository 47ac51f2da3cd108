// Plans the calls of a company over the days of the history: busy weekdays, quiet nights and weekends, growth, a provider
// that failed for two hours, and one day on which a notebook sent far too much to the most expensive model.
import type { CallOperation, FailureReason, TokenUsage } from '@gatehouse/calls/call'
import { type SeededRandom, seededRandom } from '../../../provider-sim/answer/seeded-random.ts'
import { dayMs, firstDay, historyDays } from '../timeline.ts'

export type CallKind = {
  alias: string
  operation: CallOperation
  /** The smallest and the largest number of tokens. */
  prompt: readonly [number, number]
  completion: readonly [number, number]
  cachedShare?: number
}

type KeyHabit = {
  keyId: string
  /** Calls of a weekday at the end of the history. */
  callsPerDay: number
  hours: keyof typeof hourWeights
  kinds: readonly CallKind[]
  /** Moments between which the key was used; the whole history by default. */
  fromMs?: number
  untilMs?: number
}

type Outage = { fromMs: number; toMs: number }

export type CallPlan = {
  seed: string
  nowMs: number
  habits: readonly KeyHabit[]
  outage?: Outage
}

export type PlannedCall = {
  startMs: number
  keyId: string
  alias: string
  operation: CallOperation
  usage: TokenUsage
  durationMs: number
  failure: FailureReason | null
}

const office = [0, 0, 0, 0, 0, 1, 3, 8, 10, 11, 9, 6, 8, 11, 10, 8, 4, 2, 1, 1, 0, 0, 0, 0]
const hourWeights = {
  office,
  /** Visitors of a careers page come in the evening too. */
  public: office.map((weight, hour) => weight / 2 + (hour >= 17 && hour <= 21 ? 6 : hour >= 6 ? 1.5 : 0.2)),
  night: office.map((_, hour) => (hour >= 1 && hour <= 3 ? 1 : 0)),
} as const

/** Sunday first. */
const weekdayFactors = [0.07, 1, 1.06, 1.1, 1.02, 0.78, 0.11]
const growthFrom = 0.5
const failureShare = 0.012
const outageShare = 0.7

/** In the order of their beginning. */
export function planCalls({ seed, nowMs, habits, outage }: CallPlan): PlannedCall[] {
  const random = seededRandom(seed)
  const calls: PlannedCall[] = []
  for (let day = 0; day < historyDays; day += 1) {
    const midnight = firstDay(nowMs) + day * dayMs
    for (const habit of habits) {
      const planned = Array.from({ length: callsOf(habit, { random, day, midnight }) }, () =>
        planCall(random, {
          habit,
          startMs: midnight + momentOfDay(random, hourWeights[habit.hours]),
          outage,
        }),
      )
      // Leaves the last minute out: a call of the history has ended.
      calls.push(...planned.filter(({ startMs }) => isUsed(habit, startMs) && startMs < nowMs - 60_000))
    }
  }
  return calls.toSorted((one, other) => one.startMs - other.startMs)
}

function callsOf(
  { callsPerDay }: KeyHabit,
  { random, day, midnight }: { random: SeededRandom; day: number; midnight: number },
): number {
  const growth = growthFrom + (1 - growthFrom) * (day / (historyDays - 1))
  const weekday = weekdayFactors[new Date(midnight).getUTCDay()] ?? 1
  return Math.round(callsPerDay * growth * weekday * (0.85 + 0.3 * random.fraction()))
}

function isUsed({ fromMs = 0, untilMs = Number.POSITIVE_INFINITY }: KeyHabit, startMs: number): boolean {
  return startMs >= fromMs && startMs < untilMs
}

function momentOfDay(random: SeededRandom, weights: readonly number[]): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  let drawn = random.fraction() * total
  const hour = weights.findIndex((weight) => (drawn -= weight) < 0)
  return (Math.max(hour, 0) + random.fraction()) * 3_600_000
}

function planCall(
  random: SeededRandom,
  { habit, startMs, outage }: { habit: KeyHabit; startMs: number; outage: Outage | undefined },
): PlannedCall {
  const { alias, operation, prompt, completion, cachedShare = 0 } = random.pick(habit.kinds)
  const promptTokens = skewed(random, prompt)
  const completionTokens = skewed(random, completion)
  const isOut = outage !== undefined && startMs >= outage.fromMs && startMs < outage.toMs
  const failure = random.fraction() < (isOut ? outageShare : failureShare) ? failureOf(random, isOut) : null
  const usedMs = 180 + completionTokens * 11 + promptTokens * 0.02
  return {
    startMs: Math.floor(startMs),
    keyId: habit.keyId,
    alias,
    operation,
    usage: {
      promptTokens,
      cachedTokens: random.fraction() < 0.6 ? Math.floor(promptTokens * cachedShare) : 0,
      completionTokens,
    },
    durationMs: Math.round((failure === null ? usedMs : 400) * (0.8 + 0.5 * random.fraction())),
    failure,
  }
}

/** More small values than large ones, as requests have them. */
function skewed(random: SeededRandom, [least, most]: readonly [number, number]): number {
  return least + Math.floor((most - least) * random.fraction() ** 2)
}

function failureOf(random: SeededRandom, isOut: boolean): FailureReason {
  return random.pick(
    isOut
      ? (['provider_error', 'provider_error', 'routes_unavailable', 'provider_timeout'] as const)
      : (['provider_error', 'client_gone', 'provider_timeout'] as const),
  )
}
