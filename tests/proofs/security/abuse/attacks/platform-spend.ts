import { setTimeout as pause } from 'node:timers/promises'
import { addUser, issueToken } from '@gatehouse/testkit/seed-backend'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { nextAddress } from '../../../gateway/gateway-setup.ts'
import type { Attack, AbuseSetup } from '../attack.ts'

// A gateway checks the allowance every 2 s and lets calls in flight finish.
const noticedWithinMs = 3_000
const documentsMax = 8

/** An endless series of CVs, parsed at the platform's expense, from a company whose first CV uses up its allowance. */
export const platformSpend: Attack = {
  name: 'F6 the platform’s own spend',
  async run(platform) {
    const { companyId } = await platform.addAttacker(0n)
    await platform.setup.pool.query(
      'insert into company_allowances (company_id, model_work_micros, documents_per_day) values ($1, 1, $2)',
      [companyId, documentsMax],
    )
    const token = await issueToken(await addUser(platform.setup.database, { companyId }))
    const first = await upload(platform, { companyId, token, from: 0, to: documentsMax / 2 })
    const hasSpent = async () => (await readSpend(platform, companyId)).calls > 0
    await waitUntil(hasSpent, { withinMs: 60_000, what: 'the platform parses a CV' })
    await pause(noticedWithinMs)
    const before = await readSpend(platform, companyId)
    const second = await upload(platform, { companyId, token, from: documentsMax / 2, to: 3 * documentsMax })
    await pause(platform.isShort ? 1_500 : 10_000)
    const after = await readSpend(platform, companyId)
    const accepted = [...first, ...second].filter((status) => status === 202).length
    const refused = second.filter((status) => status === 429).length
    return {
      creditMicros: after.micros - before.micros,
      faults: [
        ...(accepted > documentsMax
          ? [`${accepted} documents were accepted, ${documentsMax} a day are allowed`]
          : []),
        ...(refused > 0 ? [] : ['no upload was refused']),
      ],
      says: `${accepted} of ${first.length + second.length} CVs accepted, ${refused} refused; ${before.calls} parsed until the allowance was used up, ${after.calls - before.calls} afterwards`,
    }
  },
}

type Batch = { companyId: string; token: string; from: number; to: number }

async function upload({ backend }: AbuseSetup, { companyId, token, from, to }: Batch): Promise<number[]> {
  const statuses: number[] = []
  for (let number = from; number < to; number += 1) {
    const query = new URLSearchParams({ companyId, kind: 'cv', name: `cv-${number}.txt` })
    const response = await fetch(`${backend.url}/documents?${query.toString()}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': nextAddress() },
      body: `Person ${number}\nperson${number}@people.example\n\nExperience\n2019 - 2023 Java developer, number ${number}\n`,
    })
    await response.arrayBuffer()
    statuses.push(response.status)
  }
  return statuses
}

async function readSpend(
  { setup }: AbuseSetup,
  companyId: string,
): Promise<{ calls: number; micros: bigint }> {
  const { rows } = await setup.pool.query(
    `select count(*)::int as calls, coalesce(sum(charged_micros), 0)::text as micros from calls
      where concerned_company_id = $1`,
    [companyId],
  )
  const [row] = rows as { calls: number; micros: string }[]
  return { calls: row?.calls ?? 0, micros: BigInt(row?.micros ?? 0) }
}
