// Generated from job.graphql by pnpm console:operations. Do not edit.
import type { Operation } from '../../../graphql/operation.ts'

export type JobVariables = {
  companyId: string
  jobId: string
  after?: string | null | undefined
}

export type JobResult = {
  job: {
    id: string
    title: string
    status: 'ACTIVE' | 'CLOSED' | 'DRAFT' | 'EXPIRED' | 'PAUSED'
    descriptionText: string
    version: number
    createdAt: string
    updatedAt: string
    publishedAt: string | null
    closesAt: string | null
    employer: {
      value: string
      line: number | null
    } | null
    seniority: {
      value: 'director' | 'entry' | 'executive' | 'intern' | 'lead' | 'manager' | 'mid' | 'senior'
      line: number | null
    } | null
    employmentTypes: readonly ({
      value: 'contractor' | 'full_time' | 'intern' | 'part_time' | 'per_diem' | 'temporary' | 'volunteer'
      line: number | null
    })[]
    workplace: {
      value: 'hybrid' | 'on_site' | 'remote'
      line: number | null
    } | null
    locations: readonly ({
      text: string
      country: string | null
      line: number | null
    })[]
    salary: {
      min: number | null
      max: number | null
      currency: string | null
      period: 'day' | 'hour' | 'month' | 'project' | 'week' | 'year' | null
      isGross: boolean | null
      line: number | null
    } | null
    requirements: readonly ({
      id: string
      category: 'authorization' | 'certification' | 'education' | 'experience' | 'language' | 'other' | 'skill'
      importance: 'must' | 'nice' | 'should'
      text: string
      line: number | null
      minYears: number | null
      educationLevel: 'associate' | 'bachelor' | 'doctorate' | 'master' | 'secondary' | 'vocational' | null
      educationField: string | null
      language: string | null
      languageLevel: 'a1' | 'a2' | 'b1' | 'b2' | 'c1' | 'c2' | 'native' | null
      isCorrected: boolean
    })[]
  }
  matchingState: {
    status: 'FAILED' | 'INACTIVE' | 'IN_PROGRESS' | 'MATCHED' | 'WAITING'
    lastMatchedAt: string | null
    cvsWaiting: number
    talentsWaiting: number
    isJudgementWaiting: boolean
    isGeneratorRunning: boolean
  }
  matches: {
    endCursor: string | null
    hasNextPage: boolean
    nodes: readonly ({
      talentId: string
      score: string
      band: 'EXCELLENT' | 'GOOD' | 'UNRELATED' | 'WEAK'
      coveragePercent: number
      isUpToDate: boolean
      flaggedLines: readonly ({
        line: number
      })[]
      rows: readonly ({
        status: 'CONTRADICTED' | 'MET' | 'NOT_SHOWN' | 'PARTLY_MET'
        importance: string
        text: string
      })[]
    })[]
  }
}

export const job: Operation<JobResult, JobVariables> = {
  name: 'Job',
  text: "query Job($companyId:ID!,$jobId:ID!,$after:String){job(companyId:$companyId,jobId:$jobId){id title status descriptionText version createdAt updatedAt publishedAt closesAt employer{value line}seniority{value line}employmentTypes{value line}workplace{value line}locations{text country line}salary{min max currency period isGross line}requirements{id category importance text line minYears educationLevel educationField language languageLevel isCorrected}}matchingState(companyId:$companyId,jobId:$jobId){status lastMatchedAt cvsWaiting talentsWaiting isJudgementWaiting isGeneratorRunning}matches(companyId:$companyId,jobId:$jobId,first:25,after:$after){endCursor hasNextPage nodes{talentId score band coveragePercent isUpToDate flaggedLines{line}rows{status importance text}}}}",
}

export type UpdateJobVariables = {
  companyId: string
  jobId: string
  input: { closesAt?: string | null | undefined; corrections?: { added?: readonly ({ category: 'authorization' | 'certification' | 'education' | 'experience' | 'language' | 'other' | 'skill'; educationField?: string | null | undefined; educationLevel?: 'associate' | 'bachelor' | 'doctorate' | 'master' | 'secondary' | 'vocational' | null | undefined; importance: 'must' | 'nice' | 'should'; language?: string | null | undefined; languageLevel?: 'a1' | 'a2' | 'b1' | 'b2' | 'c1' | 'c2' | 'native' | null | undefined; minYears?: number | null | undefined; text: string })[] | null | undefined; employer?: string | null | undefined; employmentTypes?: readonly ('contractor' | 'full_time' | 'intern' | 'part_time' | 'per_diem' | 'temporary' | 'volunteer')[] | null | undefined; locations?: readonly ({ country?: string | null | undefined; text: string })[] | null | undefined; requirements?: readonly ({ educationLevel?: 'associate' | 'bachelor' | 'doctorate' | 'master' | 'secondary' | 'vocational' | null | undefined; id?: string | null | undefined; importance?: 'must' | 'nice' | 'should' | null | undefined; isDropped?: boolean | null | undefined; languageLevel?: 'a1' | 'a2' | 'b1' | 'b2' | 'c1' | 'c2' | 'native' | null | undefined; line?: number | null | undefined; minYears?: number | null | undefined })[] | null | undefined; reset?: readonly ('employer' | 'employmentTypes' | 'locations' | 'requirements' | 'salary' | 'seniority' | 'workplace')[] | null | undefined; salary?: { currency?: string | null | undefined; isGross?: boolean | null | undefined; max?: number | null | undefined; min?: number | null | undefined; period?: 'day' | 'hour' | 'month' | 'project' | 'week' | 'year' | null | undefined } | null | undefined; seniority?: 'director' | 'entry' | 'executive' | 'intern' | 'lead' | 'manager' | 'mid' | 'senior' | null | undefined; unset?: readonly ('employer' | 'employmentTypes' | 'locations' | 'salary' | 'seniority' | 'workplace')[] | null | undefined; workplace?: 'hybrid' | 'on_site' | 'remote' | null | undefined } | null | undefined; descriptionText?: string | null | undefined; externalId?: string | null | undefined; metadata?: unknown | null | undefined; status?: 'ACTIVE' | 'DRAFT' | 'PAUSED' | null | undefined; title?: string | null | undefined; version?: number | null | undefined }
}

