import { type Postgres, createPostgres } from '@gatehouse/postgres/create-postgres'
import { Secret } from '@gatehouse/runtime/secret'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { testDatabase } from '@gatehouse/testkit/vitest/test-servers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importTaxonomy } from './import-taxonomy.ts'
import { loadConcepts } from './load-concepts.ts'

const scope = new AsyncDisposableStack()
let postgres: Postgres
beforeAll(async () => {
  const { url } = scope.use(await testDatabase())
  const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })
  const patience = { connectTimeoutMs: 20_000, queryTimeoutMs: 20_000 }
  postgres = createPostgres({
    url: new Secret(url),
    applicationName: 'test',
    poolSizeMax: 2,
    logger,
    ...patience,
  })
  scope.defer(() => postgres.close())
  await put(escoSkills)
  await put(onetTitles)
})
afterAll(() => scope.disposeAsync())

const escoSkills = `conceptType,conceptUri,skillType,preferredLabel,altLabels,hiddenLabels,status
KnowledgeSkillCompetence,http://esco/k8s,knowledge,container orchestration with Kubernetes,"Kubernetes
kube clusters",,released
KnowledgeSkillCompetence,http://esco/basket,skill/competence,weave baskets,"basket weaving
scale",,released
KnowledgeSkillCompetence,http://esco/one,skill/competence,one,"glass blowing",,released
KnowledgeSkillCompetence,http://esco/two,skill/competence,two,"glass blowing",,released
`
const onetTitles = `O*NET-SOC Code\tAlternate Title\tShort Title\tSource(s)
41-2031.00\tRetail Salesperson\tn/a\t08
41-2031.00\tHaberdashery Seller\tn/a\t08
53-1111.00\tBalloonist\tn/a\t08
`

async function* inPieces(text: string): AsyncGenerator<string> {
  yield await Promise.resolve(text)
}

function put(text: string) {
  return postgres.transaction((tx) =>
    importTaxonomy(tx, { chunks: inPieces(text), onProgress: () => undefined }),
  )
}

async function keysIn(text: string): Promise<string[]> {
  const concepts = await loadConcepts(postgres, [text])
  return concepts.find(text).map(({ concept }) => concept.key)
}

test.each([
  ['K8s', ['skill:kubernetes']],
  ['Verkäufer', ['occupation:salesperson']],
])('%s is a built-in concept', async (text, keys) => {
  expect(await keysIn(text)).toEqual(keys)
})

test('an imported concept that shares a name with a built-in one is the same concept', async () => {
  expect(await keysIn('We run kube clusters')).toEqual(['skill:kubernetes'])
  expect(await keysIn('Haberdashery seller')).toEqual(['occupation:salesperson'])
})

test('an imported concept of its own has the key of its taxonomy', async () => {
  expect(await keysIn('Basket weaving, and a balloonist')).toEqual([
    'esco:http://esco/basket',
    'onet:53-1111.00',
  ])
})

test('ambiguous names, ordinary words and names across a comma name nothing', async () => {
  expect(await keysIn('Glass blowing at scale; basket, weaving')).toEqual([])
})

test('the same name has the same concept, whatever other texts are loaded with it', async () => {
  const concepts = await loadConcepts(postgres, ['Basket weaving', 'Kubernetes', 'nothing'])
  expect(concepts.find('basket weaving').map(({ concept }) => concept.key)).toEqual([
    'esco:http://esco/basket',
  ])
  expect(concepts.near('skill:containerization')).toContainEqual({
    key: 'skill:kubernetes',
    label: 'Kubernetes',
    weight: 900,
  })
})

test('a text without words and one with control characters are read', async () => {
  expect(await keysIn('')).toEqual([])
  expect(await keysIn('Wel\u0000ding \u0007 basket weaving')).toEqual(['esco:http://esco/basket'])
})
