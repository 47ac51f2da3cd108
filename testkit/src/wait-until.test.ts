import { describe, expect, it } from 'vitest'
import { waitUntil } from './wait-until.ts'

describe('waitUntil', () => {
  it('returns once the condition holds', async () => {
    let asked = 0
    await waitUntil(() => (asked += 1) === 3, { withinMs: 5_000, what: 'asked three times' })
    expect(asked).toBe(3)
  })

  it('asks at once, so that what is true already costs no time', async () => {
    await expect(waitUntil(() => true, { withinMs: 0, what: 'true' })).resolves.toBeUndefined()
  })

  it('says what was waited for when time is over', async () => {
    const waiting = waitUntil(async () => false, { withinMs: 30, what: 'the job is done' })
    await expect(waiting).rejects.toThrow('the job is done: not so within 30 ms')
  })

  it('ends when time is over even if the condition never answers', async () => {
    const waiting = waitUntil(() => new Promise(() => undefined), { withinMs: 30, what: 'an answer' })
    await expect(waiting).rejects.toThrow('an answer: not so within 30 ms')
  })

  it('passes on what the condition throws', async () => {
    const waiting = waitUntil(() => Promise.reject(new Error('broken')), {
      withinMs: 5_000,
      what: 'anything',
    })
    await expect(waiting).rejects.toThrow('broken')
  })
})
