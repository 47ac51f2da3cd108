// Generated from talents.graphql by pnpm console:operations. Do not edit.
import type { Operation } from '../../../graphql/operation.ts'

export type TalentsVariables = {
  companyId: string
  status?: 'ACTIVE' | 'WITHDRAWN' | null | undefined
  after?: string | null | undefined
}

export type TalentsResult = {
  talents: {
    nodes: readonly ({
      id: string
      status: 'ACTIVE' | 'WITHDRAWN'
      headline: string | null
      location: string | null
      currentRole: string | null
      topSkills: readonly (string)[]
      experienceMonths: number | null
      updatedAt: string
    })[]
    endCursor: string | null
    hasNextPage: boolean
  }
}

export const talents: Operation<TalentsResult, TalentsVariables> = {
  name: 'Talents',
  text: "query Talents($companyId:ID!,$status:TalentStatus,$after:ID){talents(companyId:$companyId,status:$status,first:50,after:$after){nodes{...BlindTalent}endCursor hasNextPage}} fragment BlindTalent on Talent{id status headline location currentRole topSkills experienceMonths updatedAt}",
}

export type TalentSearchVariables = {
  companyId: string
  words: string
}

export type TalentSearchResult = {
  searchDocuments: readonly ({
    id: string
    talentId: string | null
    excerpt: string
    talent: {
      id: string
      status: 'ACTIVE' | 'WITHDRAWN'
      headline: string | null
      location: string | null
      currentRole: string | null
      topSkills: readonly (string)[]
      experienceMonths: number | null
      updatedAt: string
    } | null
  })[]
  backgroundTasks: {
    nodes: readonly ({
      kind: string
      state: 'CANCELLED' | 'DONE' | 'FAILED' | 'RUNNING' | 'WAITING'
    })[]
    hasNextPage: boolean
  }
}

export const talentSearch: Operation<TalentSearchResult, TalentSearchVariables> = {
  name: 'TalentSearch',
  text: "query TalentSearch($companyId:ID!,$words:String!){searchDocuments(companyId:$companyId,words:$words){id talentId excerpt talent{...BlindTalent}}backgroundTasks(companyId:$companyId,first:100){nodes{kind state}hasNextPage}} fragment BlindTalent on Talent{id status headline location currentRole topSkills experienceMonths updatedAt}",
}
