import type { Requirement } from '@gatehouse/jobs/job-facts'
import type { ManagedJob } from '@gatehouse/jobs/list-jobs'
import { openJobStatuses } from '@gatehouse/jobs/manage-jobs'
import { defineObject, enumeration, field, listOf, optional, shapes } from '../../schema/shape.ts'

export const jobStatusType = enumeration('JobStatus', 'The state of a job.', [
  ...openJobStatuses,
  'CLOSED',
  'EXPIRED',
])

export const openJobStatusType = enumeration(
  'OpenJobStatus',
  'The states that can be set: only active jobs are matched and shown to API clients.',
  openJobStatuses,
)

const requirementType = defineObject<Requirement>(
  'JobRequirement',
  'A requirement of a job, as read from its text.',
  {
    id: field(shapes.id, (requirement) => requirement.id),
    category: field(shapes.string, (requirement) => requirement.category),
    importance: field(shapes.string, (requirement) => requirement.importance),
    text: field(shapes.string, (requirement) => requirement.text),
    line: field(shapes.int, (requirement) => requirement.line),
  },
)

export const jobType = defineObject<ManagedJob>('Job', 'A position that a company wants to fill.', {
  id: field(shapes.id, (job) => job.id),
  externalId: field(optional(shapes.string), (job) => job.externalId),
  title: field(shapes.string, (job) => job.title),
  status: field(jobStatusType, (job) => job.status),
  descriptionText: field(shapes.string, (job) => job.descriptionText),
  requirements: field(listOf(requirementType), (job) => job.facts?.requirements ?? []),
  version: field(shapes.int, (job) => job.version),
  createdAt: field(shapes.time, (job) => job.createdAt),
  updatedAt: field(shapes.time, (job) => job.updatedAt),
  publishedAt: field(optional(shapes.time), (job) => job.publishedAt),
  closesAt: field(optional(shapes.time), (job) => job.closesAt),
})
