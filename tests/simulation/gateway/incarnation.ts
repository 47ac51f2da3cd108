import type { Host } from '../engine/coroutine.ts'

export type OpenHold = {
  readonly callId: string
  readonly companyId: string
  readonly estimateMicros: bigint
  readonly deadlineAtMs: number
}

/** One life of a process, with all that it loses when it dies. */
export class Incarnation implements Host {
  readonly name: string
  readonly beforeStep: () => void
  isAlive = true
  stalledUntilMs = 0
  redisFreeAtMs = 0
  /** What its wall clock is ahead of the true time. */
  wallOffsetMs: number
  readonly open = new Map<string, OpenHold>()
  /** Calls whose clients were told that there is no charge. */
  readonly givenUp = new Set<string>()
  /** Holds that looked dead, and since when. */
  readonly suspects = new Map<string, number>()
  isBeating = false

  constructor(name: string, wallOffsetMs: number, beforeStep: (life: Incarnation) => void) {
    this.name = name
    this.wallOffsetMs = wallOffsetMs
    this.beforeStep = () => beforeStep(this)
  }
}
