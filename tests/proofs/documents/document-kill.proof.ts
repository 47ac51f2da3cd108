import { setTimeout as pause } from 'node:timers/promises'
import { createDocumentStore } from '@gatehouse/documents/create-document-store'
import { documentTasks } from '@gatehouse/documents/document-tasks'
import { uploadDocument } from '@gatehouse/documents/upload-document'
import { createObjectStore } from '@gatehouse/objects/create-object-store'
import { createDatabase } from '@gatehouse/postgres/create-database'
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import { oneShard } from '@gatehouse/postgres/shards'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { Secret } from '@gatehouse/runtime/secret'
import type { Tables } from '@gatehouse/schema/tables'
import { createTaskQueue } from '@gatehouse/tasks/create-task-queue'
import { addUser } from '@gatehouse/testkit/seed-backend'
import { addCompany } from '@gatehouse/testkit/seed-gateway'
import { startS3Sim } from '@gatehouse/testkit/start-s3-sim'
import { type SmtpSink, startSmtpSink } from '@gatehouse/testkit/start-smtp-sink'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { type DocumentWork, startDocumentWorker } from './start-document-worker.ts'
import { type Proof, judged } from '../proof.ts'
import { ids, logger, startTaskSetup } from '../tasks/task-setup.ts'

const long = { documents: 3_000, workers: 3, kills: 30, killEveryMs: 1_000, renewMs: 4_000, silentMs: 15_000 }
const short = { documents: 90, workers: 2, kills: 2, killEveryMs: 400, renewMs: 200, silentMs: 1_000 }
// Every third document has no text, so its uploader is notified by mail.
const refusedEvery = 3

export const proof: Proof = {
  name: 'document-kill',
  tier: 'push',
  claim:
    'if workers are killed while they read uploads, each CV still becomes one talent and each refusal one mail',
  bar: '0 talents lost or doubled, 0 mails sent twice, each mail recorded as sent or unknown',
  async run({ isShort, progress }) {
    const size = isShort ? short : long
    await using scope = new AsyncDisposableStack()
    const { server, postgres } = await startTaskSetup(scope)
    const store = scope.use(await startS3Sim())
    const sink = scope.use(await startSmtpSink())
    const { renewMs, silentMs } = size
    const work = { databaseUrl: server.url, storeUrl: store.url, smtpUrl: sink.url, renewMs, silentMs }
    const workers = await startWorkers(work, size, scope)
    const [expected, struck] = await Promise.all([
      upload(postgres, store.url, size.documents),
      killOnAndOn(workers, postgres, size),
    ])
    progress(`${size.kills} workers were killed, ${struck} with work left; the others finish the work`)
    await untilDone(postgres)
    const found = await judge(postgres, sink)
    const isPassed =
      found.talents === expected.cvs &&
      found.cvs === expected.cvs &&
      found.mails === expected.refused &&
      found.settledMails === expected.refused &&
      found.sentTwice === 0 &&
      found.untruthful === 0 &&
      struck > 0
    const figure = `${found.talents} talents of ${expected.cvs} CVs, ${found.mails} mails for ${expected.refused} refusals (${found.unknown} unknown), ${found.sentTwice} sent twice, ${struck} kills during work`
    return judged({ figure, isPassed })
  },
}

// More than the long form uploads.
const quota = { documentsPerDay: 100_000, documentBytesPerDay: 1_000_000_000 }

async function upload(postgres: Postgres, storeUrl: string, count: number) {
  const database = createDatabase<Tables>(postgres)
  const companyId = await addCompany(database, 0n)
  const { id: uploadedBy } = await addUser(database, { companyId })
  const queue = createTaskQueue({ postgres, logger, ids, kinds: documentTasks })
  const objects = createObjectStore(new Secret(storeUrl), createSystemClock())
  const deps = { store: createDocumentStore({ shards: oneShard(postgres), queue }), objects, ids }
  const expected = { cvs: 0, refused: 0 }
  for (let index = 0; index < count; index += 1) {
    const isRefused = index % refusedEvery === 0
    const text = isRefused
      ? `${index} 1 2 3`
      : `Person ${index}\nEXPERIENCE\nSenior welder, 2015 - 2021, number ${index}`
    expected[isRefused ? 'refused' : 'cvs'] += 1
    const bytes = Buffer.from(text)
    await uploadDocument(deps, { companyId, kind: 'CV', fileName: 'cv.txt', uploadedBy, bytes, quota })
  }
  await objects.close()
  return expected
}

type Workers = { strikeOldest(): Promise<void> }

/** Also starts up to three spare workers in advance, so that a killed worker is replaced immediately. */
async function startWorkers(
  work: DocumentWork,
  { workers, kills }: typeof long,
  scope: AsyncDisposableStack,
): Promise<Workers> {
  const spares = Array.from({ length: Math.min(kills, sparesMax) }, () => startDocumentWorker(work))
  const working = Array.from({ length: workers }, () => startDocumentWorker(work))
  scope.defer(async () => void (await Promise.all([...working, ...spares].map((worker) => worker.kill()))))
  await Promise.all(working.map((worker) => worker.begin()))
  let left = kills - spares.length
  return {
    async strikeOldest() {
      const next = spares.shift()
      if (left > 0) spares.push(startDocumentWorker(work))
      left -= 1
      if (next) working.push(next)
      await Promise.all([working.shift()?.kill(), next?.begin()])
    },
  }
}

const sparesMax = 3

/** Returns the number of kills while work was left. */
async function killOnAndOn(
  workers: Workers,
  postgres: Postgres,
  { kills, killEveryMs }: typeof long,
): Promise<number> {
  let struck = 0
  for (let count = 0; count < kills; count += 1) {
    await pause(killEveryMs)
    if ((await countLeft(postgres)) > 0) struck += 1
    await workers.strikeOldest()
  }
  return struck
}

async function countLeft(postgres: Postgres): Promise<number> {
  const { rows } = await postgres.query<{ left: bigint }>(
    `select (select count(*) from documents where status in ('UPLOADING', 'STORED', 'READ'))
          + (select count(*) from mails where status = 'QUEUED') as left`,
  )
  return Number(rows[0]?.left ?? 1)
}

async function untilDone(postgres: Postgres): Promise<void> {
  const isDone = async () => (await countLeft(postgres)) === 0
  await waitUntil(isDone, {
    withinMs: 300_000,
    what: 'every document is parsed or refused, every mail settled',
  })
}

async function judge(postgres: Postgres, sink: SmtpSink) {
  const count = async (query: string) =>
    Number((await postgres.query<{ count: bigint }>(`select count(*) from ${query}`)).rows[0]?.count ?? 0)
  const { rows } = await postgres.query<{ message_id: string; status: string }>(
    'select message_id, status from mails',
  )
  const arrived = new Map<string, number>()
  for (const { content } of sink.mails) {
    const id = /^Message-ID: (.+)$/m.exec(content)?.[1] ?? ''
    arrived.set(id, (arrived.get(id) ?? 0) + 1)
  }
  return {
    talents: await count('talents'),
    cvs: await count(`documents where status = 'PARSED'`),
    mails: rows.length,
    settledMails: rows.filter(({ status }) => status === 'SENT' || status === 'UNKNOWN').length,
    unknown: rows.filter(({ status }) => status === 'UNKNOWN').length,
    sentTwice: [...arrived.values()].filter((times) => times > 1).length,
    /** Recorded as sent, but never received. */
    untruthful: rows.filter(({ message_id: id, status }) => status === 'SENT' && !arrived.has(id)).length,
  }
}
