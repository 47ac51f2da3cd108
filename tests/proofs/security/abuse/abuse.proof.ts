import { constants, setPriority } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { openAbuseSetup } from './abuse-setup.ts'
import type { Attack, Gain, AbuseSetup } from './attack.ts'
import { costlyFields } from './attacks/costly-fields.ts'
import { hangUps } from './attacks/hang-ups.ts'
import { largeAnswers } from './attacks/large-answers.ts'
import { largeBodies } from './attacks/large-bodies.ts'
import { lockout } from './attacks/lockout.ts'
import { lyingUsage } from './attacks/lying-usage.ts'
import { manyAnswers } from './attacks/many-answers.ts'
import { platformSpend } from './attacks/platform-spend.ts'
import { providerNames } from './attacks/provider-names.ts'
import { reasoningTokens } from './attacks/reasoning-tokens.ts'
import { replays } from './attacks/replays.ts'
import { unpaidDocuments } from './attacks/unpaid-documents.ts'
import type { PoliteCompany, PoliteReport } from './polite-company.ts'
import { watchMemory } from './watch-memory.ts'
import { percentile } from '../../kit/percentile.ts'
import { type Proof, type ProofContext, judged } from '../../proof.ts'

const slowdownMax = 2
const addedMsMax = 20
const mebibyte = 1_048_576

const attacks: readonly Attack[] = [
  reasoningTokens,
  manyAnswers,
  largeAnswers,
  largeBodies,
  costlyFields,
  hangUps,
  lyingUsage,
  unpaidDocuments,
  replays,
  lockout,
  providerNames,
]

export const proof: Proof = {
  name: 'abuse',
  tier: 'daily',
  claim:
    'an attacker of the platform gains neither credits nor answers nor memory, and does not slow other companies down',
  bar: `0 credits, 0 complete answers without a charge beyond the limit on abandoned streams, bytes within the budgets, 0 failed calls of a polite company, its p99 ≤ ${slowdownMax} × alone + ${addedMsMax} ms`,
  async run(context) {
    await using scope = new AsyncDisposableStack()
    const { platform, polite } = await openAbuseSetup(scope, context.isShort)
    polite.begin(platform.gateway.url, platform.setup.key.raw)
    // The real attacker has a machine of its own, so its CPU use must not slow the gateway down here.
    setPriority(process.pid, constants.priority.PRIORITY_LOW)
    await pause(context.isShort ? 500 : 3_000)
    await polite.report()
    const memory = await watchMemory(platform.gateway)
    scope.defer(memory.stop)
    const rounds: Round[] = []
    // This attack mostly waits, so the short form runs it alongside the others.
    const aside = context.isShort ? platformSpend.run(platform) : undefined
    for (const attack of attacks) rounds.push(await carryOut(context, { platform, polite }, attack))
    rounds.push(
      await carryOut(
        context,
        { platform, polite },
        { ...platformSpend, run: (on) => aside ?? platformSpend.run(on) },
      ),
    )
    await memory.stop()
    return judge(context, rounds, { ...memory.most(), budgetBytes: platform.budgets.callBytes })
  },
}

type Round = { attack: Attack; gain: Gain; alone: PoliteReport; attacked: PoliteReport }

async function carryOut(
  { isShort, progress }: ProofContext,
  { platform, polite }: { platform: AbuseSetup; polite: PoliteCompany },
  attack: Attack,
): Promise<Round> {
  await pause(isShort ? 150 : 3_000)
  const alone = await polite.report()
  const gain = await attack.run(platform)
  const attacked = await polite.report()
  const added = percentile(attacked.chatMs, 0.99) - percentile(alone.chatMs, 0.99)
  const credits = Number(gain.creditMicros ?? 0n) / 1_000_000
  progress(
    `${attack.name}: ${gain.says}. Gained ${credits} credits, ${gain.freeAnswers ?? 0} answers; ` +
      `${added.toFixed(0)} ms added to a p99 of ${percentile(alone.chatMs, 0.99).toFixed(0)} ms, ${attacked.failures.length} polite calls failed`,
  )
  for (const fault of gain.faults) progress(`FAULT ${attack.name}: ${fault}`)
  for (const failure of new Set([...alone.failures, ...attacked.failures]))
    progress(`FAULT polite: ${failure}`)
  return { attack, gain, alone, attacked }
}

type Memory = { heldBytes: number; grownBytes: number; budgetBytes: number }

function judge({ isShort, progress }: ProofContext, rounds: readonly Round[], memory: Memory) {
  const gains = rounds.map(({ gain }) => gain)
  const credits = gains.reduce(
    (sum, { creditMicros = 0n }) => sum + (creditMicros > 0n ? creditMicros : 0n),
    0n,
  )
  const free = gains.reduce(
    (sum, { freeAnswers = 0, freeAllowed = 0 }) => sum + Math.max(0, freeAnswers - freeAllowed),
    0,
  )
  const faults = gains.flatMap((gain) => gain.faults)
  const failures = rounds.flatMap(({ alone, attacked }) => [...alone.failures, ...attacked.failures])
  // The short form judges no times, and calls time out with 503 when a shared machine stalls.
  const unexcused = isShort ? failures.filter((failure) => !/^\w+ 503 /.test(failure)) : failures
  const isWithinBytes = memory.heldBytes <= memory.budgetBytes && memory.grownBytes <= 2 * memory.budgetBytes
  const alone = percentile(
    rounds.flatMap((round) => round.alone.chatMs),
    0.99,
  )
  const attacked = percentile(
    rounds.flatMap((round) => round.attacked.chatMs),
    0.99,
  )
  const parses = {
    alone: percentile(
      rounds.flatMap((round) => round.alone.parseMs),
      0.99,
    ),
    attacked: percentile(
      rounds.flatMap((round) => round.attacked.parseMs),
      0.99,
    ),
  }
  progress(
    `CVs of the polite company: p99 ${parses.alone.toFixed(0)} ms alone, ${parses.attacked.toFixed(0)} ms under attack`,
  )
  const calls = rounds.reduce(
    (sum, round) => sum + round.attacked.chatMs.length + round.attacked.parseMs.length,
    0,
  )
  return judged({
    figure:
      `${rounds.length} attacks gained ${Number(credits) / 1_000_000} credits and ${free} answers beyond the limit, ${faults.length} other faults; ` +
      `at most ${Math.round(memory.heldBytes / mebibyte)} MiB of calls held (memory +${Math.round(memory.grownBytes / mebibyte)} MiB), ` +
      `polite company: ${failures.length} of ${calls} calls failed, p99 ${alone.toFixed(0)} ms alone and ${attacked.toFixed(0)} ms under attack`,
    isPassed:
      credits === 0n &&
      free === 0 &&
      faults.length === 0 &&
      unexcused.length === 0 &&
      isWithinBytes &&
      (isShort || attacked <= slowdownMax * alone + addedMsMax),
  })
}
