import { describe, expect, it } from 'vitest'
import { waitUntil } from './wait-until.ts'

describe('waitUntil', () => {
  it('returns once the condition holds', async () => {
    let checks = 0
    await waitUntil(() => (checks += 1) === 3, { withinMs: 5_000, what: 'checked three times' })
    expect(checks).toBe(3)
  })

  it('checks immediately, so that a condition that already holds costs no time', async () => {
    await expect(waitUntil(() => true, { withinMs: 0, what: 'true' })).resolves.toBeUndefined()
  })

  it('pauses between two checks as long as requested', async () => {
    let checks = 0
    const count = () => (checks += 1) > 100
    const waiting = waitUntil(count, { withinMs: 150, what: 'a hundred checks', pauseMs: 100 })
    await expect(waiting).rejects.toThrow('a hundred checks')
    expect(checks).toBe(2)
  })

  it('names the condition on timeout', async () => {
    const waiting = waitUntil(async () => false, { withinMs: 30, what: 'the job is done' })
    await expect(waiting).rejects.toThrow('the job is done: not so within 30 ms')
  })

  it('times out even if the condition never settles', async () => {
    const waiting = waitUntil(() => new Promise(() => undefined), { withinMs: 30, what: 'an answer' })
    await expect(waiting).rejects.toThrow('an answer: not so within 30 ms')
  })

  it('rethrows errors of the condition', async () => {
    const waiting = waitUntil(() => Promise.reject(new Error('broken')), {
      withinMs: 5_000,
      what: 'anything',
    })
    await expect(waiting).rejects.toThrow('broken')
  })
})
