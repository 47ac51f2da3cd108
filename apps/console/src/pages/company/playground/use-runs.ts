import { useEffect, useReducer, useRef, useState } from 'react'
import type { ChatRequest, Connection } from './gateway/chat-request.ts'
import { dryRun } from './gateway/dry-run.ts'
import { GatewayFault } from './gateway/gateway-fault.ts'
import { readCharge } from './gateway/read-charge.ts'
import { type Run, type RunEvent, advanceRun, isRunning, startRun } from './gateway/run.ts'
import { streamChat } from './gateway/stream-chat.ts'
import { type ConsoleFault, toConsoleFault } from '../../../graphql/console-fault.ts'
import type { PageKey } from './key/use-page-key.ts'

type Change = { kind: 'start'; runs: readonly Run[] } | { kind: 'event'; column: number; event: RunEvent }

function changeRuns(runs: readonly Run[], change: Change): readonly Run[] {
  if (change.kind === 'start') return change.runs
  return runs.map((run, column) => (column === change.column ? advanceRun(run, change.event) : run))
}

export type Runs = {
  /** One for each request that was sent together. */
  runs: readonly Run[]
  isBusy: boolean
  /** Why the key could not be created. */
  keyFault: ConsoleFault | undefined
  send: (requests: readonly ChatRequest[]) => void
  estimate: (requests: readonly ChatRequest[]) => void
  stop: () => void
}

/** The calls of the page: all requests that are sent together run at the same time. */
export function useRuns(baseUrl: string, { take, forget }: PageKey): Runs {
  const [runs, change] = useReducer(changeRuns, [])
  const [keyFault, setKeyFault] = useState<ConsoleFault>()
  const current = useRef<AbortController>(undefined)
  useEffect(() => () => current.current?.abort(), [])
  async function begin(requests: readonly ChatRequest[], follow: typeof runWhole): Promise<void> {
    current.current?.abort()
    const controller = new AbortController()
    current.current = controller
    const { signal } = controller
    setKeyFault(undefined)
    change({ kind: 'start', runs: requests.map(({ model }) => startRun(model, performance.now())) })
    try {
      const connection: Connection = { baseUrl, key: await take(), signal }
      await Promise.all(
        requests.map((request, column) => {
          const emit = (event: RunEvent) => {
            // What a newer request has replaced must not write into its answer.
            if (current.current === controller) change({ kind: 'event', column, event })
            if (event.kind === 'failed' && event.fault.status === 401) forget()
          }
          return settle(() => follow(connection, request, emit), { signal, emit })
        }),
      )
    } catch (thrown) {
      if (current.current === controller) change({ kind: 'start', runs: [] })
      setKeyFault(toConsoleFault(thrown))
    }
  }
  return {
    runs,
    isBusy: runs.some(isRunning),
    keyFault,
    send: (requests) => void begin(requests, runWhole),
    estimate: (requests) => void begin(requests, runEstimate),
    stop: () => current.current?.abort(),
  }
}

type Emit = (event: RunEvent) => void

async function runWhole(connection: Connection, request: ChatRequest, emit: Emit): Promise<void> {
  emit({ kind: 'checked', dryRun: await dryRun(connection, request), isAll: false })
  let callId: string | undefined
  await streamChat(connection, request, {
    onOpen(requestId) {
      callId = requestId
      emit({ kind: 'opened', requestId })
    },
    onFrames: (frames) => emit({ kind: 'frames', frames, atMs: performance.now() }),
  })
  // The answer is complete and charged; without the amount the page still links to the receipt.
  const credits =
    callId === undefined ? undefined : await readCharge(connection, callId).catch(() => undefined)
  if (credits !== undefined) emit({ kind: 'charged', credits })
}

async function runEstimate(connection: Connection, request: ChatRequest, emit: Emit): Promise<void> {
  emit({ kind: 'checked', dryRun: await dryRun(connection, request), isAll: true })
}

/** Reports a stop or a failure as an event. */
async function settle(
  work: () => Promise<void>,
  { signal, emit }: { signal: AbortSignal; emit: Emit },
): Promise<void> {
  try {
    await work()
  } catch (thrown) {
    const atMs = performance.now()
    if (signal.aborted) emit({ kind: 'stopped', atMs })
    else emit({ kind: 'failed', atMs, fault: toGatewayFault(thrown) })
  }
}

function toGatewayFault(thrown: unknown): GatewayFault {
  if (thrown instanceof GatewayFault) return thrown
  return new GatewayFault(thrown instanceof Error ? thrown.message : '', { kind: 'broken' })
}
