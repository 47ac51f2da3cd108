import { addKey } from '@gatehouse/testkit/seed-gateway'
import { lastWord } from '../accomplice.ts'
import type { Attack } from '../attack.ts'
import { chatBody, countStatuses, inLanes, manyCredits } from '../attack-parts.ts'
import { waitForCalls } from '../read-records.ts'

const companyFactor = 5

/** Clients of one company, with several keys, hang up on the last word of each stream. */
export const hangUps: Attack = {
  name: 'F11 hang up on the last word',
  async run(platform) {
    const attacker = await platform.addAttacker(manyCredits)
    const keyCount = platform.isShort ? 1 : 8
    const lanes = platform.isShort ? 5 : 16
    const keys = [attacker.key]
    while (keys.length < keyCount)
      keys.push(await addKey(platform.setup.database, { companyId: attacker.companyId }))
    const startedMs = performance.now()
    const end = new AbortController()
    const answers = await inLanes(lanes, { forMs: 20_000, signal: end.signal }, async (turn) => {
      const key = keys[turn % keys.length] ?? attacker.key
      const body = chatBody('plain:200', { stream: true })
      const answer = await platform.call(key, { path: '/chat/completions', body, leaveAt: lastWord })
      // The short form stops at the first refusal.
      if (platform.isShort && answer.status === 429) end.abort()
      return answer
    })
    const left = answers.filter(({ hasLeft }) => hasLeft).length
    const records = await waitForCalls(platform, attacker, left)
    const minutes = (performance.now() - startedMs) / 60_000
    // The limit on abandoned streams, plus what it regains during the attack, plus the calls in flight when it was
    // reached.
    const most = platform.budgets.abandoned * Math.min(keyCount, companyFactor)
    const allowed = Math.ceil(most * (1 + minutes)) + lanes
    return {
      freeAnswers: left - records.charged,
      freeAllowed: allowed,
      faults: answers.some(({ status }) => status === 429) ? [] : ['nothing was refused'],
      says: `${left} streams abandoned on their last word with ${keyCount} keys in ${(minutes * 60).toFixed(0)} s (${allowed} allowed), then ${countStatuses(answers.filter(({ hasLeft }) => !hasLeft))}`,
    }
  },
}
