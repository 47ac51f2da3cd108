import { sleep } from '@gatehouse/runtime/clock'
import { describe, expect, it } from 'vitest'
import { createFakeClock } from './fake-clock.ts'

describe('createFakeClock', () => {
  it('starts at the given wall time and does not advance on its own', () => {
    const clock = createFakeClock({ wallMs: 1_000 })
    expect(clock.wallMs()).toBe(1_000)
    expect(clock.monotonicMs()).toBe(clock.monotonicMs())
  })

  it('moves both clocks by the same amount', async () => {
    const clock = createFakeClock({ wallMs: 1_000 })
    const startMs = clock.monotonicMs()
    await clock.advance(250)
    expect(clock.wallMs()).toBe(1_250)
    expect(clock.monotonicMs() - startMs).toBe(250)
  })

  it('fires timers in the order in which they fall due, each at its own time', async () => {
    const clock = createFakeClock()
    const startMs = clock.monotonicMs()
    const fired: [string, number][] = []
    const record = (name: string) => () => void fired.push([name, clock.monotonicMs() - startMs])
    clock.after(30, record('late'))
    clock.after(10, record('early'))
    clock.after(20, record('first of two'))
    clock.after(20, record('second of two'))
    await clock.advance(30)
    expect(fired).toEqual([
      ['early', 10],
      ['first of two', 20],
      ['second of two', 20],
      ['late', 30],
    ])
  })

  it('does not fire a timer that is not due yet', async () => {
    const clock = createFakeClock()
    let fired = 0
    clock.after(100, () => (fired += 1))
    await clock.advance(99)
    expect(fired).toBe(0)
    expect(clock.pendingTimers).toBe(1)
    await clock.advance(1)
    expect(fired).toBe(1)
    expect(clock.pendingTimers).toBe(0)
  })

  it('never fires a cancelled timer', async () => {
    const clock = createFakeClock()
    let fired = 0
    const timer = clock.after(10, () => (fired += 1))
    clock.after(5, () => timer.cancel())
    await clock.advance(10)
    expect(fired).toBe(0)
  })

  it('lets awaiting code run between timers, and fires the timers it sets if they fall due', async () => {
    const clock = createFakeClock()
    const startMs = clock.monotonicMs()
    const seen: string[] = []
    const loop = (async () => {
      for (let turn = 1; turn <= 3; turn += 1) {
        await sleep(clock, 10)
        seen.push(`turn ${turn} at ${clock.monotonicMs() - startMs}`)
      }
    })()
    clock.after(15, () => seen.push('timer at 15'))
    await clock.advance(30)
    await loop
    expect(seen).toEqual(['turn 1 at 10', 'timer at 15', 'turn 2 at 20', 'turn 3 at 30'])
  })

  it('lets a long chain of promises finish before time advances', async () => {
    const clock = createFakeClock()
    const startMs = clock.monotonicMs()
    let settledAtMs = Number.NaN
    const chain = (async () => {
      await sleep(clock, 10)
      for (let step = 0; step < 500; step += 1) await Promise.resolve()
      settledAtMs = clock.monotonicMs() - startMs
    })()
    clock.after(11, () => undefined)
    await clock.advance(1_000)
    await chain
    expect(settledAtMs).toBe(10)
  })

  it('fires a zero timer on the next advance, even an advance of zero', async () => {
    const clock = createFakeClock()
    let fired = 0
    clock.after(0, () => (fired += 1))
    expect(fired).toBe(0)
    await clock.advance(0)
    expect(fired).toBe(1)
  })

  it('lets the wall clock jump both ways without touching the monotonic clock or its timers', async () => {
    const clock = createFakeClock({ wallMs: 10_000_000 })
    const startMs = clock.monotonicMs()
    let fired = 0
    clock.after(100, () => (fired += 1))
    clock.jumpWall(3_600_000)
    await clock.advance(50)
    expect([clock.wallMs(), fired]).toEqual([13_600_050, 0])
    clock.jumpWall(-7_200_000)
    await clock.advance(50)
    expect([clock.wallMs(), fired]).toEqual([6_400_100, 1])
    expect(clock.monotonicMs() - startMs).toBe(100)
  })

  it('rejects going backwards and concurrent advances', async () => {
    const clock = createFakeClock()
    await expect(clock.advance(-1)).rejects.toThrow('cannot advance by -1 ms')
    const first = clock.advance(1)
    await expect(clock.advance(1)).rejects.toThrow('already advancing')
    await first
    await expect(clock.advance(1)).resolves.toBeUndefined()
  })
})
