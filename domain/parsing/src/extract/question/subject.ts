import { z } from 'zod'
import { type CvAnswer, cvAnswerSchema } from './cv-answer.ts'
import { type JdAnswer, jdAnswerSchema } from './jd-answer.ts'

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

/** Keywords that providers reject in a strict schema or that do not help a model. */
const unwanted = ['minimum', 'maximum', 'default'] as const

/** Converts to the subset that all providers of structured outputs accept: all keys required, no others, no bounds. */
function strictJsonSchema(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...strict } = z.toJSONSchema(schema, {
    override({ jsonSchema }) {
      for (const keyword of unwanted) delete jsonSchema[keyword]
    },
  })
  return strict
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
