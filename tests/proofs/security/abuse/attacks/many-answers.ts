import { plainUsage } from '../accomplice.ts'
import type { Attack, Attacker, AbuseSetup } from '../attack.ts'
import { chatBody, countStatuses, isWhole, manyCredits, owedMicros } from '../attack-parts.ts'
import { waitForCalls } from '../read-records.ts'

const factors = [Number.MAX_SAFE_INTEGER, 100_000_000, 129, 128]

/**
 * `n` so large that the hold would overflow, sent to a provider that ignores it; then many concurrent calls of a
 * company whose credits do not cover even one.
 */
export const manyAnswers: Attack = {
  name: 'F4 unbounded n',
  async run(setup) {
    const rich = await setup.addAttacker(manyCredits)
    const asked = factors.flatMap((n) => [
      chatBody('plain', { n, stream: true }),
      chatBody('plain', { n }),
      { ...chatBody('plain'), model: 'svc/chat-default', n, max_tokens: 1e15 },
    ])
    const first = await Promise.all(
      asked.map((body) => setup.call(rich.key, { path: '/chat/completions', body })),
    )
    const richGain = await judge(setup, rich, first)
    // This company cannot pay for a single call, which costs 25,500 micro-credits.
    const poor = await setup.addAttacker(2_000n)
    const second = await Promise.all(
      Array.from({ length: 12 }, (_, turn) =>
        setup.call(poor.key, {
          path: '/chat/completions',
          body: chatBody('plain:100', { stream: true, n: factors[turn % 2 === 0 ? 0 : 3] ?? 1 }),
        }),
      ),
    )
    const poorGain = await judge(setup, poor, second)
    return {
      freeAnswers: richGain.free + poorGain.free,
      creditMicros: poorGain.owed,
      faults: [...richGain.faults, ...poorGain.faults],
      says: `${countStatuses(first)}; with credits for one call: ${countStatuses(second)}`,
    }
  },
}

async function judge(
  setup: AbuseSetup,
  attacker: Attacker,
  answers: Awaited<ReturnType<AbuseSetup['call']>>[],
) {
  const whole = answers.filter(isWhole).length
  const records = await waitForCalls(setup, attacker, whole)
  const missing = whole - records.calls
  // This is correct only if all answers come from svc/chat-premium. The first company also uses a cheaper alias, so its
  // amount is not used.
  const owed = owedMicros(plainUsage, whole) - records.chargedMicros
  const faults = missing > 0 ? [`${missing} answered calls are not recorded`] : []
  return { free: whole - records.charged, owed, faults }
}
