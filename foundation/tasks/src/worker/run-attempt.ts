// One attempt at one task, from claim to end: the work, then its effect and the task's completion in one transaction,
// or a verdict on the failure.
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import type { Clock } from '@gatehouse/runtime/clock'
import { createDeadline } from '@gatehouse/runtime/deadline'
import { Fault, toFault } from '@gatehouse/runtime/fault'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import { tracedLater } from '@gatehouse/telemetry/spans'
import type { ClaimedTask, Engine, FailureRecord, KindClaim } from '../engine/create-engine.ts'
import { denyRetries, giveBack, isBuried } from '../engine/statements.ts'
import type { HandledKind, RunningTask } from '../handle-task.ts'
import { ClaimLost, type Verdict, judgeFailure } from './judge-failure.ts'
import { createStoredSteps } from './stored-steps.ts'
import type { AttemptOutcome } from './task-metrics.ts'

export type AttemptDeps = {
  engine: Engine
  postgres: Postgres
  clock: Clock
  logger: Logger
  random: () => number
}

export type Attempt = HandledKind & { claimed: ClaimedTask; signal: AbortSignal }

export async function runAttempt(deps: AttemptDeps, attempt: Attempt): Promise<AttemptOutcome> {
  const claim: KindClaim = { ...attempt.claimed, kind: attempt.kind.name }
  const { kind, id, attempt: number } = claim
  const span = {
    name: `task ${kind}`,
    attributes: { 'gatehouse.task.id': id, 'gatehouse.task.attempt': number + 1 },
    traceparent: attempt.claimed.data.traceparent,
  }
  try {
    await tracedLater(span, () => workAndCommit(deps, attempt, claim))
    return 'done'
  } catch (thrown) {
    // An abort's reason is the cause; the error that the aborted work threw is only a consequence.
    const reason: unknown = attempt.signal.aborted ? attempt.signal.reason : thrown
    return settleFailure(deps, claim, reason)
  }
}

async function workAndCommit(deps: AttemptDeps, attempt: Attempt, claim: KindClaim): Promise<void> {
  const { engine, postgres, clock } = deps
  const { kind, handler, claimed } = attempt
  using deadline = createDeadline(clock, kind.timeLimitMs, attempt.signal)
  const { signal } = deadline
  const isFirstAttempt = claimed.attempt === 0 && !claimed.data.replays
  const steps = createStoredSteps({ postgres, taskId: claimed.id, signal, isFirstAttempt })
  const task: RunningTask = {
    id: claimed.id,
    groupId: claimed.groupId,
    input: parseInput(attempt),
    signal,
    step: steps.step,
  }
  const effect = await deadline.run(`task ${kind.name}`, () => handler.work(task))
  await postgres.transaction(async (tx) => {
    const result = await effect?.(tx)
    await steps.forget(tx)
    if (!(await engine.complete(tx, claim, result)))
      throw new ClaimLost('the claim was lost before the task completed')
  })
}

function parseInput({ kind, claimed }: Attempt): unknown {
  const parsed = kind.input.safeParse(claimed.data.input)
  if (parsed.success) return parsed.data
  throw new Fault({
    kind: 'invalid',
    code: 'tasks.bad_input',
    publicMessage: 'The task was enqueued with an input that does not match its schema.',
    context: { issues: parsed.error.issues },
    cause: parsed.error,
  })
}

async function settleFailure(deps: AttemptDeps, claim: KindClaim, thrown: unknown): Promise<AttemptOutcome> {
  const verdict = judgeFailure(thrown)
  try {
    return await carryOut(deps, claim, { verdict, thrown })
  } catch (error) {
    // The task stays claimed although no worker runs it. It is taken back once its heartbeats have been missing for
    // long enough.
    deps.logger.warn('task outcome could not be recorded', { ...describe(claim), error })
    return 'unsettled'
  }
}

async function carryOut(
  deps: AttemptDeps,
  claim: KindClaim,
  { verdict, thrown }: { verdict: Verdict; thrown: unknown },
): Promise<AttemptOutcome> {
  const { engine, postgres, logger, random } = deps
  switch (verdict.kind) {
    case 'leave':
      logger.info('task claim lost', describe(claim))
      return 'lost'
    case 'postpone':
      // Jitter, so that tasks that were postponed together do not come back together.
      await giveBack(postgres, claim, verdict.delayMs * (1 + random() / 2))
      return 'postponed'
    case 'retry':
      return failAttempt(deps, claim, thrown)
    case 'bury':
      logger.error(buriedMessage, { ...describe(claim), error: thrown })
      await postgres.transaction(async (tx) => {
        await denyRetries(tx, claim)
        await engine.fail(claim, recordOf(thrown), tx)
      })
      return 'buried'
  }
}

/** If this was the last attempt, the task is buried. */
async function failAttempt(
  { engine, postgres, logger }: AttemptDeps,
  claim: KindClaim,
  thrown: unknown,
): Promise<AttemptOutcome> {
  logger.warn('task attempt failed', { ...describe(claim), error: thrown })
  const isLast = await postgres.transaction(async (tx) => {
    // A transaction whose answer was lost may have been committed. In that case the task is done, and this call has
    // no effect.
    await engine.fail(claim, recordOf(thrown), tx)
    return isBuried(tx, claim)
  })
  if (!isLast) return 'retried'
  logger.error(buriedMessage, { ...describe(claim), error: thrown })
  return 'buried'
}

const buriedMessage = 'task failed permanently'

function recordOf(thrown: unknown): FailureRecord {
  const { code, publicMessage } = toFault(thrown)
  const isForeseen = thrown instanceof Fault || !(thrown instanceof Error)
  return { code, message: isForeseen ? publicMessage : thrown.message }
}

const describe = ({ kind, id, attempt }: KindClaim) => ({ kind, task_id: id, attempt: attempt + 1 })
