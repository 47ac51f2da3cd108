// One call of the playground from sending to the charge. Events come from the network; the state is what is shown.
import type { DryRun } from './dry-run.ts'
import type { GatewayFault } from './gateway-fault.ts'
import type { Frame, Usage } from './read-frame.ts'

export type Run = {
  model: string
  /** estimated: only a dry run was made. */
  phase: 'sending' | 'estimated' | 'streaming' | 'done' | 'stopped' | 'failed'
  text: string
  startedMs: number
  firstMs?: number
  endedMs?: number
  requestId?: string | undefined
  dryRun?: DryRun | undefined
  finish?: string
  usage?: Usage
  /** Credits that the ledger has charged. */
  charged?: string
  fault?: GatewayFault
}

export type RunEvent =
  | { kind: 'checked'; dryRun: DryRun | undefined; isAll: boolean }
  | { kind: 'opened'; requestId: string | undefined }
  | { kind: 'frames'; frames: readonly Frame[]; atMs: number }
  | { kind: 'charged'; credits: string }
  | { kind: 'stopped'; atMs: number }
  | { kind: 'failed'; fault: GatewayFault; atMs: number }

export function startRun(model: string, atMs: number): Run {
  return { model, phase: 'sending', text: '', startedMs: atMs }
}

export function isRunning({ phase }: Run): boolean {
  return phase === 'sending' || phase === 'streaming'
}

export function advanceRun(run: Run, event: RunEvent): Run {
  switch (event.kind) {
    case 'checked':
      return { ...run, dryRun: event.dryRun, ...(event.isAll ? { phase: 'estimated' } : {}) }
    case 'opened':
      return { ...run, phase: 'streaming', requestId: event.requestId }
    case 'frames':
      return event.frames.reduce((next, frame) => addFrame(next, frame, event.atMs), run)
    case 'charged':
      return { ...run, charged: event.credits }
    case 'stopped':
      return isRunning(run) ? { ...run, phase: 'stopped', endedMs: event.atMs } : run
    case 'failed':
      return {
        ...run,
        phase: 'failed',
        fault: event.fault,
        requestId: event.fault.requestId ?? run.requestId,
        endedMs: event.atMs,
      }
  }
}

function addFrame(run: Run, { text, finish, usage, isDone }: Frame, atMs: number): Run {
  return {
    ...run,
    text: run.text + text,
    ...(text !== '' && run.firstMs === undefined ? { firstMs: atMs } : {}),
    ...(finish === undefined ? {} : { finish }),
    ...(usage === undefined ? {} : { usage }),
    ...(isDone ? { phase: 'done', endedMs: atMs } : {}),
  }
}
