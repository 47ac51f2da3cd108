// Generated from talent.graphql by pnpm console:operations. Do not edit.
import type { Operation } from '../../../graphql/operation.ts'

export type TalentDetailVariables = {
  companyId: string
  talentId: string
}

export type TalentDetailResult = {
  talent: {
    id: string
    status: 'ACTIVE' | 'WITHDRAWN'
    headline: string | null
    experienceMonths: number | null
    isCorrected: boolean
    createdAt: string
    updatedAt: string
    location: {
      text: string
      isRemoteOk: boolean
      canRelocate: boolean
      source: {
        line: number
        text: string
        isCorrection: boolean
      }
    } | null
    roles: readonly ({
      id: string
      title: string | null
      employer: string | null
      start: string | null
      end: string | null
      isCurrent: boolean
      months: number | null
      source: {
        line: number
        text: string
        isCorrection: boolean
      }
    })[]
    skills: readonly ({
      name: string
      isKnown: boolean
      months: number
      lastUsed: string | null
      sources: readonly ({
        line: number
        text: string
        isCorrection: boolean
      })[]
    })[]
    education: readonly ({
      id: string
      degree: string | null
      level: 'associate' | 'bachelor' | 'doctorate' | 'master' | 'secondary' | 'vocational' | null
      field: string | null
      institution: string | null
      year: number | null
      source: {
        line: number
        text: string
        isCorrection: boolean
      }
    })[]
    languages: readonly ({
      code: string
      level: 'a1' | 'a2' | 'b1' | 'b2' | 'c1' | 'c2' | 'native' | null
      source: {
        line: number
        text: string
        isCorrection: boolean
      }
    })[]
    flaggedLines: readonly ({
      line: number
      text: string
    })[]
    documents: readonly ({
      id: string
      kind: 'CV' | 'OTHER'
      status: 'DELETING' | 'PARSED' | 'READ' | 'REFUSED' | 'STORED' | 'UPLOADING'
      createdAt: string
    })[]
    matches: readonly ({
      jobId: string
      jobTitle: string
      score: string
      band: 'EXCELLENT' | 'GOOD' | 'UNRELATED' | 'WEAK'
    })[]
  }
}

export const talentDetail: Operation<TalentDetailResult, TalentDetailVariables> = {
  name: 'TalentDetail',
  text: "query TalentDetail($companyId:ID!,$talentId:ID!){talent(companyId:$companyId,talentId:$talentId){...BlindDetail}} fragment BlindDetail on TalentDetails{id status headline experienceMonths isCorrected createdAt updatedAt location{text isRemoteOk canRelocate source{line text isCorrection}}roles{id title employer start end isCurrent months source{line text isCorrection}}skills{name isKnown months lastUsed sources{line text isCorrection}}education{id degree level field institution year source{line text isCorrection}}languages{code level source{line text isCorrection}}flaggedLines{line text}documents{id kind status createdAt}matches{jobId jobTitle score band}}",
}

export type RevealTalentVariables = {
  companyId: string
  talentId: string
}

export type RevealTalentResult = {
  revealTalent: {
    id: string
    name: string | null
    contact: {
      emails: readonly ({
        value: string
      })[]
      phones: readonly ({
        value: string
        e164: string | null
      })[]
      links: readonly ({
        value: string
      })[]
    }
  }
}

export const revealTalent: Operation<RevealTalentResult, RevealTalentVariables> = {
  name: 'RevealTalent',
  text: "mutation RevealTalent($companyId:ID!,$talentId:ID!){revealTalent(companyId:$companyId,talentId:$talentId){id name contact{emails{value}phones{value e164}links{value}}}}",
}

export type CorrectTalentVariables = {
  companyId: string
  talentId: string
  input: { education?: readonly ({ field?: string | null | undefined; id?: string | null | undefined; isRemoved?: boolean | null | undefined; level?: 'associate' | 'bachelor' | 'doctorate' | 'master' | 'secondary' | 'vocational' | null | undefined })[] | null | undefined; emails?: readonly (string)[] | null | undefined; headline?: string | null | undefined; languages?: readonly ({ isRemoved?: boolean | null | undefined; language: string; level?: 'a1' | 'a2' | 'b1' | 'b2' | 'c1' | 'c2' | 'native' | null | undefined })[] | null | undefined; links?: readonly (string)[] | null | undefined; location?: { canRelocate?: boolean | null | undefined; isRemoteOk?: boolean | null | undefined; text: string } | null | undefined; name?: string | null | undefined; phones?: readonly (string)[] | null | undefined; reset?: readonly ('education' | 'emails' | 'headline' | 'languages' | 'links' | 'location' | 'name' | 'phones' | 'roles' | 'skills')[] | null | undefined; roles?: readonly ({ end?: string | null | undefined; id: string; isCurrent?: boolean | null | undefined; start?: string | null | undefined; title?: string | null | undefined })[] | null | undefined; skills?: readonly ({ isRemoved?: boolean | null | undefined; name: string; years?: number | null | undefined })[] | null | undefined }
}

export type CorrectTalentResult = {
  correctTalent: {
    id: string
  }
}

export const correctTalent: Operation<CorrectTalentResult, CorrectTalentVariables> = {
  name: 'CorrectTalent',
  text: "mutation CorrectTalent($companyId:ID!,$talentId:ID!,$input:CorrectTalentInput!){correctTalent(companyId:$companyId,talentId:$talentId,input:$input){id}}",
}

export type SetTalentStatusVariables = {
  companyId: string
  talentId: string
  status: 'ACTIVE' | 'WITHDRAWN'
}

export type SetTalentStatusResult = {
  setTalentStatus: {
    id: string
  }
}

export const setTalentStatus: Operation<SetTalentStatusResult, SetTalentStatusVariables> = {
  name: 'SetTalentStatus',
  text: "mutation SetTalentStatus($companyId:ID!,$talentId:ID!,$status:TalentStatus!){setTalentStatus(companyId:$companyId,talentId:$talentId,status:$status){id}}",
}

export type EraseTalentVariables = {
  companyId: string
  talentId: string
}

export type EraseTalentResult = {
  deleteTalent: boolean
}

export const eraseTalent: Operation<EraseTalentResult, EraseTalentVariables> = {
  name: 'EraseTalent',
  text: "mutation EraseTalent($companyId:ID!,$talentId:ID!){deleteTalent(companyId:$companyId,talentId:$talentId)}",
}
