// Concepts that once existed two to five times. Each pattern matches the place where the concept is defined; a second
// match is a second definition.
import type { RepositoryFile } from '../../tidy/repository/repository.ts'

type Concept = { name: string; definedBy: RegExp; in?: RegExp }

const concepts: readonly Concept[] = [
  { name: 'bearer-token parser', definedBy: /\/\^bearer\b/i },
  { name: 'UUID check', definedBy: /[\^>]\[0-9a-f\]\{8\}/i },
  {
    name: 'periodic runner',
    definedBy:
      /export (?:async )?function (?:repeatEvery|repeatCheck|runRounds|startRounds|runPeriodically)\b/,
  },
  { name: 'OpenAPI document', definedBy: /\bopenapi: '3\./ },
  { name: 'transaction type of domain code', definedBy: /export type (?:Any)?Transaction\b/ },
  { name: 'date range', definedBy: /export type DateRange\b/ },
  { name: 'section of a text', definedBy: /export type Section\b/ },
  { name: 'education level', definedBy: /export type EducationLevel\b/ },
  { name: 'evidence', definedBy: /export type Evidence\b/ },
  { name: 'month names', definedBy: /\bfeb\b.*\bmar\b|February March|month: 'long'/i },
  { name: 'bullet characters', definedBy: /[▪◦‣]/ },
  { name: 'letter folding', definedBy: /\.normalize\('NFK?D'\)/ },
  { name: 'finished call', definedBy: /export type FinishedCall\b/ },
  { name: 'call to admit', definedBy: /export type CallToAdmit\b/ },
  { name: 'account state', definedBy: /export type AccountState\b/ },
  { name: 'grouping of usage', definedBy: /export function groupUsage\b/ },
  { name: 'generator status', definedBy: /export type GeneratorStatus\b/ },
  { name: 'context limit of an estimate', definedBy: /\bcontextTokensMax\s*=/ },
  {
    name: 'columns of a settled call',
    definedBy: /\bcache_read_tokens\b|\bcached_input_tokens\b/,
    in: /^domain\/credits\/src\/.*settlement/,
  },
]

/** The places of each concept that is defined more than once. */
export function findDoubles(files: readonly RepositoryFile[]): { concept: string; places: string[] }[] {
  return concepts
    .map(({ name, definedBy, in: folder }) => ({
      concept: name,
      places: files
        .filter(({ path, text }) => (folder?.test(path) ?? true) && definedBy.test(text))
        .map(({ path }) => path),
    }))
    .filter(({ places }) => places.length > 1)
}