export type UpdateJobResult = {
  updateJob: {
    id: string
    version: number
  }
}

export const updateJob: Operation<UpdateJobResult, UpdateJobVariables> = {
  name: 'UpdateJob',
  text: "mutation UpdateJob($companyId:ID!,$jobId:ID!,$input:UpdateJobInput!){updateJob(companyId:$companyId,jobId:$jobId,input:$input){id version}}",
}

export type CloseJobVariables = {
  companyId: string
  jobId: string
}

export type CloseJobResult = {
  closeJob: {
    id: string
  }
}

export const closeJob: Operation<CloseJobResult, CloseJobVariables> = {
  name: 'CloseJob',
  text: "mutation CloseJob($companyId:ID!,$jobId:ID!){closeJob(companyId:$companyId,jobId:$jobId){id}}",
}

export type RematchJobVariables = {
  companyId: string
  jobId: string
}

export type RematchJobResult = {
  rematchJob: {
    id: string
  }
}

export const rematchJob: Operation<RematchJobResult, RematchJobVariables> = {
  name: 'RematchJob',
  text: "mutation RematchJob($companyId:ID!,$jobId:ID!){rematchJob(companyId:$companyId,jobId:$jobId){id}}",
}

export type CopyJobVariables = {
  companyId: string
  input: { closesAt?: string | null | undefined; corrections?: { added?: readonly ({ category: 'authorization' | 'certification' | 'education' | 'experience' | 'language' | 'other' | 'skill'; educationField?: string | null | undefined; educationLevel?: 'associate' | 'bachelor' | 'doctorate' | 'master' | 'secondary' | 'vocational' | null | undefined; importance: 'must' | 'nice' | 'should'; language?: string | null | undefined; languageLevel?: 'a1' | 'a2' | 'b1' | 'b2' | 'c1' | 'c2' | 'native' | null | undefined; minYears?: number | null | undefined; text: string })[] | null | undefined; employer?: string | null | undefined; employmentTypes?: readonly ('contractor' | 'full_time' | 'intern' | 'part_time' | 'per_diem' | 'temporary' | 'volunteer')[] | null | undefined; locations?: readonly ({ country?: string | null | undefined; text: string })[] | null | undefined; requirements?: readonly ({ educationLevel?: 'associate' | 'bachelor' | 'doctorate' | 'master' | 'secondary' | 'vocational' | null | undefined; id?: string | null | undefined; importance?: 'must' | 'nice' | 'should' | null | undefined; isDropped?: boolean | null | undefined; languageLevel?: 'a1' | 'a2' | 'b1' | 'b2' | 'c1' | 'c2' | 'native' | null | undefined; line?: number | null | undefined; minYears?: number | null | undefined })[] | null | undefined; reset?: readonly ('employer' | 'employmentTypes' | 'locations' | 'requirements' | 'salary' | 'seniority' | 'workplace')[] | null | undefined; salary?: { currency?: string | null | undefined; isGross?: boolean | null | undefined; max?: number | null | undefined; min?: number | null | undefined; period?: 'day' | 'hour' | 'month' | 'project' | 'week' | 'year' | null | undefined } | null | undefined; seniority?: 'director' | 'entry' | 'executive' | 'intern' | 'lead' | 'manager' | 'mid' | 'senior' | null | undefined; unset?: readonly ('employer' | 'employmentTypes' | 'locations' | 'salary' | 'seniority' | 'workplace')[] | null | undefined; workplace?: 'hybrid' | 'on_site' | 'remote' | null | undefined } | null | undefined; descriptionText: string; externalId?: string | null | undefined; metadata?: unknown | null | undefined; status?: 'ACTIVE' | 'DRAFT' | 'PAUSED' | null | undefined; title: string }
}

export type CopyJobResult = {
  createJob: {
    id: string
  }
}

export const copyJob: Operation<CopyJobResult, CopyJobVariables> = {
  name: 'CopyJob',
  text: "mutation CopyJob($companyId:ID!,$input:CreateJobInput!){createJob(companyId:$companyId,input:$input){id}}",
}
