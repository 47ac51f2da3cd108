// Ports: what matching reads and writes. The adapters are in postgres/.
import type { StoredJobFacts } from '@gatehouse/jobs/job-facts'
import type { FactLine, StoredFacts } from '@gatehouse/talents/talent-facts'
import type { Concepts } from '@gatehouse/vocabulary/concept'
import type { SpecificityOf } from '@gatehouse/vocabulary/specificity'
import type { ClaimedVerdict, VerifiedVerdict } from '../judge/judge.ts'
import type { Candidate, SearchTerm } from '../retrieve/choose-pool.ts'
import type { MatchKey } from '../retrieve/match-keys.ts'

export type MatchReader = {
  readTalents(companyId: string, ids: readonly string[]): Promise<StoredFacts[]>
  readJobs(companyId: string, ids: readonly string[]): Promise<StoredJobFacts[]>
  readFactLines(companyId: string, talents: readonly StoredFacts[]): Promise<Map<string, FactLine[]>>
  /** Concepts that the texts may name. */
  readConcepts(texts: readonly string[]): Promise<Concepts>
  readSpecificity(terms: readonly string[]): Promise<SpecificityOf>
  /** The talents that the index has under the terms, in no order, as far as the lists were read. */
  findCandidates(companyId: string, terms: readonly SearchTerm[]): Promise<Candidate[]>
  /** The same for given talents, without a limit. */
  readStrengths(
    companyId: string,
    talentIds: readonly string[],
    terms: readonly SearchTerm[],
  ): Promise<Candidate[]>
  /** For each talent, the jobs that search for its keys and the jobs that it is already matched with. */
  retrieveJobs(
    companyId: string,
    talents: ReadonlyMap<string, readonly MatchKey[]>,
  ): Promise<Map<string, string[]>>
  /** Points of the lowest-ranked match that each job keeps; a job without an entry keeps all its matches. */
  readLastKept(companyId: string, jobIds: readonly string[]): Promise<Map<string, number>>
  readVerdicts(companyId: string, keys: readonly Buffer[]): Promise<Map<string, readonly ClaimedVerdict[]>>
  storeVerdicts(
    judged: { companyId: string; talentId: string; key: Buffer },
    verdicts: readonly ClaimedVerdict[],
  ): Promise<void>
}

export type Judgement = 'NONE' | 'PENDING' | 'JUDGED'

export type Match = {
  jobId: string
  talentId: string
  points: number
  coverage: number
  jobHash: Buffer
  talentHash: Buffer
  judgement: Judgement
  verdicts: readonly VerifiedVerdict[]
}

/** Result of a batch, to be written in one transaction. */
export type BatchResult = {
  talents: readonly IndexedSubject[]
  jobs: readonly (IndexedSubject & { matches: readonly Match[] })[]
  /** For a batch of talents: the matches to keep, and in `dropped` the pairs to delete. */
  kept: readonly Match[]
  dropped: readonly { jobId: string; talentId: string }[]
  /** Number of pairs that were scored. */
  scored: number
  judgeCalls: number
  /** Jobs of the batch whose best talents could not all be judged. */
  unjudgedIds: readonly string[]
  failedIds: readonly string[]
}

/** `entry` is null for a subject that is no longer active or no longer exists: it is removed from the index. */
export type IndexedSubject = { id: string; entry: { factsHash: Buffer; keys: readonly MatchKey[] } | null }

export const matchesPerJobMax = 100
/** Each is one model call. */
export const judgedPerJobMax = 10
