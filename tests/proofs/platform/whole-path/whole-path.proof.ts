import { setTimeout as pause } from 'node:timers/promises'
import { percentile } from '../../kit/percentile.ts'
import { type Proof, type ProofContext, judged } from '../../proof.ts'
import { keepEngineError } from '../../runner/engine-errors.ts'
import { type DevPlatform, startDev } from '../start-dev.ts'
import { findComplaints } from './find-complaints.ts'
import { holdMeeting } from './hold-meeting.ts'
import {
  type MatchedCv,
  hasEvidence,
  matchCvs,
  postJobs,
  readMatches,
  untilNothingIsQueued,
} from './recruit.ts'
import { type Company, buyPack, callModel, createCompany, requireOneCharge } from './set-up-company.ts'
import { type Verification, verifyDeadPort } from './verify-dead-port.ts'

const limitSeconds = 10
// In CI every CV only has to be matched; how long that takes depends on the machine.
const limitSecondsShort = 60
const quietMs = 10 * 60_000
// The simulated model needs some 20 s for each CV, and four are parsed concurrently.
const parsedWithinMs = 5 * 60_000
const attemptsExpected = 20

export const proof: Proof = {
  name: 'whole-path',
  tier: 'daily',
  claim:
    'from an empty database, pnpm dev takes a company from its invitation to matched CVs and a meeting with insights',
  bar: `every step, 20 of 20 CVs matched with evidence in ≤ ${limitSeconds} s, verify-deploy fails after ${attemptsExpected} attempts, ten minutes of log without a warning`,
  async run(context) {
    // Independent of the platform, and slow by design: it runs beside the rest.
    const verifying = verifyDeadPort()
    // A failure of the other steps is reported first.
    verifying.catch(() => undefined)
    await using dev = await startDev()
    const startedMs = performance.now()
    const walked = await walk(dev, context)
    if (!context.isShort) await stayUp(walked, context, startedMs)
    const charge = await requireOneCharge(walked.company, walked.creditsBought)
    const complaints = findComplaints(dev.lines())
    const minutes = (performance.now() - startedMs) / 60_000
    for (const line of complaints) context.progress(line)
    const { exitCode, leftRunning } = await dev.interrupt()
    for (const line of dev.lines()) keepEngineError(line)
    context.progress('Ctrl-C stopped the platform')
    const verified = await verifying
    context.progress(
      `verify-deploy gave up after ${verified.attempts} attempts in ${verified.seconds.toFixed(1)} s`,
    )
    const ended = { complaints: complaints.length, minutes, exitCode, leftRunning: leftRunning.length }
    return judge({ ...walked, verified, charge, ...ended }, context)
  },
}

type Walked = {
  company: Company
  creditsBought: number
  cvs: readonly MatchedCv[]
  jobs: Awaited<ReturnType<typeof postJobs>>
  insights: number
}

async function walk(dev: DevPlatform, { progress, isShort }: ProofContext): Promise<Walked> {
  const platform = await dev.printed
  progress('the platform is up')
  const company = await createCompany(platform)
  progress('a company was created; its admin and a member accepted the invitations in their mails')
  const creditsBought = await buyPack(company)
  progress(`a pack of ${creditsBought} credits was bought at the payment simulator`)
  await callModel(company, platform.addresses.gateway)
  const charge = await requireOneCharge(company, creditsBought)
  progress(`a call of the official client was charged once, ${charge} credits`)
  const meeting = holdMeeting(company, platform)
  // A failure of the other steps is reported first.
  meeting.catch(() => undefined)
  const jobs = await postJobs(company)
  progress(`${jobs.length} jobs were posted`)
  const withinMs = (isShort ? limitSecondsShort : 3 * limitSeconds) * 1_000
  const cvs = await matchCvs(company, { jobs, withinMs })
  for (const { fileName, tookMs } of cvs.slice(-3)) progress(`${fileName} was matched in ${seconds(tookMs)}`)
  const insights = await meeting
  progress(`a meeting gave ${insights} insights, and a mail to the owner of its room`)
  return { company, creditsBought, cvs, jobs, insights }
}

/** Lets the model parse every CV, and watches the log for ten minutes from the start. */
async function stayUp(
  { company, jobs }: Walked,
  { progress }: ProofContext,
  startedMs: number,
): Promise<void> {
  for (const job of jobs) await untilNothingIsQueued(company, { job, withinMs: parsedWithinMs })
  progress('every CV is parsed, and nothing is queued')
  await pause(Math.max(0, startedMs + quietMs - performance.now()))
  await company.admin.logInAgain()
  for (const { name, matches } of await readMatches(company, jobs)) {
    const shown = matches.filter(hasEvidence).length
    progress(
      `${name}: ${shown} matches with evidence, scores ${matches.map(({ score }) => Number(score).toFixed(0)).join(' ')}`,
    )
    if (shown < 4) throw new Error(`${name} has ${shown} matches with evidence after the parse`)
  }
}

type Measured = Walked & {
  verified: Verification
  charge: string
  complaints: number
  minutes: number
  exitCode: number | null
  leftRunning: number
}

function judge(measured: Measured, { isShort }: ProofContext) {
  const { cvs, jobs, insights, verified, charge, complaints, minutes, exitCode, leftRunning } = measured
  const slowestMs = cvs.at(-1)?.tookMs ?? Number.NaN
  const medianMs = percentile(
    cvs.map(({ tookMs }) => tookMs),
    0.5,
  )
  return judged({
    figure: [
      `${cvs.length} CVs matched with evidence for ${jobs.length} jobs, slowest ${seconds(slowestMs)}, median ${seconds(medianMs)}`,
      `1 call charged ${charge} credits`,
      `${insights} insights`,
      `verify-deploy ${verified.attempts} attempts in ${verified.seconds.toFixed(0)} s`,
      `${complaints} warnings in ${minutes.toFixed(1)} min`,
      `${leftRunning} processes left running`,
    ].join(', '),
    isPassed:
      slowestMs <= (isShort ? limitSecondsShort : limitSeconds) * 1_000 &&
      verified.attempts === attemptsExpected &&
      verified.exitCode === 1 &&
      complaints === 0 &&
      exitCode === 0 &&
      leftRunning === 0,
  })
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`
}
