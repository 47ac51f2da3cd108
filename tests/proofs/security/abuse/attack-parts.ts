// Building blocks shared by several attacks.
import type { AttackerAnswer } from './attacker-call.ts'
import { lastWord } from './accomplice.ts'

export const manyCredits = 1_000_000_000_000n

export function chatBody(mode: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  const messages = [{ role: 'user', content: `MODE:${mode}` }]
  return { model: 'svc/chat-premium', max_tokens: 1_000, messages, ...more }
}

export function isWhole({ status, text }: AttackerAnswer): boolean {
  return status === 200 && text.includes(lastWord)
}

/** Counts answers by status, such as `200 × 3, 429 × 2`. */
export function countStatuses(answers: readonly AttackerAnswer[]): string {
  const groups = Map.groupBy(answers, ({ status }) => status)
  return [...groups].map(([status, { length }]) => `${status || 'broken'} × ${length}`).join(', ')
}

/** Cost of the answers at the price of svc/chat-premium, in micro-credits. */
export function owedMicros(usage: { prompt_tokens: number; total_tokens: number }, answers: number): bigint {
  const output = usage.total_tokens - usage.prompt_tokens
  return BigInt(answers) * (BigInt(usage.prompt_tokens) * 5n + BigInt(output) * 25n)
}

type Duration = { forMs: number; signal?: AbortSignal }

/** Runs the work in concurrent lanes, each repeating it until the time is over. */
export async function inLanes<T>(
  lanes: number,
  { forMs, signal }: Duration,
  work: (turn: number) => Promise<T>,
): Promise<T[]> {
  const results: T[] = []
  const untilMs = performance.now() + forMs
  const isOver = () => performance.now() >= untilMs || signal?.aborted === true
  let turn = 0
  const run = async () => {
    do {
      turn += 1
      results.push(await work(turn))
    } while (!isOver())
  }
  await Promise.all(Array.from({ length: lanes }, run))
  return results
}
