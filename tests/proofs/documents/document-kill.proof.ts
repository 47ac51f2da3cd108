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
import { startSmtpSink } from '@gatehouse/testkit/start-smtp-sink'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { type DocumentWork, startDocumentWorker } from './start-document-worker.ts'
import { type Upload, judgeUploads } from './judge-uploads.ts'
import { type Proof, judged } from '../proof.ts'
import { ids, logger, startTaskSetup } from '../tasks/task-setup.ts'

const long = { documents: 3_000, workers: 3, kills: 30, killEveryMs: 1_000, renewMs: 4_000, silentMs: 15_000 }
const short = { documents: 90, workers: 2, kills: 2, killEveryMs: 400, renewMs: 200, silentMs: 1_000 }
// Every third document has no text, so its uploader is notified by mail.
const refusedEvery = 3
/** As many as one worker sends concurrently. */
const mailsAtOnce = 8

export const proof: Proof = {
  name: 'document-kill',
  tier: 'daily',
  claim:
    'if workers are killed while they read uploads, each CV still becomes one talent, and each refusal one mail or, if the ' +
    'worker was killed while it sent the mail, a mail recorded as unknown',
  bar:
    '0 uploads without their own talent (with its text) or refusal (with its mail), 0 talents or mails more, unknown mails only ' +
    'where a worker was killed',
  async run({ isShort, progress }) {
    const size = isShort ? short : long
    await using scope = new AsyncDisposableStack()
    const { server, postgres } = await startTaskSetup(scope)
    const store = scope.use(await startS3Sim())
    const sink = scope.use(await startSmtpSink())
    const { renewMs, silentMs } = size
    const work = { databaseUrl: server.url, storeUrl: store.url, smtpUrl: sink.url, renewMs, silentMs }
    const workers = await startWorkers(work, size, scope)
    const [uploads, struck] = await Promise.all([
      upload(postgres, store.url, size.documents),
      killOnAndOn(workers, postgres, size),
    ])
    progress(`${size.kills} workers were killed, ${struck} with work left; the others finish the work`)
    await untilDone(postgres)
    const { wrong, mails, unknown } = await judgeUploads({ uploads, postgres, sink })
    for (const complaint of wrong.slice(0, 10)) progress(`WRONG: ${complaint}`)
    const refused = uploads.filter(({ isRefused }) => isRefused).length
    // A worker that is killed during the SMTP dialogue leaves mails whose delivery is unknown, and they are not repeated.
    const isPassed = wrong.length === 0 && unknown <= struck * mailsAtOnce && struck > 0
    const figure =
      `${wrong.length} of ${uploads.length} uploads with another outcome than their own (${uploads.length - refused} CVs, ` +
      `${refused} refusals), ${mails} mails received, ${unknown} recorded as unknown, ${struck} kills during work`
    return judged({ figure, isPassed })
  },
}

// More than the long form uploads.
const quota = { documentsPerDay: 100_000, documentBytesPerDay: 1_000_000_000 }

async function upload(postgres: Postgres, storeUrl: string, count: number): Promise<Upload[]> {
  const database = createDatabase<Tables>(postgres)
  const companyId = await addCompany(database, 0n)
  const { id: uploadedBy } = await addUser(database, { companyId })
  const queue = createTaskQueue({ postgres, logger, ids, kinds: documentTasks })
  const objects = createObjectStore(new Secret(storeUrl), createSystemClock())
  const deps = { store: createDocumentStore({ shards: oneShard(postgres), queue }), objects, ids }
  const uploads: Upload[] = []
  for (let index = 0; index < count; index += 1) {
    const isRefused = index % refusedEvery === 0
    const text = isRefused
      ? `${index} 1 2 3`
      : `Person ${index}\nEXPERIENCE\nSenior welder, 2015 - 2021, number ${index}`
    const bytes = Buffer.from(text)
    const fileName = `cv-${index}.txt`
    const outcome = await uploadDocument(deps, { companyId, kind: 'CV', fileName, uploadedBy, bytes, quota })
    if (outcome.kind === 'refused') throw new Error(`an upload was refused: ${outcome.message}`)
    uploads.push({ documentId: outcome.document.id, fileName, text, isRefused })
  }
  await objects.close()
  return uploads
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
