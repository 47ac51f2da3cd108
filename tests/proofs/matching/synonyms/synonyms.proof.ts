import type { Postgres } from '@gatehouse/postgres/create-postgres'
import { builtInConcepts } from '@gatehouse/vocabulary/built-in-concepts'
import type { Concepts } from '@gatehouse/vocabulary/concept'
import { loadConcepts } from '@gatehouse/vocabulary/load-concepts'
import { findEscoSkills } from '../../kit/labelled-data.ts'
import { connectToDatabase, startDatabase } from '../../kit/servers.ts'
import { type Proof, judged } from '../../proof.ts'
import { noConcepts } from '../kit/read-texts.ts'
import { importEscoSkills, readEscoPairs } from './esco-pairs.ts'
import { type Found, measureSynonyms } from './measure-synonyms.ts'
import { type OtherTalent, generateTalents } from './other-talents.ts'
import { type Half, type SynonymPair, readSynonymPairs } from './synonym-pairs.ts'

const recallMin = 0.9
const unrelatedMax = 0.02
const placesSearched = 50
const othersMin = { long: 10_000, short: 1_500 } as const

export const proof: Proof = {
  name: 'synonyms',
  tier: 'night',
  claim:
    'a talent is found although the CV names what the job asks for in other words, or in another language',
  bar:
    `recall@${placesSearched} ≥ ${recallMin} of 400 pairs among ≥ 10,000 other talents (short: ≥ 1,500), overall and held out, ` +
    `≤ ${unrelatedMax * 100} % of unrelated talents above`,
  async run({ progress, isShort }) {
    await using scope = new AsyncDisposableStack()
    const server = await startDatabase(scope)
    // Writing the talents is not measured, and takes long on a busy machine.
    const { pool: postgres } = connectToDatabase(scope, server.url, {
      poolSizeMax: 2,
      queryTimeoutMs: 600_000,
    })
    const pairs = readSynonymPairs()
    const others = generateTalents(isShort ? 2_000 : 13_000)
    // The short form compares every third pair with all talents: of both halves, since three is odd.
    const found = await measureSynonyms(
      postgres,
      { pairs, others },
      { concepts: builtInConcepts(), comparedEvery: isShort ? 3 : 1 },
    )
    const talentsMin = Math.min(...found.map((one) => one.others))
    progress(`${pairs.length} pairs, each among at least ${talentsMin} talents of other fields`)
    for (const line of describeParts(found)) progress(line)
    const without = await measureSynonyms(
      postgres,
      { pairs, others },
      { concepts: noConcepts, comparedEvery: 0 },
    )
    progress(`without concepts: recall@${placesSearched} ${describeHalves(recallOf, without)}`)
    if (!isShort) progress(await measureEsco(postgres, others))

    const unrelated = unrelatedOf(found)
    return judged({
      figure:
        `recall@${placesSearched} ${describeHalves(recallOf, found)} of ${pairs.length} pairs among ≥ ${talentsMin} other talents, ` +
        `without concepts ${describeHalves(recallOf, without)}; ` +
        `${percent(unrelated)} of unrelated talents above (held out ${percent(unrelatedOf(found.filter(isHeldOut)))})`,
      isPassed:
        recallOf(found) >= recallMin &&
        recallOf(found.filter(isHeldOut)) >= recallMin &&
        unrelated <= unrelatedMax &&
        talentsMin >= othersMin[isShort ? 'short' : 'long'],
    })
  },
  async tryTools(scope) {
    const server = await startDatabase(scope)
    const { pool: postgres } = connectToDatabase(scope, server.url, { poolSizeMax: 2 })
    const pairs = readSynonymPairs().slice(0, 5)
    const found = await measureSynonyms(
      postgres,
      { pairs, others: generateTalents(100) },
      { concepts: builtInConcepts(), comparedEvery: 1 },
    )
    if (recallOf(found) === 0) throw new Error('no talent was found')
  },
}

async function measureEsco(postgres: Postgres, others: readonly OtherTalent[]): Promise<string> {
  const file = await findEscoSkills()
  if (!file) return 'ESCO: the file is missing'
  await importEscoSkills(postgres, file)
  const pairs = await readEscoPairs(postgres, 300)
  const texts = [...pairs.flatMap(({ job, cv }) => [job, cv]), ...others.map(({ text }) => text)]
  const measure = (concepts: Concepts) =>
    measureSynonyms(postgres, { pairs, others }, { concepts, comparedEvery: 0 })
  const [withImport, withoutImport] = [
    await measure(await loadConcepts(postgres, texts)),
    await measure(builtInConcepts()),
  ]
  return (
    `ESCO, ${pairs.length} alternative labels that share no term with the preferred one: recall@${placesSearched} ` +
    `${recallOf(withImport).toFixed(3)} after the import, ${recallOf(withoutImport).toFixed(3)} before`
  )
}

type FoundPair = Found<SynonymPair>

function recallOf(found: readonly Found<unknown>[]): number {
  return found.filter(({ place }) => place <= placesSearched).length / Math.max(1, found.length)
}

function unrelatedOf(found: readonly FoundPair[]): number {
  const compared = found.flatMap(({ unrelatedAbove }) => unrelatedAbove ?? [])
  return compared.reduce((sum, share) => sum + share, 0) / Math.max(1, compared.length)
}

function knownOf(found: readonly FoundPair[]): number {
  return found.filter(({ isKnown }) => isKnown).length / Math.max(1, found.length)
}

function isHeldOut({ pair }: FoundPair): boolean {
  return pair.half === 'held out'
}

function describeHalves(of: (found: readonly FoundPair[]) => number, found: readonly FoundPair[]): string {
  const half = (name: Half) => of(found.filter(({ pair }) => pair.half === name)).toFixed(3)
  return `${of(found).toFixed(3)} (first half ${half('first half')}, held out ${half('held out')})`
}

function describeParts(found: readonly FoundPair[]): string[] {
  const groups = Object.entries(
    Object.groupBy(found, ({ pair }) => `${pair.kind}s, CV in ${pair.language}`),
  ).map(([name, own = []]) => `${name} ${recallOf(own).toFixed(2)}`)
  const among = (
    found.filter(({ placeAmongAll }) => placeAmongAll <= placesSearched).length / found.length
  ).toFixed(3)
  const listed = (found.filter(({ place }) => Number.isFinite(place)).length / found.length).toFixed(3)
  return [
    `recall@${placesSearched} ${describeHalves(recallOf, found)}; listed at all ${listed}; with talents of related fields in the list ${among}`,
    groups.join(', '),
    `words of job and CV known as near concepts: ${describeHalves(knownOf, found)}; ` +
      `recall@${placesSearched} of these ${describeHalves(
        recallOf,
        found.filter(({ isKnown }) => isKnown),
      )}`,
    `unrelated talents above: ${percent(unrelatedOf(found))}`,
  ]
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)} %`
}
