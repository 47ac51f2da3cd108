// Matches groups of CVs with a job each, through the product's own pipeline, Postgres, gateway and, if given, model.
import { oneShard } from '@gatehouse/postgres/shards'
import { saveJobs } from '@gatehouse/jobs/save-jobs'
import { createModelJudge } from '@gatehouse/matching/create-model-judge'
import { createGeneratorStore } from '@gatehouse/matching/generator-store'
import type { Judge } from '@gatehouse/matching/judge'
import { type ListedMatch, listMatches } from '@gatehouse/matching/list-matches'
import { createMatchReader } from '@gatehouse/matching/match-reader'
import { ids, operator, runUntilIdle } from '@gatehouse/matching/testing/seed-matching'
import { openModelCalls } from '@gatehouse/model-calls/open-model-calls'
import { createServiceNames } from '@gatehouse/models/service-names'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { Secret } from '@gatehouse/runtime/secret'
import { saveTalents } from '@gatehouse/talents/save-talents'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import { startProviderSim } from '@gatehouse/testkit/start-provider-sim'
import { addCompany, addPlatformKey } from '@gatehouse/testkit/seed-gateway'
import { type GatewaySetup, nextAddress, openGatewaySetup } from '../../gateway/gateway-setup.ts'
import { startHeaderProxy } from '../../kit/header-proxy.ts'
import { readJob, readTalent } from '../kit/read-texts.ts'
import { composeJob } from './compose-cv.ts'
import type { Language } from './injection-set.ts'
import type { ObeyingModel } from './obeying-model.ts'

export type Group = { language: Language; cvs: readonly { code: string; text: string }[] }

export type MatchingSetup = {
  /** Returns the match of each CV by its code. Without a model, facts alone decide. */
  match(groups: readonly Group[], model?: ObeyingModel): Promise<ReadonlyMap<string, ListedMatch>>
}

const alias = 'svc/extract-default'
const specificity = 1_000
const groupsAtATime = 20

export async function openMatchingSetup(scope: AsyncDisposableStack): Promise<MatchingSetup> {
  const sim = scope.use(await startProviderSim({ recordRequests: false }))
  const setup = await openGatewaySetup(scope, { providerUrl: sim.baseUrl })
  const gateway = await setup.startGateway()
  // The gateway admits 600 requests from one address in a minute; here each request comes from its own.
  const { url } = scope.use(await startHeaderProxy(gateway, () => ({ 'x-forwarded-for': nextAddress() })))
  const { raw } = await addPlatformKey(setup.database)
  const judge = openJudge(scope, { gatewayUrl: `${url}/llm/v1`, serviceKey: new Secret(raw) })
  const store = createGeneratorStore({ shards: oneShard(setup.pool), ids })
  await store.start(operator)
  const reader = createMatchReader(oneShard(setup.pool))
  async function matchSome(
    groups: readonly Group[],
    judgeOrNull: Judge | null,
  ): Promise<[string, ListedMatch][]> {
    const deps = { reader, judge: judgeOrNull }
    const saved: SavedGroup[] = []
    for (const group of groups) saved.push(await saveCvs(setup, group))
    await runUntilIdle(store, deps)
    for (const one of saved) await saveJob(setup, one)
    await runUntilIdle(store, deps)
    const matches: [string, ListedMatch][] = []
    for (const { companyId, jobId, codeOf } of saved)
      for (const match of await listMatches(setup.database, { companyId, jobId, limit: 100 }))
        matches.push([codeOf.get(match.talentId) ?? '', match])
    return matches
  }
  return {
    async match(groups, model) {
      const endPlan = sim.planWhen(
        () => true,
        ({ body }) => ({ content: model?.answer(body) ?? '' }),
      )
      // Answers are reused for equal questions; each model must be asked itself.
      await setup.pool.query('delete from judge_verdicts')
      const matches: [string, ListedMatch][] = []
      for (let from = 0; from < groups.length; from += groupsAtATime) {
        const some = groups.slice(from, from + groupsAtATime)
        matches.push(...(await matchSome(some, model ? judge : null)))
      }
      endPlan()
      return new Map(matches)
    },
  }
}

function openJudge(
  scope: AsyncDisposableStack,
  { gatewayUrl, serviceKey }: { gatewayUrl: string; serviceKey: Secret },
): Judge {
  const logger = createLogger({ service: 'proof', level: 'warn', sinks: [process.stderr] })
  const clock = createSystemClock()
  const deps = { clock, logger, metrics: createMetrics('proof'), aliases: [alias] }
  const config = { gatewayUrl, serviceKey, names: createServiceNames('svc') }
  const { client, breakers } = openModelCalls(deps, config, scope)
  if (!client) throw new Error('the gateway must be configured')
  const callsMax = () => breakers.of(alias).callsMax()
  return createModelJudge({ client, alias, callsMax, markSecret: serviceKey, clock, logger })
}

type SavedGroup = {
  companyId: string
  jobId: string
  language: Language
  codeOf: ReadonlyMap<string, string>
}

async function saveCvs({ database, pool }: GatewaySetup, { language, cvs }: Group): Promise<SavedGroup> {
  const companyId = await addCompany(database, 0n)
  const talents = cvs.map(({ text }) => ({
    companyId,
    id: ids.uuid(),
    name: null,
    sourceText: text,
    facts: readTalent(text),
  }))
  await pool.transaction((tx) => saveTalents(tx, talents))
  const codeOf = new Map(talents.map(({ id }, index) => [id, cvs[index]?.code ?? '']))
  return { companyId, jobId: ids.uuid(), language, codeOf }
}

async function saveJob(
  { pool }: GatewaySetup,
  { companyId, jobId, language }: Pick<SavedGroup, 'companyId' | 'jobId' | 'language'>,
): Promise<void> {
  const descriptionText = composeJob(language)
  const [title = ''] = descriptionText.split('\n')
  const facts = readJob(descriptionText, () => specificity)
  await pool.transaction((tx) =>
    saveJobs(tx, [{ companyId, id: jobId, title, status: 'ACTIVE', descriptionText, facts }]),
  )
}
