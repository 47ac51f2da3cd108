// Generated from jobs.graphql by pnpm console:operations. Do not edit.
import type { Operation } from '../../../graphql/operation.ts'

export type JobsVariables = {
  companyId: string
  status?: 'ACTIVE' | 'CLOSED' | 'DRAFT' | 'EXPIRED' | 'PAUSED' | null | undefined
  titleWords?: string | null | undefined
  after?: string | null | undefined
}

export type JobsResult = {
  jobs: {
    endCursor: string | null
    hasNextPage: boolean
    nodes: readonly ({
      id: string
      title: string
      status: 'ACTIVE' | 'CLOSED' | 'DRAFT' | 'EXPIRED' | 'PAUSED'
      createdAt: string
      workplace: {
        value: 'hybrid' | 'on_site' | 'remote'
      } | null
      locations: readonly ({
        text: string
      })[]
      matching: {
        status: 'FAILED' | 'INACTIVE' | 'IN_PROGRESS' | 'MATCHED' | 'WAITING'
        lastMatchedAt: string | null
        matchCount: number
        goodCount: number
      }
    })[]
  }
  any: {
    nodes: readonly ({
      id: string
    })[]
  }
}

export const jobs: Operation<JobsResult, JobsVariables> = {
  name: 'Jobs',
  text: "query Jobs($companyId:ID!,$status:JobStatus,$titleWords:String,$after:ID){jobs(companyId:$companyId first:50 after:$after status:$status titleWords:$titleWords){endCursor hasNextPage nodes{id title status createdAt workplace{value}locations{text}matching{status lastMatchedAt matchCount goodCount}}}any:jobs(companyId:$companyId,first:1){nodes{id}}}",
}

export type PreviewJobVariables = {
  companyId: string
  text: string
}

export type PreviewJobResult = {
  previewJob: {
    title: string | null
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
}

export const previewJob: Operation<PreviewJobResult, PreviewJobVariables> = {
  name: 'PreviewJob',
  text: "query PreviewJob($companyId:ID!,$text:String!){previewJob(companyId:$companyId,text:$text){title employer{value line}seniority{value line}employmentTypes{value line}workplace{value line}locations{text country line}salary{min max currency period isGross line}requirements{id category importance text line minYears educationLevel educationField language languageLevel isCorrected}}}",
}

export type CreateJobVariables = {
  companyId: string
  input: { closesAt?: string | null | undefined; corrections?: { added?: readonly ({ category: 'authorization' | 'certification' | 'education' | 'experience' | 'language' | 'other' | 'skill'; educationField?: string | null | undefined; educationLevel?: 'associate' | 'bachelor' | 'doctorate' | 'master' | 'secondary' | 'vocational' | null | undefined; importance: 'must' | 'nice' | 'should'; language?: string | null | undefined; languageLevel?: 'a1' | 'a2' | 'b1' | 'b2' | 'c1' | 'c2' | 'native' | null | undefined; minYears?: number | null | undefined; text: string })[] | null | undefined; employer?: string | null | undefined; employmentTypes?: readonly ('contractor' | 'full_time' | 'intern' | 'part_time' | 'per_diem' | 'temporary' | 'volunteer')[] | null | undefined; locations?: readonly ({ country?: string | null | undefined; text: string })[] | null | undefined; requirements?: readonly ({ educationLevel?: 'associate' | 'bachelor' | 'doctorate' | 'master' | 'secondary' | 'vocational' | null | undefined; id?: string | null | undefined; importance?: 'must' | 'nice' | 'should' | null | undefined; isDropped?: boolean | null | undefined; languageLevel?: 'a1' | 'a2' | 'b1' | 'b2' | 'c1' | 'c2' | 'native' | null | undefined; line?: number | null | undefined; minYears?: number | null | undefined })[] | null | undefined; reset?: readonly ('employer' | 'employmentTypes' | 'locations' | 'requirements' | 'salary' | 'seniority' | 'workplace')[] | null | undefined; salary?: { currency?: string | null | undefined; isGross?: boolean | null | undefined; max?: number | null | undefined; min?: number | null | undefined; period?: 'day' | 'hour' | 'month' | 'project' | 'week' | 'year' | null | undefined } | null | undefined; seniority?: 'director' | 'entry' | 'executive' | 'intern' | 'lead' | 'manager' | 'mid' | 'senior' | null | undefined; unset?: readonly ('employer' | 'employmentTypes' | 'locations' | 'salary' | 'seniority' | 'workplace')[] | null | undefined; workplace?: 'hybrid' | 'on_site' | 'remote' | null | undefined } | null | undefined; descriptionText: string; externalId?: string | null | undefined; metadata?: unknown | null | undefined; status?: 'ACTIVE' | 'DRAFT' | 'PAUSED' | null | undefined; title: string }
}

export type CreateJobResult = {
  createJob: {
    id: string
  }
}

export const createJob: Operation<CreateJobResult, CreateJobVariables> = {
  name: 'CreateJob',
  text: "mutation CreateJob($companyId:ID!,$input:CreateJobInput!){createJob(companyId:$companyId,input:$input){id}}",
}
