// Compares what keys can do with what the acts on them and on their companies say.
import type { AddedKey } from '@gatehouse/testkit/seed-gateway'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { callHeaders } from '../../gateway/gateway-setup.ts'
import { makeCall } from '../../gateway/raw-call.ts'
import { type Moment, isAfter, isBefore } from './moment.ts'
import type { AdminAct } from './steady-acts.ts'

/** Status of a call by a key whose last act is this one. */
const statuses = { revoke: 401, suspend: 403, resume: 200 } as const
const servedStatus = 200
const concurrentCalls = 8
// Gateways see a change within five seconds, also if the message about it is lost.
const seenWithinMs = 10_000

const body = Buffer.from(
  JSON.stringify({ model: 'svc/chat-default', messages: [{ role: 'user', content: 'Answer.' }] }),
)

type Subject = { key: AddedKey; acts: readonly AdminAct[] }

/** Keys and companies with the acts on them, oldest first. */
export function groupActs(acts: readonly AdminAct[]): Subject[] {
  const subjects = new Map<string, AdminAct[]>()
  for (const act of acts) {
    const { id } = act.subject.key
    subjects.set(id, [...(subjects.get(id) ?? []), act])
  }
  return [...subjects.values()].flatMap((own) => (own[0] ? [{ key: own[0].subject, acts: own }] : []))
}

export type AccessFound = { checked: number; wrong: string[] }

/** Before the replay, everything must be as at the moment. Subjects of acts that were under way then are left out. */
export async function judgeAtMoment(url: string, subjects: readonly Subject[], moment: Moment) {
  const certain = subjects.filter(({ acts }) =>
    acts.every((act) => isBefore(moment, act) || isAfter(moment, act)),
  )
  const expectedOf = ({ acts }: Subject) => statusAfter(acts.filter((act) => isBefore(moment, act)))
  const found = await judgeAll(url, certain, expectedOf)
  // Those that the replay must end again.
  const revived = certain.filter(
    (subject) => expectedOf(subject) === servedStatus && statusAfter(subject.acts) !== servedStatus,
  )
  const count = (status: number) => revived.filter(({ acts }) => statusAfter(acts) === status).length
  return { ...found, revivedKeys: count(statuses.revoke), revivedCompanies: count(statuses.suspend) }
}

/** After the replay, the last act counts. */
export async function judgeAfterReplay(url: string, subjects: readonly Subject[]): Promise<AccessFound> {
  return judgeAll(url, subjects, ({ acts }) => statusAfter(acts))
}

function statusAfter(acts: readonly AdminAct[]): number {
  const last = acts.at(-1)
  return last ? statuses[last.kind] : servedStatus
}

async function judgeAll(
  url: string,
  subjects: readonly Subject[],
  expectedOf: (subject: Subject) => number,
): Promise<AccessFound> {
  const left = [...subjects]
  const wrong: string[] = []
  const judgeOn = async () => {
    for (let subject = left.pop(); subject; subject = left.pop()) {
      const { key } = subject
      const expected = expectedOf(subject)
      const isAsExpected = async () => (await callStatus(url, key)) === expected
      const what = `a call is answered with ${expected}`
      await waitUntil(isAsExpected, { withinMs: seenWithinMs, what, pauseMs: 500 }).catch(async () => {
        wrong.push(`${key.key.id}: ${await callStatus(url, key)} instead of ${expected}`)
      })
    }
  }
  await Promise.all(Array.from({ length: concurrentCalls }, judgeOn))
  return { checked: subjects.length, wrong }
}

export async function callStatus(url: string, key: AddedKey): Promise<number | undefined> {
  return (await makeCall({ url, headers: callHeaders(key), body })).answer.status
}
