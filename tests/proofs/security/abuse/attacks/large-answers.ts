import type { Attack, Attacker, AbuseSetup } from '../attack.ts'
import { chatBody, countStatuses, inLanes, isWhole, manyCredits } from '../attack-parts.ts'
import { largeEmbeddings } from '../large-answers.ts'
import { waitForCalls } from '../read-records.ts'

/** Answers of tens of mebibytes with an Idempotency-Key, two at a time, as embeddings and as streams. */
export const largeAnswers: Attack = {
  name: 'F5 large answers to keep',
  async run(platform) {
    const attacker = await platform.addAttacker(manyCredits)
    const [mebibytes, forMs] = platform.isShort ? [3, 200] : [33, 10_000]
    const size = largeEmbeddings(mebibytes).length
    const embeddings = await inLanes(2, { forMs }, (turn) => embed(platform, attacker, { mebibytes, turn }))
    const streams = await inLanes(platform.isShort ? 1 : 2, { forMs: forMs / 2 }, (turn) =>
      platform.call(attacker.key, {
        path: '/chat/completions',
        body: chatBody(`frames:${mebibytes * 2}`, { stream: true, max_tokens: 30_000 }),
        headers: { 'idempotency-key': `stream-${turn}` },
      }),
    )
    const whole =
      embeddings.filter(({ status, bytes }) => status === 200 && bytes >= size * 0.9).length +
      streams.filter(isWhole).length
    const records = await waitForCalls(platform, attacker, embeddings.length + streams.length)
    const { rows } = await platform.setup.pool.query(
      'select coalesce(sum(octet_length(answer)), 0)::int as bytes from stored_answers where company_id = $1',
      [attacker.companyId],
    )
    const stored = (rows as { bytes: number }[])[0]?.bytes ?? 0
    return {
      freeAnswers: whole - records.charged,
      faults: stored > platform.budgets.companyStoredBytes ? [`${stored} bytes of answers are stored`] : [],
      says: `${embeddings.length} embeddings of ${mebibytes} MiB: ${countStatuses(embeddings)}; ${streams.length} streams of ${mebibytes * 2} MiB: ${countStatuses(streams)}; ${records.charged} charged, ${stored} bytes stored`,
    }
  },
}

function embed(
  platform: AbuseSetup,
  attacker: Attacker,
  { mebibytes, turn }: { mebibytes: number; turn: number },
) {
  return platform.call(attacker.key, {
    path: '/embeddings',
    body: { model: 'svc/embed-default', encoding_format: 'base64', input: `MODE:embed:${mebibytes}` },
    headers: { 'idempotency-key': `embed-${turn}` },
  })
}
