import { type Postgres, createPostgres } from '@gatehouse/postgres/create-postgres'
import { Secret } from '@gatehouse/runtime/secret'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { testDatabase } from '@gatehouse/testkit/vitest/test-servers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chooseConcepts, namesToFind } from '../taxonomy/choose-concept.ts'
import { findNamedConcepts } from './find-concepts.ts'
import { importTaxonomy, listImports } from './import-taxonomy.ts'

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
})
afterAll(() => scope.disposeAsync())

/** Samples with the columns and the quoting of the publishers' own files. */
const escoSkills = `conceptType,conceptUri,skillType,reuseLevel,preferredLabel,altLabels,hiddenLabels,status
KnowledgeSkillCompetence,http://esco/java,knowledge,sector-specific,Java (computer programming),"Java
Java language",,released
KnowledgeSkillCompetence,http://esco/welding,skill/competence,cross-sector,"weld metal, safely","welding
metal welding",,released
`
const escoOccupations = `conceptType,conceptUri,iscoGroup,preferredLabel,altLabels,hiddenLabels,status
Occupation,http://esco/nurse,2221,nurse,"registered nurse
RN",,released
`
const onetTechnologies = `O*NET-SOC Code\tExample\tCommodity Code\tCommodity Title\tHot Technology\tIn Demand
15-1252.00\tDocker\t43232408\tDevelopment environment software\tY\tY
15-1244.00\tDocker\t43232408\tDevelopment environment software\tY\tN
15-1252.00\tSimple "quoted" tool\t1\tSoftware\tN\tN
`
const onetTitles = `O*NET-SOC Code\tAlternate Title\tShort Title\tSource(s)
29-1141.00\tRegistered Nurse\tn/a\t08
29-1141.00\tStaff Nurse\tn/a\t08
11-1011.00\tManager\tn/a\t08
11-1021.00\tManager\tn/a\t08
`

/** Small pieces split words and quotes; a long text has larger ones, because a row without end is read again for each. */
async function* inPieces(text: string): AsyncGenerator<string> {
  const length = Math.max(50, Math.floor(text.length / 500))
  for (let at = 0; at < text.length; at += length) yield await Promise.resolve(text.slice(at, at + length))
}

function put(text: string) {
  return postgres.transaction((tx) =>
    importTaxonomy(tx, { chunks: inPieces(text), onProgress: () => undefined }),
  )
}

async function find(names: { skills: string[]; titles: string[] }) {
  return chooseConcepts(names, await findNamedConcepts(postgres, namesToFind(names)))
}
const findSkills = async (skills: string[]) => (await find({ skills, titles: [] })).concepts
const findOccupations = async (titles: string[]) => (await find({ skills: [], titles })).occupations

test('published files are recognised by their columns, and their names are found', async () => {
  expect(await put(escoSkills)).toEqual({
    kind: 'imported',
    source: 'esco-skills',
    rows: 2,
    concepts: 2,
    names: 6,
    removed: 0,
  })
  expect(await put(onetTechnologies)).toMatchObject({
    source: 'onet-technology-skills',
    rows: 3,
    concepts: 2,
  })
  expect(await put(escoOccupations)).toMatchObject({ source: 'esco-occupations' })
  expect(await put(onetTitles)).toMatchObject({ source: 'onet-alternate-titles', concepts: 3 })
  const skills = await findSkills(['java', 'Docker', 'Welding', 'k8s', 'knitting', 'weld metal, safely'])
  expect(Object.fromEntries(skills)).toEqual({
    java: {
      scheme: 'esco',
      id: 'http://esco/java',
      label: 'Java (computer programming)',
      match: 'alias',
      score: 0.9,
    },
    Docker: { scheme: 'onet', id: 'docker', label: 'Docker', match: 'exact', score: 1 },
    Welding: {
      scheme: 'esco',
      id: 'http://esco/welding',
      label: 'weld metal, safely',
      match: 'alias',
      score: 0.9,
    },
    k8s: { scheme: 'local', id: 'kubernetes', label: 'Kubernetes', match: 'alias', score: 0.9 },
    'weld metal, safely': {
      scheme: 'esco',
      id: 'http://esco/welding',
      label: 'weld metal, safely',
      match: 'exact',
      score: 1,
    },
  })
  const titles = await findOccupations(['Registered nurse', 'Nurse', 'Manager', 'Krankenschwester'])
  expect(Object.fromEntries(titles)).toEqual({
    'Registered nurse': { isco08: '2221', esco: 'http://esco/nurse', onet_soc: '29-1141.00', score: 0.9 },
    Nurse: { isco08: '2221', esco: 'http://esco/nurse', onet_soc: null, score: 1 },
    Krankenschwester: { isco08: '2221', esco: 'http://esco/nurse', onet_soc: '29-1141.00', score: 0.9 },
  })
})

test('importing a file again is a no-op, and a newer version replaces its names', async () => {
  const before = await listImports(postgres)
  expect(await put(escoSkills)).toMatchObject({ names: 6, removed: 0 })
  const again = await listImports(postgres)
  expect(again.map(({ source, names, concepts }) => [source, names, concepts])).toEqual(
    before.map(({ source, names, concepts }) => [source, names, concepts]),
  )
  const newer = escoSkills
    .replace('Java language', 'Java SE')
    .replace(/KnowledgeSkillCompetence,http:\/\/esco\/welding[^]*/, '')
  expect(await put(newer)).toMatchObject({ concepts: 1, removed: 4 })
  expect((await findSkills(['welding'])).get('welding')).toMatchObject({ scheme: 'local' })
  expect((await listImports(postgres)).find(({ source }) => source === 'onet-technology-skills')?.names).toBe(
    2,
  )
})

test('an unknown file and a truncated file change nothing', async () => {
  const before = await listImports(postgres)
  expect(await put('name,age\nAna,7\n')).toEqual({ kind: 'unknown_file', columns: ['name', 'age'] })
  expect(await put('')).toMatchObject({ kind: 'unknown_file' })
  await expect(put(`${escoSkills}x,"${'y'.repeat(1_100_000)}`)).rejects.toThrow('does not end')
  expect(await listImports(postgres)).toEqual(before)
})
