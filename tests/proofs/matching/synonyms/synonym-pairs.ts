// The pairs: a job and a CV that names what the job asks for in other words, often in another language. They were
// written independently of the built-in concepts. The second pair of every two was not looked at while the concepts were
// tuned.
import { readFileSync } from 'node:fs'

export type Half = 'first half' | 'held out'

export type SynonymPair = {
  id: string
  /** The language of the CV; the job may be in another one. */
  language: string
  kind: 'title' | 'skill'
  field: string
  jobWords: string
  cvWords: string
  job: string
  cv: string
  half: Half
}

export function readSynonymPairs(): SynonymPair[] {
  const lines = readFileSync(new URL('pairs.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  return lines.map((line, index) => {
    const half: Half = index % 2 === 0 ? 'first half' : 'held out'
    return Object.assign(JSON.parse(line) as Omit<SynonymPair, 'half'>, { half })
  })
}
