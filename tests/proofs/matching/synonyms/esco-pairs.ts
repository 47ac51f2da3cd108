// Pairs from ESCO: the job names a skill by its preferred label, the CV by an alternative label that shares no term with
// it. The file is imported as an operator would import it.
import { createReadStream } from 'node:fs'
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import { importTaxonomy } from '@gatehouse/vocabulary/import-taxonomy'
import { distinctTerms } from '@gatehouse/vocabulary/term'
import { seededRandom } from '../../kit/seeded-random.ts'
import { chooseCareer, choosePerson, writeCv } from '../kit/generate-cv.ts'
import { readCvWords } from '../kit/read-words.ts'
import type { JobAndCv } from './measure-synonyms.ts'

export async function importEscoSkills(postgres: Postgres, file: URL): Promise<void> {
  const chunks = createReadStream(file, 'utf8') as AsyncIterable<string>
  const outcome = await postgres.transaction((tx) => importTaxonomy(tx, { chunks, onProgress() {} }))
  if (outcome.kind !== 'imported') throw new Error(`ESCO was not imported: ${outcome.columns.join(', ')}`)
}

export async function readEscoPairs(postgres: Postgres, count: number): Promise<JobAndCv[]> {
  const { rows } = await postgres.query<{ preferred: string; alternative: string }>(
    `select p.name as preferred, a.name as alternative
       from taxonomy_names p
       join taxonomy_names a using (kind, scheme, concept_id)
      where p.kind = 'skill' and p.scheme = 'esco' and p.is_preferred and not a.is_preferred
      order by p.folded, a.folded`,
  )
  const random = seededRandom('ESCO')
  const differing = rows.filter(({ preferred, alternative }) => {
    const terms = new Set(distinctTerms(preferred))
    const own = distinctTerms(alternative)
    return own.length > 0 && own.length <= 4 && !own.some((term) => terms.has(term))
  })
  const words = readCvWords().en
  const fields = [...words.fields.values()]
  return random
    .shuffle(differing)
    .slice(0, count)
    .map(({ preferred, alternative }) => {
      const { titles, skills, tasks } = random.pick(fields)
      const career = chooseCareer(random, {
        language: 'en',
        words: { titles, skills: [alternative, ...skills.slice(0, 3)], tasks },
        places: words.places,
      })
      return {
        field: null,
        jobWords: preferred,
        cvWords: alternative,
        job: `Team member (m/f/d)\nNorthgate Group\nRequirements\n- ${preferred}\n- Punctuality`,
        cv: writeCv({ ...career, skills: [alternative, ...career.skills] }, choosePerson(random, words)),
      }
    })
}
