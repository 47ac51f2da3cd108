import type { z } from 'zod'
import { type CvAnswer, cvAnswerSchema } from './cv-answer.ts'
import { type JdAnswer, jdAnswerSchema } from './jd-answer.ts'
import { strictJsonSchema } from './strict-json-schema.ts'

export type ParseKind = 'cv' | 'jd'

/** The kind of document, and the answer that a model must give about it. */
export type Subject<Answer> = {
  kind: ParseKind
  /** The word for the document in the prompt. */
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
