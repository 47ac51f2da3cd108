// Generated from match.graphql by pnpm console:operations. Do not edit.
import type { Operation } from '../../../graphql/operation.ts'

export type MatchVariables = {
  companyId: string
  jobId: string
  talentId: string
}

export type MatchResult = {
  match: {
    talentId: string
    score: string
    band: 'EXCELLENT' | 'GOOD' | 'UNRELATED' | 'WEAK'
    bandStart: string | null
    coveragePercent: number
    judgement: 'JUDGED' | 'NONE' | 'PENDING'
    computedAt: string
    isUpToDate: boolean
    arithmetic: string | null
    rows: readonly ({
      requirementId: string
      category: string
      importance: string
      text: string
      status: 'CONTRADICTED' | 'MET' | 'NOT_SHOWN' | 'PARTLY_MET'
      sentence: string
      points: string
      share: string
      adds: string
      isJudged: boolean
      lines: readonly (number)[]
      quotes: readonly (string)[]
    })[]
    lines: readonly (number)[]
    lineTexts: readonly (string)[]
    flaggedLines: readonly ({
      line: number
      text: string
    })[]
    questions: readonly ({
      requirementId: string
      text: string
      wouldAdd: string
    })[]
  }
  job: {
    title: string
  }
  matches: {
    nodes: readonly ({
      talentId: string
    })[]
  }
}

export const match: Operation<MatchResult, MatchVariables> = {
  name: 'Match',
  text: "query Match($companyId:ID!,$jobId:ID!,$talentId:ID!){match(companyId:$companyId,jobId:$jobId,talentId:$talentId){...ExplainedMatch}job(companyId:$companyId,jobId:$jobId){title}matches(companyId:$companyId,jobId:$jobId,first:100){nodes{talentId}}} fragment ExplainedMatch on Match{talentId score band bandStart coveragePercent judgement computedAt isUpToDate arithmetic rows{requirementId category importance text status sentence points share adds isJudged lines quotes}lines lineTexts flaggedLines{line text}questions{requirementId text wouldAdd}}",
}

export type MatchIfVariables = {
  companyId: string
  jobId: string
  talentId: string
  without?: readonly (string)[] | null | undefined
  with?: readonly ({ requirementId: string; status: 'CONTRADICTED' | 'MET' | 'NOT_SHOWN' | 'PARTLY_MET' })[] | null | undefined
}

export type MatchIfResult = {
  match: {
    talentId: string
    score: string
    band: 'EXCELLENT' | 'GOOD' | 'UNRELATED' | 'WEAK'
    bandStart: string | null
    coveragePercent: number
    judgement: 'JUDGED' | 'NONE' | 'PENDING'
    computedAt: string
    isUpToDate: boolean
    arithmetic: string | null
    rows: readonly ({
      requirementId: string
      category: string
      importance: string
      text: string
      status: 'CONTRADICTED' | 'MET' | 'NOT_SHOWN' | 'PARTLY_MET'
      sentence: string
      points: string
      share: string
      adds: string
      isJudged: boolean
      lines: readonly (number)[]
      quotes: readonly (string)[]
    })[]
    lines: readonly (number)[]
    lineTexts: readonly (string)[]
    flaggedLines: readonly ({
      line: number
      text: string
    })[]
    questions: readonly ({
      requirementId: string
      text: string
      wouldAdd: string
    })[]
  }
  scoreWhatIf: {
    talentId: string
    score: string
    band: 'EXCELLENT' | 'GOOD' | 'UNRELATED' | 'WEAK'
    bandStart: string | null
    coveragePercent: number
    judgement: 'JUDGED' | 'NONE' | 'PENDING'
    computedAt: string
    isUpToDate: boolean
    arithmetic: string | null
    rows: readonly ({
      requirementId: string
      category: string
      importance: string
      text: string
      status: 'CONTRADICTED' | 'MET' | 'NOT_SHOWN' | 'PARTLY_MET'
      sentence: string
      points: string
      share: string
      adds: string
      isJudged: boolean
      lines: readonly (number)[]
      quotes: readonly (string)[]
    })[]
    lines: readonly (number)[]
    lineTexts: readonly (string)[]
    flaggedLines: readonly ({
      line: number
      text: string
    })[]
    questions: readonly ({
      requirementId: string
      text: string
      wouldAdd: string
    })[]
  }
  job: {
    title: string
  }
  matches: {
    nodes: readonly ({
      talentId: string
    })[]
  }
}

export const matchIf: Operation<MatchIfResult, MatchIfVariables> = {
  name: 'MatchIf',
  text: "query MatchIf($companyId:ID!,$jobId:ID!,$talentId:ID!,$without:[ID!],$with:[AssumedRequirement!]){match(companyId:$companyId,jobId:$jobId,talentId:$talentId){...ExplainedMatch}scoreWhatIf(companyId:$companyId jobId:$jobId talentId:$talentId without:$without with:$with){...ExplainedMatch}job(companyId:$companyId,jobId:$jobId){title}matches(companyId:$companyId,jobId:$jobId,first:100){nodes{talentId}}} fragment ExplainedMatch on Match{talentId score band bandStart coveragePercent judgement computedAt isUpToDate arithmetic rows{requirementId category importance text status sentence points share adds isJudged lines quotes}lines lineTexts flaggedLines{line text}questions{requirementId text wouldAdd}}",
}

export type RevealTalentNameVariables = {
  companyId: string
  talentId: string
}

export type RevealTalentNameResult = {
  revealTalent: {
    name: string | null
  }
}

export const revealTalentName: Operation<RevealTalentNameResult, RevealTalentNameVariables> = {
  name: 'RevealTalentName',
  text: "mutation RevealTalentName($companyId:ID!,$talentId:ID!){revealTalent(companyId:$companyId,talentId:$talentId){name}}",
}
