import type { z } from 'zod'
import { type CvAnswer, cvAnswerSchema } from './cv-answer.ts'
import { type JdAnswer, jdAnswerSchema } from './jd-answer.ts'
import { strictJsonSchema } from './strict-json-schema.ts'

export type ParseKind = 'cv' | 'jd'

/** What is read, and so what a model is asked for. */
export type Subject<Answer> = {
  kind: ParseKind
  /** As a model is told what it reads. */
  noun: string
  answerName: string
  answerSchema: z.ZodObject & z.ZodType<Answer>
  jsonSchema: Readonly<Record<string, unknown>>
}

export const cvSubject: Subject<CvAnswer> = {
  kind: 'cv',
  noun: 'CV',
  answerName: 'cv_facts',
  answerSchema: cvAnswerSchema,
  jsonSchema: strictJsonSchema(cvAnswerSchema),
}

export const jdSubject: Subject<JdAnswer> = {
  kind: 'jd',
  noun: 'job posting',
  answerName: 'job_facts',
  answerSchema: jdAnswerSchema,
  jsonSchema: strictJsonSchema(jdAnswerSchema),
}
