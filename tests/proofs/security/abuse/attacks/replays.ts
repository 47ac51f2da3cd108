import type { Attack, AbuseSetup } from '../attack.ts'
import { countStatuses, inLanes, manyCredits } from '../attack-parts.ts'
import { waitForCalls } from '../read-records.ts'

const rpmLimit = 2

/** Replays of one answer beyond the key's request limit, and answers of nearly a mebibyte to fill the store. */
export const replays: Attack = {
  name: 'F15 replays and stored answers',
  async run(platform) {
    const replayer = await platform.addAttacker(manyCredits, { rpmLimit })
    const body = { model: 'svc/embed-default', encoding_format: 'base64', input: 'MODE:embed:0' }
    const headers = { 'idempotency-key': 'same' }
    const repeat = () => platform.call(replayer.key, { path: '/embeddings', body, headers })
    const first = await repeat()
    const repeated = await Promise.all(Array.from({ length: 30 }, repeat))
    const answered = [first, ...repeated].filter(({ status }) => status === 200).length
    const filled = await fill(platform)
    return {
      freeAnswers: filled.free,
      faults: [
        ...(answered > rpmLimit ? [`${answered} answers with a key of ${rpmLimit} requests a minute`] : []),
        ...(filled.stored > platform.budgets.companyStoredBytes ? [`${filled.stored} bytes are stored`] : []),
      ],
      says: `30 replays with a key of ${rpmLimit} RPM: ${countStatuses(repeated)}; ${filled.says}`,
    }
  },
}

async function fill(platform: AbuseSetup) {
  const attacker = await platform.addAttacker(manyCredits)
  let next = 0
  const answers = await inLanes(4, { forMs: platform.isShort ? 700 : 4_000 }, () => {
    next += 1
    return platform.call(attacker.key, {
      path: '/embeddings',
      body: { model: 'svc/embed-default', encoding_format: 'base64', input: 'MODE:mebibyte' },
      headers: { 'idempotency-key': `fill-${next}` },
    })
  })
  const whole = answers.filter(({ status }) => status === 200).length
  const records = await waitForCalls(platform, attacker, whole)
  const { rows } = await platform.setup.pool.query(
    'select coalesce(sum(octet_length(answer)), 0)::int as bytes from stored_answers where company_id = $1',
    [attacker.companyId],
  )
  const stored = (rows as { bytes: number }[])[0]?.bytes ?? 0
  const says = `${whole} answers of almost 1 MiB: ${records.charged} charged, ${stored} bytes stored of ${platform.budgets.companyStoredBytes}`
  return { free: whole - records.charged, stored, says }
}
