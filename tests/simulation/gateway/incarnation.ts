import type { Host } from '../engine/coroutine.ts'

export type OpenHold = {
  readonly callId: string
  readonly companyId: string
  readonly estimateMicros: bigint
  readonly deadlineAtMs: number
}

/** One life of a process, with the memory that it loses when it dies. */
export class Incarnation implements Host {
  readonly name: string
  readonly beforeStep: () => void
  isAlive = true
  stalledUntilMs = 0
  redisFreeAtMs = 0
  /** How far its wall clock is ahead of the real time. */
  wallOffsetMs: number
  readonly open = new Map<string, OpenHold>()
  /** Calls whose clients were informed that there is no charge. */
  readonly givenUp = new Set<string>()
  /** Call ids of holds that appeared dead → when each was first found so. */
  readonly suspects = new Map<string, number>()
  isSendingHeartbeats = false

  constructor(name: string, wallOffsetMs: number, beforeStep: (life: Incarnation) => void) {
    this.name = name
    this.wallOffsetMs = wallOffsetMs
    this.beforeStep = () => beforeStep(this)
  }
}
