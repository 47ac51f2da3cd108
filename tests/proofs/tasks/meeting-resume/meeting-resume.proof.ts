import { waitUntil } from '@gatehouse/testkit/wait-until'
import { type Setup, openSetup } from './setup.ts'
import { type Death, type WorkerChild, deaths, startWorkerChild } from './worker-child.ts'
import { type Proof, judged } from '../../proof.ts'

const withinMs = 120_000
// The short form tries only the two points at which something could be paid for or mailed twice, because loading a
// worker takes a second of CPU.
const shortDeaths: readonly Death[] = ['with the answer in hand', 'before the commit']

export const proof: Proof = {
  name: 'meeting-resume',
  tier: 'daily',
  claim:
    'whenever the process that produces the insights of a meeting is killed, another resumes, and they are paid for and mailed once',
  bar: '0 meetings without insights, 0 paid for or mailed twice',
  async run({ progress, isShort }) {
    await using scope = new AsyncDisposableStack()
    const setup = await openSetup(scope)
    const children: WorkerChild[] = []
    scope.defer(() => {
      for (const child of children) child.stop()
    })
    const points = isShort ? shortDeaths : deaths
    const rounds = isShort ? 1 : 5
    const faults: string[] = []
    for (let round = 0; round < rounds; round += 1) {
      faults.push(...(await killEverywhere(setup, { points, children })))
      progress(`round ${round + 1}: a worker was killed at each of ${points.length} points`)
    }
    const last = startWorkerChild({ ...setup.order, diesAt: null })
    children.push(last)
    await last.loaded
    last.begin()
    const meetings = rounds * points.length
    await waitUntil(() => isOver(setup, meetings), {
      withinMs,
      what: 'every meeting has its insights and mail',
    })
    faults.push(...(await findFaults(setup, meetings)))
    return judged({
      figure: `${meetings} kills at ${points.length} points, ${meetings} meetings, ${faults.length} faults${
        faults.length > 0 ? `: ${faults.slice(0, 3).join('; ')}` : ''
      }`,
      isPassed: faults.length === 0,
    })
  },
}

/**
 * Kills one worker after another, each while it handles a new meeting. The workers are loaded beforehand, because
 * loading takes longer than the work.
 */
async function killEverywhere(
  setup: Setup,
  { points, children }: { points: readonly Death[]; children: WorkerChild[] },
): Promise<string[]> {
  const faults: string[] = []
  const dying = points.map((diesAt) => ({ diesAt, child: startWorkerChild({ ...setup.order, diesAt }) }))
  children.push(...dying.map(({ child }) => child))
  await Promise.all(dying.map(({ child }) => child.loaded))
  for (const { diesAt, child } of dying) {
    await setup.holdMeeting()
    child.begin()
    const signal = await child.exited
    if (signal !== 'SIGKILL')
      faults.push(`a worker that should have died ${diesAt} was ended by ${signal ?? 'itself'}`)
  }
  return faults
}

async function isOver({ postgres, sink }: Setup, meetings: number): Promise<boolean> {
  const { rows } = await postgres.query<{ done: number; settled: number }>(
    `select (select count(*)::int from meetings where status = 'DONE') as done,
            (select count(*)::int from mails where status <> 'QUEUED') as settled`,
  )
  return rows[0]?.done === meetings && rows[0].settled === meetings && sink.mails.length >= meetings
}

async function findFaults({ postgres, sink }: Setup, meetings: number): Promise<string[]> {
  const { rows } = await postgres.query<{ what: string; found: number }>(
    `select 'meetings with one insight' as what, count(*)::int as found from meetings where jsonb_array_length(insights) = 1
     union all select 'calls that were paid for', count(*)::int from calls where status = 'SUCCEEDED'
     union all select 'calls on a meeting''s receipt', count(distinct c.id)::int
                 from meetings m join calls c on c.id = any (m.call_ids) and c.status = 'SUCCEEDED'
     union all select 'mails', count(*)::int from mails
     union all select 'mails that were sent', count(*)::int from mails where status = 'SENT'`,
  )
  const counted = [...rows, { what: 'mails that arrived', found: sink.mails.length }]
  return counted.filter(({ found }) => found !== meetings).map(({ what, found }) => `${found} ${what}`)
}
