import { Badge, type BadgeTone } from '../../../parts/text/badge.tsx'
import { workTexts as texts } from '../../../words/en/recruiting/work.ts'
import type { WorkResult } from './work.generated.ts'

type Task = WorkResult['backgroundTasks']['nodes'][number]

const tones: Record<Task['state'], BadgeTone> = {
  WAITING: 'neutral',
  RUNNING: 'accent',
  FAILED: 'bad',
  DONE: 'good',
  CANCELLED: 'warn',
}

export function TaskState({ state }: Pick<Task, 'state'>) {
  return <Badge tone={tones[state]}>{texts.states[state]}</Badge>
}

export function nameOfStep(step: string): string {
  const part = /^insights-(\d+)$/.exec(step)?.[1]
  return part === undefined ? (texts.steps[step] ?? step) : texts.insightsStep(part)
}
